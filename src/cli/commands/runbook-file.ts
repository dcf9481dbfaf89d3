// The file that `retest app import` reads and `retest app export` writes.
import { readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { suggestion } from "../../lib/text/did-you-mean.ts";
import { splitList } from "../../lib/text/text.ts";
import { COLUMN_FIELDS, type ColumnMatch } from "../../wire/runbook/importers/reading/column-fields.ts";
import {
  type AskedReading,
  IMPORT_FORMATS,
  type ImportFormat,
  type RunbookFormat,
} from "../../wire/runbook/runbook-format.ts";
import { type CliCommand, type Flags, requireNoMore, UsageError } from "../command.ts";
import { REMOTE_DETAILS, REMOTE_FLAGS } from "../remote/ask-server.ts";
import type { Terminal } from "../terminal.ts";

const FORMATS: Record<string, RunbookFormat> = {
  ".yaml": "yaml",
  ".yml": "yaml",
  ".json": "json",
  ".csv": "csv",
  ".tsv": "csv",
};
const STANDARD_INPUT = 0;
/** Bytes of a runbook: more than a server takes, as nobody else waits for this process. */
const MAX_BYTES = 33_554_432;

/** What both kinds of importing are called and understand: into one's own database, and into a server's. */
export const IMPORT: Omit<CliCommand, "run"> = {
  name: "app import",
  usage:
    "app import FILE [--app APP | --name NAME --platforms CODES] [--format FORMAT] [--column FIELD=NAME]... [--ref-prefix TEXT] [--keep-fields] [--dry-run] [--prune] [--url URL] [--key KEY] [--json]",
  summary: "Creates an app from a runbook or from another tool's export, or updates an app to match it.",
  details: [
    "FILE           the runbook or export; - for standard input",
    "--app          id or name of the app to update; by default the app that the file names",
    "--name         of a new app, for a file that names none, with --platforms (codes, with commas)",
    `--format       ${IMPORT_FORMATS.join(", ")}; by default what the file looks like`,
    `--column       of a table: matches a column with ${COLUMN_FIELDS.join(", ")}; others are left out`,
    "--ref-prefix   is put in front of the ids of another tool",
    "--keep-fields  puts fields that a check does not have at the end of its instructions",
    "--dry-run      shows what would happen, and changes nothing",
    "--prune        archives checks and deletes sections and unused platforms that are not in the file",
    "--json         prints the plan as an object",
    REMOTE_DETAILS,
  ].join("\n"),
  flags: {
    app: { type: "string" },
    "dry-run": { type: "boolean" },
    prune: { type: "boolean" },
    name: { type: "string" },
    platforms: { type: "string" },
    format: { type: "string" },
    column: { type: "string", multiple: true },
    "ref-prefix": { type: "string" },
    "keep-fields": { type: "boolean" },
    json: { type: "boolean" },
    ...REMOTE_FLAGS,
  },
};

export const EXPORT: Omit<CliCommand, "run"> = {
  name: "app export",
  usage: "app export APP [--format yaml|json|csv] [--out FILE] [--url URL] [--key KEY]",
  summary: "Writes an app's runbook as a file that can be imported again.",
  details: `--format   by default from the name of FILE, else yaml\n--out      where to write it; by default standard output\n${REMOTE_DETAILS}`,
  flags: { format: { type: "string" }, out: { type: "string" }, ...REMOTE_FLAGS },
};

/** Reads the file; its name and the flags say how. */
export function readRunbookFile(flags: Flags): { bytes: Buffer; asked: AskedReading } {
  requireNoMore(flags, 1, IMPORT.name);
  const [path] = flags.positionals;
  if (path === undefined) throw new UsageError("Name the file to import. See: retest app import --help");
  const columns = requireColumns((flags.values.column as string[] | undefined) ?? []);
  const asked: AskedReading = {
    type: FORMATS[extname(path).toLowerCase()] ?? null,
    format: requireImportFormat(flags.values.format as string | undefined) ?? (columns === null ? null : "table"),
    columns,
    guesses: flags.values["dry-run"] === true,
    refPrefix: String(flags.values["ref-prefix"] ?? ""),
    keepFields: flags.values["keep-fields"] === true,
  };
  return { bytes: readBytes(path), asked };
}

/** What a new app is called and runs on, where the file does not say. */
export function namesOf({ values }: Flags): { name: string | undefined; platforms: string[] } {
  return { name: values.name as string | undefined, platforms: splitList(String(values.platforms ?? "")) };
}

/** The columns that flags name; null without any. */
function requireColumns(given: readonly string[]): ColumnMatch | null {
  const columns: ColumnMatch = {};
  for (const one of given) {
    const [, word = "", name = ""] = /^(\w+)=(.+)$/s.exec(one) ?? [];
    const field = COLUMN_FIELDS.find((known) => known === word);
    if (field === undefined) {
      throw new UsageError(
        `--column must be FIELD=NAME with a field of ${COLUMN_FIELDS.join(", ")}, not ${JSON.stringify(one)}.${suggestion(word, COLUMN_FIELDS)}`,
      );
    }
    columns[field] = [...(columns[field] ?? []), name];
  }
  return given.length === 0 ? null : columns;
}

function requireImportFormat(given: string | undefined): ImportFormat | null {
  if (given === undefined) return null;
  const format = IMPORT_FORMATS.find((one) => one === given);
  if (format !== undefined) return format;
  const help = suggestion(given, IMPORT_FORMATS);
  throw new UsageError(`--format must be ${IMPORT_FORMATS.join(", ")}, not ${JSON.stringify(given)}.${help}`);
}

function readBytes(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path === "-" ? STANDARD_INPUT : path);
  } catch (error) {
    throw new UsageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (bytes.length > MAX_BYTES) throw new UsageError(`${path} is too large: at most ${MAX_BYTES} bytes are accepted.`);
  return bytes;
}

/** The app to export, the format and the file. */
export function requireExport(flags: Flags): { app: string; format: RunbookFormat; out: string | undefined } {
  requireNoMore(flags, 1, EXPORT.name);
  const [app] = flags.positionals;
  if (app === undefined) throw new UsageError("Name the app, by its id or name. See: retest app export --help");
  const out = flags.values.out as string | undefined;
  return { app, format: requireFormat(flags.values.format as string | undefined, out), out };
}

function requireFormat(given: string | undefined, out: string | undefined): RunbookFormat {
  const format = given === undefined ? (FORMATS[extname(out ?? "").toLowerCase()] ?? "yaml") : FORMATS[`.${given}`];
  if (format === undefined) throw new UsageError(`--format must be yaml, json or csv, not ${JSON.stringify(given)}.`);
  return format;
}

export async function writeRunbookFile(out: string | undefined, bytes: Buffer, terminal: Terminal): Promise<void> {
  if (out === undefined) await terminal.write(bytes);
  else writeFileSync(out, bytes);
}
