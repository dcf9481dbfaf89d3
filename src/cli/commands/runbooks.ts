// `retest app import|export`

import { readFileSync, writeFileSync } from "node:fs";
import { extname } from "node:path";
import { type Imported, importRunbook } from "../../actions/apps/import-runbook.ts";
import type { ImportStep } from "../../domain/runbook/import-steps.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { getRunbook } from "../../storage/runbook/runbook-export.ts";
import { presentImport } from "../../wire/runbook/import-request.ts";
import { requireRunbook } from "../../wire/runbook/read-runbook-in-thread.ts";
import type { RunbookFormat } from "../../wire/runbook/runbook-format.ts";
import { writeRunbook } from "../../wire/runbook/write-runbook.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import { commandLineActor, withStore, withStoreRead } from "../with-store.ts";

const FORMATS: Record<string, RunbookFormat> = { ".yaml": "yaml", ".yml": "yaml", ".json": "json", ".csv": "csv" };
const STANDARD_INPUT = 0;
/** More than a server takes: nobody else waits for this process. */
const MAX_BYTES = 33_554_432;

export const appImport: CliCommand = {
  name: "app import",
  usage: "app import FILE [--app APP] [--dry-run] [--prune] [--json]",
  summary: "Creates an app from a runbook in YAML, JSON or CSV, or updates an app to match it.",
  details:
    "FILE       the runbook; - for standard input\n--app      id or name of the app to update; by default the app that the file names\n--dry-run  shows what would happen, and changes nothing\n--prune    archives checks and deletes sections and unused platforms that are not in the file\n--json     prints the plan as an object",
  flags: {
    app: { type: "string" },
    "dry-run": { type: "boolean" },
    prune: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "app import");
    const [path] = flags.positionals;
    if (path === undefined) throw new UsageError("Name the file to import. See: retest app import --help");
    const bytes = readFile(path);
    const file = await requireRunbook(bytes, FORMATS[extname(path).toLowerCase()] ?? null, "");
    const app = (flags.values.app as string | undefined) ?? null;
    const dryRun = flags.values["dry-run"] === true;
    return withStore(terminal, async ({ performer, workspace }) => {
      const actor = commandLineActor(workspace);
      const input = { actor, app, file, prune: flags.values.prune === true, dryRun };
      const imported = await performer.perform(importRunbook, input, COMMAND_LINE);
      terminal.print(flags.values.json ? JSON.stringify(presentImport(imported, dryRun)) : describe(imported, dryRun));
      return 0;
    });
  },
};

export const appExport: CliCommand = {
  name: "app export",
  usage: "app export APP [--format yaml|json|csv] [--out FILE]",
  summary: "Writes an app's runbook as a file that can be imported again.",
  details:
    "--format  by default from the name of FILE, else yaml\n--out     where to write it; by default standard output",
  flags: { format: { type: "string" }, out: { type: "string" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "app export");
    const [name] = flags.positionals;
    if (name === undefined) throw new UsageError("Name the app, by its id or name. See: retest app export --help");
    const out = flags.values.out as string | undefined;
    const format = requireFormat(flags.values.format as string | undefined, out);
    return withStoreRead(terminal, async ({ reader, workspace }) => {
      const runbook = await getRunbook(reader, { workspaceId: workspace.id, apps: null }, name);
      const bytes = await writeRunbook(runbook, format);
      if (out === undefined) await terminal.write(bytes);
      else writeFileSync(out, bytes);
      return 0;
    });
  },
};

function readFile(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path === "-" ? STANDARD_INPUT : path);
  } catch (error) {
    throw new UsageError(`${path} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (bytes.length > MAX_BYTES) throw new UsageError(`${path} is too large: at most ${MAX_BYTES} bytes are accepted.`);
  return bytes;
}

function requireFormat(given: string | undefined, out: string | undefined): RunbookFormat {
  const format = given === undefined ? (FORMATS[extname(out ?? "").toLowerCase()] ?? "yaml") : FORMATS[`.${given}`];
  if (format === undefined) throw new UsageError(`--format must be yaml, json or csv, not ${JSON.stringify(given)}.`);
  return format;
}

const SIGN = { create: "+", change: "~", move: ">", archive: "-", delete: "-" };

function describe({ app, created, steps, counts }: Imported, dryRun: boolean): string {
  const lines = steps.map(line);
  const { created: made, changed, moved, archived, deleted, unchanged } = counts;
  const sum = `${made} created, ${changed} changed, ${moved} moved, ${archived} archived, ${deleted} deleted, ${unchanged} unchanged.`;
  if (dryRun) lines.push(`Nothing was changed. An import would give: ${sum}`);
  else if (steps.length === 0) lines.push(`"${app!.name}" matches the file already: nothing changed.`);
  else lines.push(`${created ? "Created" : "Updated"} "${app!.name}" (${app!.id}): ${sum}`);
  return lines.join("\n");
}

function line({ change, kind, ref, title, details }: ImportStep): string {
  const changes = Object.entries(details).map(([field, { from, to }]) => `${field}: ${short(from)} -> ${short(to)}`);
  const name = [ref, JSON.stringify(title)].filter((part) => part !== null).join(" ");
  return `${SIGN[change]} ${change} ${kind} ${name}${changes.length === 0 ? "" : ` (${changes.join("; ")})`}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59).toWellFormed()}…` : text;
}
