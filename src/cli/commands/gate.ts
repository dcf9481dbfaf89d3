// `retest gate`
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import { askGate, describeGate } from "../remote/ask-gate.ts";
import { REMOTE_DETAILS, REMOTE_FLAGS, requireRemote } from "../remote/ask-server.ts";
import { THRESHOLD_DETAILS, THRESHOLD_FLAGS } from "../remote/gate-thresholds.ts";

export const gate: CliCommand = {
  name: "gate",
  usage:
    "gate APP [--cycle CYCLE] [--percent N] [--max-failed N] [--max-open N] [--platform P]... [--url URL] [--key KEY] [--json]",
  summary:
    "Asks a server whether an app is good enough to ship: exits with 0 if it is, 1 if not, 2 if it could not find out.",
  details: `APP         id or name of the app\n--cycle     id or name of a cycle to look at instead of the whole app\n${THRESHOLD_DETAILS}\n--platform  code of a platform to look at; may be repeated; by default every platform\n${REMOTE_DETAILS}\n--json      prints the answer as an object`,
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
    const answer = await askGate(requireRemote(flags, terminal), app, flags);
    terminal.print(flags.values.json ? JSON.stringify(answer) : describeGate(answer));
    return answer.result === "pass" ? 0 : 1;
  },
};
