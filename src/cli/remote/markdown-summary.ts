// What a CI job found out, in Markdown: for the page of the job, and for a comment on the change that it tested.
import { counted } from "../../lib/text/counted.ts";
import { oneLine } from "../../lib/text/text.ts";
import type { Gate } from "./ask-gate.ts";
import type { Run, UploadOutcome } from "./upload-reports.ts";

type Case = Run["cases"][number];

/** A comment of GitHub's has room for 65,536 characters. */
const MOST_FAILED = 50;
const MOST_UNMATCHED = 20;
const LONGEST_NAME = 200;

/** A summary in Markdown; `gate` is null where it wasn't asked for. */
export function markdownSummary(url: string, told: readonly UploadOutcome[], gate: Gate | null): string {
  const runs = told.filter((one) => "counts" in one);
  const refused = told.filter((one) => "error" in one);
  const cases = runs.flatMap((run) => run.cases);
  const failed = cases.filter(({ outcome }) => outcome === "failed");
  const lost = cases.filter(({ fate }) => fate === "unmatched" || fate === "ambiguous");
  const parts = [
    headingOf(url, runs[0]?.app ?? gate?.app ?? null, gate),
    ...(gate === null ? [] : gatePartOf(gate)),
    ...(runs.length === 0 ? [] : [recordedIn(runs)]),
    ...refused.map(({ file, error }) => `**${code(file)} was refused:** ${code(error.message)}`),
    ...listOf(`${counted(failed.length, "test")} failed`, ["Check", "Test"], failed, MOST_FAILED, (one) => [
      one.check === null ? "none" : `${code(one.check.ref)} ${code(one.check.title)}`,
      code(one.name),
    ]),
    ...listOf(`${counted(lost.length, "case")} without a check`, ["Test", "Why"], lost, MOST_UNMATCHED, (one) => [
      code(one.name),
      `${code(one.why ?? one.fate)}${one.candidates.map(({ ref }) => ` ${code(ref)}`).join("")}`,
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function headingOf(url: string, app: Run["app"] | null, gate: Gate | null): string {
  if (app === null) return "### Retest";
  const verdict = gate === null ? "" : `: ${gate.result === "pass" ? "✅ the gate passes" : "❌ the gate fails"}`;
  const cycle = gate?.cycle === undefined ? "" : `, ${code(gate.cycle.name)}`;
  return `### Retest: [${code(app.name)}](${url}/apps/${app.id})${cycle}${verdict}`;
}

function gatePartOf({ reasons, platforms, ...figures }: Gate): string[] {
  const { passed, failed, needs_retest, untested, percent_complete, open_issues } = figures;
  return [
    ...(reasons.length === 0 ? [] : [reasons.map(({ message }) => `- ${message}`).join("\n")]),
    table(
      ["Platforms", "Tested", "Passed", "Failed", "Need a retest", "Untested", "Open issues"],
      [
        [
          platforms.map(code).join(", "),
          `${percent_complete} %`,
          ...[passed, failed, needs_retest, untested, open_issues].map(String),
        ],
      ],
    ),
  ];
}

function recordedIn(runs: readonly Run[]): string {
  const sum = (what: keyof Run["counts"]) => runs.reduce((all, { counts }) => all + counts[what], 0);
  const fates = `${sum("recorded")} matched, ${sum("skipped")} skipped, ${sum("unmatched")} unmatched, ${sum("ambiguous")} ambiguous`;
  return `${counted(sum("cases"), "case")} in ${counted(runs.length, "report")}: ${fates}. Recorded ${sum("passed")} passed and ${sum("failed")} failed.`;
}

function listOf(title: string, head: string[], all: Case[], most: number, row: (one: Case) => string[]): string[] {
  if (all.length === 0) return [];
  const more = all.length > most ? [`and ${all.length - most} more`] : [];
  return [`#### ${title}`, table(head, all.slice(0, most).map(row)), ...more];
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** A name set as code, so that no test's name makes markup, mentions somebody or links somewhere. */
function code(text: string): string {
  const line = oneLine(text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text) || " ";
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${line.replaceAll("|", "\\|")}${space}${fence}`;
}
