// Sends test reports to a server, and tells what became of their cases.
import { existsSync, readFileSync } from "node:fs";
import type { z } from "zod";
import { MAX_RUN_BYTES } from "../../domain/limits.ts";
import { type LeastMatched, neededOf, parseLeastMatched, SKIPPED_BY } from "../../domain/results/least-matched.ts";
import { randomText } from "../../lib/ids.ts";
import { counted } from "../../lib/text/counted.ts";
import { quote } from "../../lib/text/text.ts";
import { insteadOfReport } from "../../wire/results/reports/other-reports.ts";
import {
  ALL_FORMATS,
  REPORT_FORMATS,
  type RunFormat,
  recogniseReport,
} from "../../wire/results/reports/report-formats.ts";
import type { RunSchema } from "../../wire/results/test-run-answer.ts";
import { type Flags, requireFlag, UsageError } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { askServer, type Remote } from "./ask-server.ts";
import { ciRunOf } from "./ci-environment.ts";
import { filesOf } from "./files-of.ts";

export type Run = z.infer<typeof RunSchema>;
/** What the server said about a file. */
export type UploadOutcome = { file: string } & (Run | { error: { code: string; message: string } });

interface Report {
  path: string;
  bytes: Buffer;
  format: RunFormat;
}

export const UPLOAD_FLAGS = {
  app: { type: "string" },
  platform: { type: "string", multiple: true },
  build: { type: "string" },
  cycle: { type: "string" },
  run: { type: "string" },
  map: { type: "string" },
  "min-matched": { type: "string" },
  strict: { type: "boolean" },
} as const;

export const UPLOAD_DETAILS = [
  `FILE       ${ALL_FORMATS}; recognised by what it holds`,
  "--app      id or name of the app",
  "--platform code of a platform that the tests ran on; may be repeated; by default every platform on which a check is applicable",
  "--build    what was tested; by default branch@commit from the CI job's environment",
  "--cycle    id or name of the open cycle that the results are for; by default every open cycle of that build",
  "--run      link to the run; by default from the CI job's environment",
  "--map      a file that says which checks and platforms cases belong to; by default retest.map.yaml, if there is one",
  "--min-matched N or N%: exits with 1 if fewer of the cases that were run matched a check, or none was run; without it, if no case matched one",
  "--strict   exits with 1 if a case matches no check or several, or if a report has no cases",
].join("\n");

export interface Uploaded {
  told: UploadOutcome[];
  /** Whether all of it was taken, and enough of it matched. */
  isFine: boolean;
}

/** Uploads reports; `hear` is called after each file. Throws a `UsageError` before anything is sent, if something can't be. */
export async function uploadReports(
  remote: Remote,
  flags: Flags,
  terminal: Terminal,
  hear: (told: UploadOutcome) => void,
): Promise<Uploaded> {
  const query = queryOf(flags, terminal.env);
  const least = leastOf(flags.values["min-matched"] as string | undefined);
  const files = filesOf(flags.positionals);
  const strange: string[] = [];
  const reports = files.flatMap(({ path, isNamed }) => {
    const report = openReport(path, isNamed);
    if (report === null) strange.push(path);
    return report ?? [];
  });
  for (const path of strange) terminal.say(`${path}: skipped, it is no report that is known`);
  const map = mapOf(flags.values.map as string | undefined);
  if (map !== null && reports.length > 0) terminal.say(`${map.path}: says which checks and platforms cases belong to`);
  const told: UploadOutcome[] = [];
  for (const [i, report] of reports.entries()) {
    const tell = (words: string) => terminal.say(`[${i + 1}/${reports.length}] ${report.path}: ${words}`);
    const show = (words: string) => terminal.show(`[${i + 1}/${reports.length}] ${report.path}: ${words}`);
    const hearSent = terminal.isWatched ? show : null;
    const answer = await upload({ ...remote, tell }, report, query, map?.bytes ?? null, hearSent);
    terminal.show("");
    told.push(answer);
    hear(answer);
  }
  const short = tooFew(told, least);
  if (short !== null) terminal.say(short);
  return {
    told,
    isFine: short === null && strange.length === 0 && told.every((one) => isFine(one, flags.values.strict === true)),
  };
}

