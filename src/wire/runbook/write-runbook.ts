// Writes a runbook as a file: the same bytes for the same runbook, and nothing changes when it is imported again.
import { joinInPieces } from "../../lib/async/join-in-pieces.ts";
import { writeCsvRow } from "../../lib/formats/csv.ts";
import { yamlQuoted, yamlText } from "../../lib/formats/yaml-text.ts";
import type { ExportedCheck, Runbook } from "../../storage/status/runbook-export.ts";
import type { RunbookFormat } from "./runbook-format.ts";
import { CSV_COLUMNS, STATUS_COLUMN } from "./runbook-from-csv.ts";

export function writeRunbook(runbook: Runbook, format: RunbookFormat): Promise<Buffer> {
  return joinInPieces(WRITERS[format](runbook));
}

const WRITERS: Record<RunbookFormat, (runbook: Runbook) => Generator<string>> = {
  yaml: yamlOf,
  json: jsonOf,
  csv: csvOf,
};

function* yamlOf({ app, appConfig, sections }: Runbook): Generator<string> {
  yield `name: ${yamlText(app.name, "  ")}\nmode: ${app.mode}\nprefix: ${yamlText(app.prefix, "  ")}\nplatforms:\n`;
  for (const { code, label } of appConfig.platforms) {
    yield `  - code: ${yamlText(code, "      ")}\n    label: ${yamlText(label, "      ")}\n`;
  }
  if (appConfig.repositories.length > 0) yield "repositories:\n";
  for (const { repo, platforms } of appConfig.repositories) {
    yield `  - repo: ${yamlText(repo, "      ")}\n    platforms: ${yamlCodes(platforms)}\n`;
  }
  yield sections.length === 0 ? "sections: []\n" : "sections:\n";
  for (const { section, checks } of sections) {
    yield `  - ref: ${yamlText(section.ref, "      ")}\n    title: ${yamlText(section.title, "      ")}\n`;
    yield checks.length === 0 ? "    checks: []\n" : "    checks:\n";
    for (const check of checks) yield yamlCheck(check, appConfig);
  }
}

function yamlCheck(check: ExportedCheck, appConfig: Runbook["appConfig"]): string {
  const indent = "          ";
  const marks = marksOf(check, appConfig);
  let text = `      - ref: ${yamlText(check.ref, indent)}\n        title: ${yamlText(check.title, indent)}\n`;
  if (check.instructions !== null) text += `        instructions: ${yamlText(check.instructions, indent)}\n`;
  if (marks.length > 0) text += `        not_applicable: ${yamlCodes(marks)}\n`;
  return text;
}

/** Inside brackets more characters mean something: what is not a bare word is quoted. */
function yamlCodes(codes: readonly string[]): string {
  const list = codes.map((code) => (/^[a-z][\w-]*$/.test(code) ? yamlText(code, "") : yamlQuoted(code)));
  return `[${list.join(", ")}]`;
}

function* jsonOf({ app, appConfig, sections }: Runbook): Generator<string> {
  const head = {
    name: app.name,
    mode: app.mode,
    prefix: app.prefix,
    platforms: appConfig.platforms.map(({ code, label }) => ({ code, label })),
    ...(appConfig.repositories.length === 0 ? {} : { repositories: appConfig.repositories }),
  };
  yield `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "sections": [`;
  for (const [i, { section, checks }] of sections.entries()) {
    const opening = `"ref": ${JSON.stringify(section.ref)},\n      "title": ${JSON.stringify(section.title)}`;
    yield `${i === 0 ? "" : ","}\n    {\n      ${opening},\n      "checks": [`;
    for (const [j, check] of checks.entries()) yield `${j === 0 ? "" : ","}\n        ${jsonCheck(check, appConfig)}`;
    yield `${checks.length === 0 ? "" : "\n      "}]\n    }`;
  }
  yield `${sections.length === 0 ? "" : "\n  "}]\n}\n`;
}

function jsonCheck(check: ExportedCheck, appConfig: Runbook["appConfig"]): string {
  const marks = marksOf(check, appConfig);
  const { ref, title, instructions } = check;
  const fields = {
    ref,
    title,
    ...(instructions === null ? {} : { instructions }),
    ...(marks.length === 0 ? {} : { not_applicable: marks }),
  };
  return JSON.stringify(fields, null, 2).replaceAll("\n", "\n        ");
}

/** Begins with the mark by which spreadsheets know UTF-8. A section without checks has a row of its own. */
function* csvOf({ appConfig, sections }: Runbook): Generator<string> {
  const codes = appConfig.platforms.map(({ code }) => code);
  yield `\ufeff${writeCsvRow([...CSV_COLUMNS, ...codes.map((code) => STATUS_COLUMN + code)])}`;
  for (const { section, checks } of sections) {
    if (checks.length === 0) yield writeCsvRow([section.ref, section.title, "", "", "", "", ...codes.map(() => "")]);
    for (const check of checks) {
      const { ref, title, instructions } = check;
      const statuses = codes.map((code) => check.statuses.get(code) ?? "");
      const marks = marksOf(check, appConfig).join(", ");
      yield writeCsvRow([section.ref, section.title, ref, title, instructions ?? "", marks, ...statuses]);
    }
  }
}

function marksOf({ statuses }: ExportedCheck, { platforms }: Runbook["appConfig"]): string[] {
  return platforms.map(({ code }) => code).filter((code) => statuses.get(code) === "not_applicable");
}
