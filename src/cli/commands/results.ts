// `retest results upload`
import { readFileSync } from "node:fs";
import type { z } from "zod";
import { MAX_RUN_BYTES } from "../../domain/limits.ts";
import { findFiles } from "../../lib/files/find-files.ts";
import { randomText } from "../../lib/ids.ts";
import { counted } from "../../lib/text/counted.ts";
import { quote } from "../../lib/text/text.ts";
import {
  ALL_FORMATS,
  REPORT_FORMATS,
  type RunFormat,
  recogniseReport,
} from "../../wire/results/reports/report-formats.ts";
import type { RunSchema } from "../../wire/results/test-run-answer.ts";
import { type CliCommand, type Flags, requireFlag, UsageError } from "../command.ts";
import { askServer, REMOTE_DETAILS, REMOTE_FLAGS, type Remote, requireRemote } from "../remote/ask-server.ts";
import { ciRunOf } from "../remote/ci-environment.ts";

type Run = z.infer<typeof RunSchema>;
type Told = { file: string } & (Run | { error: { code: string; message: string } });

interface Report {
  path: string;
  bytes: Buffer;
  format: RunFormat;
}

export const resultsUpload: CliCommand = {
  name: "results upload",
  usage:
    "results upload FILE... --app APP [--platform CODE]... [--build TEXT] [--cycle CYCLE] [--min-matched N] [--strict] [--dry-run] [--json]",
  summary:
    "Sends test reports, in any format that is read, to a server, which records the results of the checks they name.",
  details: [
    `FILE       ${ALL_FORMATS}; recognised by what it holds`,
    "--app      id or name of the app",
    "--platform code of a platform that the tests ran on; may be repeated; by default every platform on which a check is applicable",
    "--build    what was tested; by default branch@commit from the CI job's environment",
    "--cycle    id or name of the open cycle that the results are for; by default every open cycle of that build",
    "--run      link to the run; by default from the CI job's environment",
    "--min-matched N or N%: exits with 1 if fewer of the cases that were run matched a check; without it, if no case matched one",
    "--strict   exits with 1 if a case matches no check or several, or if a report has no cases",
    "--dry-run  shows what would be recorded, and records nothing",
    "--json     prints a list with the server's answer for each file",
    REMOTE_DETAILS,
  ].join("\n"),
  flags: {
    ...REMOTE_FLAGS,
    app: { type: "string" },
    platform: { type: "string", multiple: true },
    build: { type: "string" },
    cycle: { type: "string" },
    run: { type: "string" },
    "min-matched": { type: "string" },
    strict: { type: "boolean" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(flags, terminal) {
    const { positionals, values } = flags;
    if (positionals.length === 0) throw new UsageError("Name the reports to send. See: retest results upload --help");
    const query = queryOf(flags, terminal.env);
    const least = leastOf(values["min-matched"] as string | undefined);
    const remote = requireRemote(flags, terminal);
    // Whatever can't be sent is told before anything is.
    const reports = positionals.flatMap(filesOf).map(openReport);
    const told: Told[] = [];
    for (const [i, report] of reports.entries()) {
      const tell = (words: string) => terminal.say(`[${i + 1}/${reports.length}] ${report.path}: ${words}`);
      const answer = await upload({ ...remote, tell }, report, query);
      told.push(answer);
      if (values.json !== true) terminal.print(describe(answer));
    }
    if (values.json === true) terminal.print(JSON.stringify(told));
    const short = tooFew(told, least);
    if (short !== null) terminal.say(short);
    return short === null && told.every((one) => isFine(one, values.strict === true)) ? 0 : 1;
  },
};

function queryOf(flags: Flags, env: Record<string, string | undefined>): string {
  const { values } = flags;
  const ci = ciRunOf(env);
  const build = (values.build as string | undefined) ?? ci.build;
  const run = (values.run as string | undefined) ?? ci.run;
  const platforms = (values.platform as string[] | undefined) ?? [];
  const query = new URLSearchParams({ app: requireFlag(flags, "app", "results upload") });
  if (platforms.length > 0) query.set("platforms", platforms.join(","));
  if (build !== null) query.set("build", build);
  if (run !== null) query.set("run", run);
  if (values.cycle !== undefined) query.set("cycle", String(values.cycle));
  if (values["dry-run"] === true) query.set("dry_run", "true");
  return query.toString();
}

interface Least {
  count: number;
  isShare: boolean;
}

/** Null where nobody asks for more than something. Throws a `UsageError`. */
function leastOf(text: string | undefined): Least | null {
  if (text === undefined) return null;
  const found = /^(\d{1,6})(%?)$/.exec(text);
  const least = { count: Number(found?.[1]), isShare: found?.[2] === "%" };
  if (found === null || (least.isShare && least.count > 100)) {
    throw new UsageError("--min-matched is a number of cases, or a share of them such as 80%.");
  }
  return least;
}

/** Why too few cases of all files together matched, or null. A report that matches nothing is most likely not set up yet. */
function tooFew(told: readonly Told[], least: Least | null): string | null {
  const runs = told.filter((one) => !("error" in one)) as (Told & Run)[];
  if (runs.length === 0) return null;
  const sum = (what: keyof Run["counts"]) => runs.reduce((all, { counts }) => all + counts[what], 0);
  const matched = sum("recorded");
  const wereRun = matched + sum("unmatched") + sum("ambiguous");
  if (least !== null) {
    const needed = least.isShare ? Math.ceil((wereRun * least.count) / 100) : least.count;
    return matched >= needed
      ? null
      : `Only ${matched} of ${counted(wereRun, "case")} matched a check: ${needed} are needed.`;
  }
  const isKnown = runs.some(({ cases }) => cases.some(({ check }) => check !== null));
  if (matched > 0 || isKnown) return null;
  return "NOTHING MATCHED: no case of these reports belongs to a check. Put the refs of your checks into the names of tests; see docs/ci.md.";
}

/** Throws a `UsageError`. */
function filesOf(pattern: string): string[] {
  const found = findFiles(pattern);
  if (found.length === 0) throw new UsageError(`${pattern}: there is no such file.`);
  return found;
}

/** Throws a `UsageError`. */
function openReport(path: string): Report {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (bytes.length > MAX_RUN_BYTES)
    throw new UsageError(`${path} is too large: at most ${MAX_RUN_BYTES} bytes are accepted.`);
  const format = recogniseReport(bytes);
  if (format === null) throw new UsageError(`${path} is no report that is known: ${ALL_FORMATS}.`);
  return { path, bytes, format };
}

async function upload(remote: Remote, report: Report, query: string): Promise<Told> {
  const { path: file, bytes, format } = report;
  remote.tell(`sending ${Math.ceil(bytes.length / 1_024)} KB of ${REPORT_FORMATS[format].label}`);
  // The same for every attempt: however often it is sent, it counts once.
  const headers = { "content-type": "application/octet-stream", "idempotency-key": randomText(32) };
  const path = `/results/report?${query}`;
  const { status, body } = await askServer(remote, { method: "POST", path, body: bytes, headers });
  if (status < 300 && body?.data !== undefined) return { file, ...(body.data as Run) };
  const { code = "unknown", message = `The server answered ${status}.` } = body?.error ?? {};
  return { file, error: { code, message } };
}

function isFine(told: Told, strict: boolean): boolean {
  if ("error" in told) return false;
  const { cases, unmatched, ambiguous } = told.counts;
  return !strict || (unmatched === 0 && ambiguous === 0 && cases > 0);
}

/** Cases that are told one by one. */
const MOST_TOLD = 100;

function describe(told: Told): string {
  if ("error" in told) return `${told.file}: refused: ${told.error.message}`;
  const { file, counts, dry_run: dryRun } = told;
  const noted = told.cases.filter(({ fate, why }) => fate !== "skipped" && why !== null);
  const lines = noted.slice(0, MOST_TOLD).map(line);
  if (noted.length > MOST_TOLD) lines.push(`  and ${noted.length - MOST_TOLD} more`);
  const { cases, recorded, skipped, unmatched, ambiguous, checks, passed, failed } = counts;
  const fates = `${recorded} matched, ${skipped} skipped, ${unmatched} unmatched, ${ambiguous} ambiguous`;
  const done = `${dryRun ? "would record" : "recorded"} ${passed} passed and ${failed} failed on ${counted(checks, "check")}`;
  return [`${file}: ${counted(cases, "case")}: ${fates}; ${done}.`, ...lines].join("\n");
}

function line({ name, line: at, fate, why, candidates }: Run["cases"][number]): string {
  const where = at === null ? "" : ` (line ${at})`;
  const refs = candidates.length === 0 ? "" : `: ${candidates.map(({ ref }) => ref).join(", ")}`;
  return `  ${fate} ${quote(name)}${where}: ${why}${refs}`;
}
