// The file that `retest app import` reads and `retest app export` writes.
import { readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import type { RunbookFormat } from "../../wire/runbook/runbook-format.ts";
import { type CliCommand, type Flags, requireNoMore, UsageError } from "../command.ts";
import { REMOTE_DETAILS, REMOTE_FLAGS } from "../remote/ask-server.ts";
import type { Terminal } from "../terminal.ts";

const FORMATS: Record<string, RunbookFormat> = { ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".csv": "csv" };
const STANDARD_INPUT = 0;
/** More than a server takes: nobody else waits for this process. */
const MAX_BYTES = 33_554_432;

/** What both kinds of importing are called and understand: into one's own database, and into a server's. */
export const IMPORT: Omit<CliCommand, "run"> = {
  name: "app import",
  usage: "app import FILE [--app APP] [--dry-run] [--prune] [--url URL] [--key KEY] [--json]",
  summary: "Creates an app from a runbook in YAML, JSON or CSV, or updates an app to match it.",
  details: `FILE       the runbook; - for standard input\n--app      id or name of the app to update; by default the app that the file names\n--dry-run  shows what would happen, and changes nothing\n--prune    archives checks and deletes sections and unused platforms that are not in the file\n--json     prints the plan as an object\n${REMOTE_DETAILS}`,
  flags: {
    app: { type: "string" },
    "dry-run": { type: "boolean" },
    prune: { type: "boolean" },
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

/** Null for a format that its name does not tell. */
export function readRunbookFile(flags: Flags): { bytes: Buffer; format: RunbookFormat | null } {
  requireNoMore(flags, 1, IMPORT.name);
  const [path] = flags.positionals;
  if (path === undefined) throw new UsageError("Name the file to import. See: retest app import --help");
  return { bytes: readBytes(path), format: FORMATS[extname(path).toLowerCase()] ?? null };
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

/** The app to export, and how. */
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
