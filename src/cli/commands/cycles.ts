// `retest cycle start`, `retest cycle close`, `retest cycle list` and `retest cycle report`
import { writeFileSync } from "node:fs";
import { extname } from "node:path";
import type { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import { randomText } from "../../lib/ids.ts";
import { quote } from "../../lib/text/text.ts";
import type { CycleSchema } from "../../wire/cycles/cycle.ts";
import type { ReportFormat } from "../../wire/status/app-report.ts";
import { type CliCommand, requireFlag, requireNames, UsageError } from "../command.ts";
import {
  askForData,
  askServer,
  FEW_RETRIES,
  REMOTE_DETAILS,
  REMOTE_FLAGS,
  type Remote,
  requireData,
  requireRemote,
} from "../remote/ask-server.ts";
import { THRESHOLD_FLAGS, thresholdsIn } from "../remote/gate-thresholds.ts";

type Cycle = z.infer<typeof CycleSchema>;

const JSON_FLAG = { json: { type: "boolean" } } as const;

export const cycleStart: CliCommand = {
  name: "cycle start",
  usage:
    "cycle start APP --name NAME [--build TEXT] [--platform CODE]... [--section SECTION]... [--from CYCLE] [--status STATUS]... [--json]",
  summary: "Starts a cycle: a round of testing of an app, or of a part of it. The key must be an admin's.",
  details: [
    "APP        id or name of the app",
    "--name     what the cycle is called; unique in the app",
    "--build    what is tested; results of another build don't count; by default every build counts",
    "--platform code of a platform to test; may be repeated; by default every platform",
    "--section  id, ref or title of a section to test; may be repeated; by default every section",
    "--from     id or name of another cycle of the app: test only what is left of it",
    "--status   with --from, what is left: passed, failed, needs_retest, untested, not_applicable; may be repeated;",
    "           by default failed, needs_retest and untested",
    "--json     prints the cycle as an object",
    REMOTE_DETAILS,
  ].join("\n"),
  flags: {
    name: { type: "string" },
    build: { type: "string" },
    platform: { type: "string", multiple: true },
    section: { type: "string", multiple: true },
    from: { type: "string" },
    status: { type: "string", multiple: true },
    ...JSON_FLAG,
    ...REMOTE_FLAGS,
  },
  async run(flags, terminal) {
    const [app] = requireNames(flags, ["app"], "cycle start");
    const name = requireFlag(flags, "name", "cycle start");
    const { build, platform: platforms, section: sections, from: cycle, status: statuses } = flags.values;
    if (statuses !== undefined && cycle === undefined) {
      throw new UsageError("--status goes with --from, the cycle to look at. See: retest cycle start --help");
    }
    const remote = requireRemote(flags, terminal);
    const from = cycle === undefined ? undefined : { cycle, statuses };
    const body = Buffer.from(JSON.stringify({ name, build, platforms, sections, from }));
    // The same for every attempt: however often it is sent, one cycle is started.
    const headers = { "content-type": "application/json", "idempotency-key": randomText(32) };
    const started: Cycle = await askForData(remote, { method: "POST", path: `${pathOf(app!)}/cycles`, body, headers });
    const { summary, id } = started;
    const amount = summary.checks === 1 ? "1 check" : `${summary.checks} checks`;
    terminal.print(
      flags.values.json ? JSON.stringify(started) : `Started ${quote(started.name)} (${id}) with ${amount}.`,
    );
    return 0;
  },
};

export const cycleClose: CliCommand = {
  name: "cycle close",
  usage: "cycle close APP CYCLE [--json]",
  summary: "Closes a cycle for good: what it found never changes any more. The key must be an admin's.",
  details: `APP        id or name of the app\nCYCLE      id or name of the cycle\n--json     prints the cycle as an object\n${REMOTE_DETAILS}`,
  flags: { ...JSON_FLAG, ...REMOTE_FLAGS },
  async run(flags, terminal) {
    const [app, name] = requireNames(flags, ["app", "cycle"], "cycle close");
    const remote = requireRemote(flags, terminal);
    const { id } = await findCycle(remote, app!, name!);
    const closed: Cycle = await askForData(remote, { method: "POST", path: `/cycles/${id}/close` });
    terminal.print(
      flags.values.json ? JSON.stringify(closed) : `Closed ${quote(closed.name)} (${id}): ${figuresOf(closed)}.`,
    );
    return 0;
  },
};

export const cycleList: CliCommand = {
  name: "cycle list",
  usage: "cycle list APP [--status open|closed] [--json]",
  summary: "Lists the cycles of an app, newest first.",
  details: `APP        id or name of the app\n--status   only those that are open, or closed\n--json     prints a list of objects\n${REMOTE_DETAILS}`,
  flags: { status: { type: "string" }, ...JSON_FLAG, ...REMOTE_FLAGS },
  async run(flags, terminal) {
    const [app] = requireNames(flags, ["app"], "cycle list");
    const status = flags.values.status as string | undefined;
    const remote = requireRemote(flags, terminal);
    const cycles: Cycle[] = [];
    for await (const cycle of cyclesOf(remote, app!, status)) cycles.push(cycle);
    if (flags.values.json) terminal.print(JSON.stringify(cycles));
    else if (cycles.length === 0) terminal.print(`No cycle${status === undefined ? "" : ` is ${status}`}.`);
    else for (const one of cycles) terminal.print(`${one.id}  ${one.status.padEnd(6)}  ${one.name}: ${figuresOf(one)}`);
    return 0;
  },
};

export const cycleReport: CliCommand = {
  name: "cycle report",
  usage: "cycle report APP CYCLE [--format json|csv] [--out FILE] [--percent N] [--max-failed N] [--max-open N]",
  summary: "Writes the report of a cycle: everything in it with tester, time, note, build and open issues.",
  details: [
    "APP        id or name of the app",
    "CYCLE      id or name of the cycle",
    "--format   by default from the name of FILE, else json",
    "--out      where to write it; by default standard output",
    "--percent, --max-failed, --max-open",
    "           what the gate in the report goes by, as for retest gate; the exit code does not depend on it",
    REMOTE_DETAILS,
  ].join("\n"),
  flags: { format: { type: "string" }, out: { type: "string" }, ...THRESHOLD_FLAGS, ...REMOTE_FLAGS },
  async run(flags, terminal) {
    const [app, name] = requireNames(flags, ["app", "cycle"], "cycle report");
    const out = flags.values.out as string | undefined;
    const format = requireFormat(flags.values.format as string | undefined, out);
    const remote = requireRemote(flags, terminal);
    const { id } = await findCycle(remote, app!, name!);
    const query = new URLSearchParams({ format, ...thresholdsIn(flags) });
    const path = `/cycles/${id}/report?${query}`;
    const answered = await askServer(remote, { method: "GET", path }, FEW_RETRIES);
    const isTable = format === "csv" && answered.status === 200 && answered.type.startsWith("text/csv");
    const written = isTable ? answered.bytes : `${JSON.stringify(requireData(remote, answered))}\n`;
    if (out === undefined) await terminal.write(written);
    else writeFileSync(out, written);
    return 0;
  },
};

function requireFormat(given: string | undefined, out: string | undefined): ReportFormat {
  const ending = extname(out ?? "")
    .slice(1)
    .toLowerCase();
  const format = given ?? (ending === "" ? "json" : ending);
  if (given === undefined && format !== "json" && format !== "csv") {
    throw new UsageError(`--out ${quote(out!)}: a report is JSON or CSV; say which with --format.`);
  }
  if (format !== "json" && format !== "csv") {
    throw new UsageError(`--format must be json or csv, not ${JSON.stringify(format)}.`);
  }
  return format;
}

function pathOf(app: string): string {
  return `/apps/${encodeURIComponent(app)}`;
}

/** An app's cycles, newest first, read page by page. */
async function* cyclesOf(remote: Remote, app: string, status?: string): AsyncGenerator<Cycle> {
  const query = new URLSearchParams({ limit: "200", ...(status === undefined ? {} : { status }) });
  for (;;) {
    const answered = await askServer(remote, { method: "GET", path: `${pathOf(app)}/cycles?${query}` }, FEW_RETRIES);
    yield* requireData(remote, answered) as Cycle[];
    const next: string | null = answered.body.next_cursor;
    if (next === null) return;
    query.set("cursor", next);
  }
}

/** Throws `not_found`. */
async function findCycle(remote: Remote, app: string, name: string): Promise<Cycle> {
  for await (const cycle of cyclesOf(remote, app)) if (cycle.id === name || cycle.name === name) return cycle;
  throw new Fault("not_found", `${app} has no cycle ${quote(name)}. See: retest cycle list`);
}

function figuresOf({ summary }: Cycle): string {
  const { passed, failed, needs_retest, untested, percent_complete } = summary;
  return `${percent_complete} % tested: ${passed} passed, ${failed} failed, ${needs_retest} need a retest, ${untested} untested`;
}
