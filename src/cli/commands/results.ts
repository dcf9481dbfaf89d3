// `retest results upload`
import { type CliCommand, UsageError } from "../command.ts";
import { REMOTE_DETAILS, REMOTE_FLAGS, requireRemote } from "../remote/ask-server.ts";
import { describeUploadOutcome, UPLOAD_DETAILS, UPLOAD_FLAGS, uploadReports } from "../remote/upload-reports.ts";

export const resultsUpload: CliCommand = {
  name: "results upload",
  usage:
    "results upload FILE... --app APP [--platform CODE]... [--build TEXT] [--cycle CYCLE] [--map FILE] [--min-matched N] [--strict] [--dry-run] [--json]",
  summary:
    "Sends test reports, in any format that is read, to a server, which records the results of the checks they name.",
  details: [
    UPLOAD_DETAILS,
    "--dry-run  shows what would be recorded, and records nothing",
    "--json     prints a list with the server's answer for each file",
    REMOTE_DETAILS,
  ].join("\n"),
  flags: { ...REMOTE_FLAGS, ...UPLOAD_FLAGS, "dry-run": { type: "boolean" }, json: { type: "boolean" } },
  async run(flags, terminal) {
    if (flags.positionals.length === 0)
      throw new UsageError("Name the reports to send. See: retest results upload --help");
    const isJson = flags.values.json === true;
    const { told, isFine } = await uploadReports(requireRemote(flags, terminal), flags, terminal, (one) => {
      if (!isJson) terminal.print(describeUploadOutcome(one));
    });
    if (isJson) terminal.print(JSON.stringify(told));
    return isFine ? 0 : 1;
  },
};