function queryOf(flags: Flags, env: Terminal["env"]): string {
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

/** Null where nobody asks for more than something. Throws a `UsageError`. */
function leastOf(text: string | undefined): LeastMatched | null {
  if (text === undefined) return null;
  const least = parseLeastMatched(text);
  if (least === null) throw new UsageError("--min-matched is a number of cases, or a share of them such as 80%.");
  return least;
}

/** Why too few cases of all files together matched, or null. A report that matches nothing is most likely not set up yet. */
function tooFew(told: readonly UploadOutcome[], least: LeastMatched | null): string | null {
  const runs = told.filter((one) => !("error" in one)) as (UploadOutcome & Run)[];
  if (runs.length === 0) return null;
  const sum = (what: keyof Run["counts"]) => runs.reduce((all, { counts }) => all + counts[what], 0);
  const matched = sum("recorded");
  const wereRun = matched + sum("unmatched") + sum("ambiguous");
  if (least !== null) {
    const needed = neededOf(least, wereRun);
    if (matched >= needed) return null;
    if (wereRun === 0) return noneRan(runs, sum("skipped"));
    return `Only ${matched} of ${counted(wereRun, "case")} matched a check: ${needed} are needed.`;
  }
  const isKnown = runs.some(({ cases }) => cases.some(({ check }) => check !== null));
  if (matched > 0 || isKnown) return null;
  return "NOTHING MATCHED: no case of these reports belongs to a check. Put the refs of your checks into the names of tests; see docs/ci.md.";
}

function noneRan(runs: readonly Run[], skipped: number): string {
  if (skipped === 0) return "No case of these reports was run, so none matched a check: --min-matched asks for some.";
  const whys = new Set(
    runs.flatMap(({ cases }) => cases.flatMap(({ fate, why }) => (fate === "skipped" ? [why] : []))),
  );
  const said = [...whys].slice(0, MOST_WHYS).map((why) => `\n  ${why}`);
  return `None of these cases counts as run, and --min-matched asks for some: ${skipped} ${skipped === 1 ? "was" : "were"} skipped, by ${SKIPPED_BY}:${said.join("")}`;
}

/** Throws a `UsageError`. */
function requireFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Null for a file that a pattern found and that is no report: others beside it may be. Throws a `UsageError`. */
function openReport(path: string, isNamed: boolean): Report | null {
  const bytes = requireFile(path);
  if (bytes.length > MAX_RUN_BYTES)
    throw new UsageError(`${path} is too large: at most ${MAX_RUN_BYTES} bytes are accepted.`);
  const instead = insteadOfReport(bytes);
  if (instead !== null && isNamed) throw new UsageError(`${path}: ${instead}`);
  const format = instead === null ? recogniseReport(bytes) : null;
  if (format === null && isNamed) throw new UsageError(`${path} is no report that is known: ${ALL_FORMATS}.`);
  if (format === null) return null;
  return { path, bytes, format };
}

/** Longer bodies report their progress; shorter ones are sent before anybody looks. */
const LONG_BYTES = 500_000;
const OWN_MAP = "retest.map.yaml";

/** The mapping's file; null if none is named and none is in the working directory. Throws a `UsageError`. */
function mapOf(named: string | undefined): { path: string; bytes: Buffer } | null {
  const path = named ?? OWN_MAP;
  if (named === undefined && !existsSync(path)) return null;
  return { path, bytes: requireFile(path) };
}

/** A form with both, if there is a mapping; else the file itself. */
function bodyOf(report: Buffer, map: Buffer | null): Buffer {
  if (map === null) return report;
  const boundary = `--retest-${randomText(32)}`;
  const head = (name: string) => `${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
  const parts = [head("map"), map, `\r\n${head("report")}`, report, `\r\n${boundary}--\r\n`];
  return Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
}

async function upload(
  remote: Remote,
  report: Report,
  query: string,
  map: Buffer | null,
  show: ((words: string) => void) | null,
): Promise<UploadOutcome> {
  const { path: file, bytes, format } = report;
  remote.tell(`sending ${Math.ceil(bytes.length / 1_024)} KB of ${REPORT_FORMATS[format].label}`);
  // The same for every attempt: however often it is sent, it counts once.
  const headers = { "content-type": "application/octet-stream", "idempotency-key": randomText(32) };
  const path = `/results/report?${query}`;
  const whole = bodyOf(bytes, map);
  const sent = (done: number) =>
    show?.(done < whole.length ? `${Math.floor((done / whole.length) * 100)} % sent` : "sent, waiting for the answer");
  const request = { method: "POST", path, body: whole, headers };
  const isWatched = show !== null && whole.length >= LONG_BYTES;
  const { status, body } = await askServer(remote, isWatched ? { ...request, sent } : request);
  if (status < 300 && body?.data !== undefined) return { file, ...(body.data as Run) };
  const { code = "unknown", message = `The server answered ${status}.` } = body?.error ?? {};
  return { file, error: { code, message } };
}

function isFine(told: UploadOutcome, strict: boolean): boolean {
  if ("error" in told) return false;
  const { cases, unmatched, ambiguous } = told.counts;
  return !strict || (unmatched === 0 && ambiguous === 0 && cases > 0);
}

/** Reasons for which cases were skipped that are told. */
const MOST_WHYS = 5;
/** Cases that are listed one by one. */
const MOST_TOLD = 100;

/** A few lines for people. */
export function describeUploadOutcome(told: UploadOutcome): string {
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
