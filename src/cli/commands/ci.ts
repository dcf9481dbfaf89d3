// `retest ci`
import { appendFileSync } from "node:fs";
import { type CliCommand, type Flags, requireFlag, UsageError } from "../command.ts";
import { askGate, describeGate, type Gate } from "../remote/ask-gate.ts";
import { REMOTE_DETAILS, REMOTE_FLAGS, requireRemote } from "../remote/ask-server.ts";
import { THRESHOLD_DETAILS, THRESHOLD_FLAGS } from "../remote/gate-thresholds.ts";
import { markdownSummary } from "../remote/markdown-summary.ts";
import { commentOnChange } from "../remote/pull-request-comment.ts";
import {
  describeUploadOutcome,
  UPLOAD_DETAILS,
  UPLOAD_FLAGS,
  type UploadOutcome,
  uploadReports,
} from "../remote/upload-reports.ts";

export const ci: CliCommand = {
  name: "ci",
  usage:
    "ci [FILE...] --app APP [--platform CODE]... [--percent N] [--max-failed N] [--max-open N] [--no-gate] [--summary FILE] [--comment]",
  summary:
    "All that a CI job does: sends test reports, asks the release gate, and says what failed on the job's page and on the pull request.",
  details: [
    UPLOAD_DETAILS,
    `${THRESHOLD_DETAILS}; --platform and --cycle count for the gate, too`,
    "--no-gate  does not ask the gate",
    "--summary  a file that gets a summary in Markdown at its end; by default GITHUB_STEP_SUMMARY",
    "--comment  puts the summary on the pull request (GITHUB_TOKEN) or merge request (GITLAB_TOKEN); a further run changes that comment",
    REMOTE_DETAILS,
    "exits with 0 if all is well, 1 if a report was refused, too little matched, or the gate fails, 2 if it could not find out",
  ].join("\n"),
  flags: {
    ...REMOTE_FLAGS,
    ...UPLOAD_FLAGS,
    ...THRESHOLD_FLAGS,
    "no-gate": { type: "boolean" },
    summary: { type: "string" },
    comment: { type: "boolean" },
  },
  async run(flags, terminal) {
    const app = requireFlag(flags, "app", "ci");
    const asks = flags.values["no-gate"] !== true;
    if (flags.positionals.length === 0 && !asks)
      throw new UsageError("Name reports to send, or leave out --no-gate. See: retest ci --help");
    const remote = requireRemote(flags, terminal);
    const { told, isFine } = await uploadReports(remote, flags, terminal, (one) =>
      terminal.print(describeUploadOutcome(one)),
    );
    const gate = asks ? await askGate(remote, app, flags) : null;
    if (gate !== null) terminal.print(describeGate(gate));
    const markdown = markdownSummary(remote.url, told, gate);
    const file = (flags.values.summary as string | undefined) || terminal.env.GITHUB_STEP_SUMMARY;
    if (file) append(file, markdown);
    if (terminal.env.GITHUB_OUTPUT) append(terminal.env.GITHUB_OUTPUT, outputsOf(told, gate));
    if (flags.values.comment === true) {
      terminal.say(await commentOnChange(terminal.env, commentName(app, flags), markdown));
    }
    return isFine && gate?.result !== "fail" ? 0 : 1;
  },
};

/** Jobs for other apps, platforms or cycles have comments of their own. */
function commentName(app: string, { values }: Flags): string {
  const platforms = ((values.platform as string[] | undefined) ?? []).join(",").split(",").sort().join(",");
  return [app, platforms, values.cycle ?? ""].join("/");
}

/** Outputs for later steps of the job, a line each. */
function outputsOf(told: readonly UploadOutcome[], gate: Gate | null): string {
  const runs = told.filter((one) => "counts" in one);
  const sum = (what: "recorded" | "unmatched" | "passed" | "failed") =>
    runs.reduce((all, { counts }) => all + counts[what], 0);
  const lines = [
    `matched=${sum("recorded")}`,
    `unmatched=${sum("unmatched")}`,
    `passed=${sum("passed")}`,
    `failed=${sum("failed")}`,
    ...(gate === null ? [] : [`gate=${gate.result}`, `percent-complete=${gate.percent_complete}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function append(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
