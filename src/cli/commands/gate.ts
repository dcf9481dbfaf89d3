// `retest gate`
import type { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { GateSchema } from "../../wire/status/release-gate.ts";
import { type CliCommand, type Flags, requireNoMore, UsageError } from "../command.ts";
import {
  askServer,
  FEW_RETRIES,
  REMOTE_DETAILS,
  REMOTE_FLAGS,
  type Remote,
  requireData,
  requireRemote,
} from "../remote/ask-server.ts";
import { THRESHOLD_FLAGS, thresholdsIn } from "../remote/gate-thresholds.ts";

type Gate = z.infer<typeof GateSchema>;

export const gate: CliCommand = {
  name: "gate",
  usage:
    "gate APP [--cycle CYCLE] [--percent N] [--max-failed N] [--max-open N] [--platform P]... [--url URL] [--key KEY] [--json]",
  summary:
    "Asks a server whether an app is good enough to ship: exits with 0 if it is, 1 if not, 2 if it could not find out.",
  details: `APP         id or name of the app\n--cycle     id or name of a cycle to look at instead of the whole app\n--percent   the percentage that must be tested, 0 to 100; by default 100\n--max-failed, --max-open\n            how many platform-checks may be failed, and how many issues open; by default 0\n--platform  code of a platform to look at; may be repeated; by default every platform\n${REMOTE_DETAILS}\n--json      prints the answer as an object`,
  flags: {
    cycle: { type: "string" },
    ...THRESHOLD_FLAGS,
    platform: { type: "string", multiple: true },
    ...REMOTE_FLAGS,
    json: { type: "boolean" },
  },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "gate");
    const [app] = flags.positionals;
    if (app === undefined || app === "")
      throw new UsageError("Name the app, by its id or name. See: retest gate --help");
    const remote = requireRemote(flags, terminal);
    const answer = await askGate(remote, `/apps/${encodeURIComponent(app)}/gate${queryOf(flags)}`);
    terminal.print(flags.values.json ? JSON.stringify(answer) : describe(answer));
    return answer.result === "pass" ? 0 : 1;
  },
};

/** A fail is an answer; that there is none must not be taken for one. Throws `UsageError`. */
async function askGate(remote: Remote, path: string): Promise<Gate> {
  try {
    return requireData(remote, await askServer(remote, { method: "GET", path }, FEW_RETRIES));
  } catch (error) {
    throw error instanceof Fault ? new UsageError(error.message) : error;
  }
}

/** The server says what is wrong with a platform or a cycle. */
function queryOf(flags: Flags): string {
  const { platform, cycle } = flags.values;
  const query = new URLSearchParams(thresholdsIn(flags));
  for (const code of (platform as string[] | undefined) ?? []) query.append("platform", code);
  if (cycle !== undefined) query.set("cycle", String(cycle));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

function describe({ app, cycle, result, reasons, platforms, ...figures }: Gate): string {
  const { passed, failed, needs_retest, untested, percent_complete, open_issues } = figures;
  return [
    `${result === "pass" ? "PASS" : "FAIL"}  ${app.name}${cycle === undefined ? "" : `, ${cycle.name}`} (${platforms.join(", ")})`,
    ...reasons.map(({ message }) => `  - ${message}`),
    `  ${percent_complete} % tested: ${passed} passed, ${failed} failed, ${needs_retest} need a retest, ${untested} untested; open issues: ${open_issues}`,
  ].join("\n");
}
