// Exporting and importing a workspace between worlds, by the commands that operators use; and what is in such a file, opened with its key.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import type { Config } from "../../../src/startup/config.ts";
import { newFileSecret, readWorkspaceFile, writeWorkspaceFile } from "../../../src/storage/backup/workspace-file.ts";
import { MIGRATIONS } from "../../../src/storage/migrations/all.ts";
import { migrateSqlite } from "../../../src/storage/migrations/migrate.ts";
import { command } from "./command.ts";
import type { Outcome, Settings } from "./run-cli.ts";

type Where = { config: Pick<Config, "dataDir" | "databaseUrl" | "secretKey"> };

/** What a command is told to work on the database of a world. */
export function settingsOf({ config: { dataDir, databaseUrl, secretKey } }: Where): Settings {
  const place: Settings = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl };
  return { RETEST_DATA_DIR: dataDir, RETEST_SECRET_KEY: secretKey, ...place };
}

export interface ExportedFile {
  folder: string;
  file: string;
  keyFile: string;
  secret: string;
  outcome: Outcome;
  remove(): void;
}

export async function exportFrom(world: Where, workspace: string, ...more: string[]): Promise<ExportedFile> {
  const folder = mkdtempSync(join(tmpdir(), "retest-export-"));
  const [file, keyFile] = [join(folder, "team.retest"), join(folder, "team.key")];
  const args = ["workspace", "export", file, "--key-file", keyFile, "--workspace", workspace, ...more];
  const outcome = await command(args, settingsOf(world));
  if (outcome.code === 2) throw new Error(outcome.stderr);
  const secret = readFileSync(keyFile, "utf8").trim();
  return { folder, file, keyFile, secret, outcome, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function importInto(
  world: Where,
  { file, keyFile }: Pick<ExportedFile, "file" | "keyFile">,
  ...more: string[]
): Promise<Outcome> {
  return command(["workspace", "import", file, "--key-file", keyFile, ...more], settingsOf(world));
}

/** Every line of it. */
export async function linesIn({ file, secret }: Pick<ExportedFile, "file" | "secret">): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readWorkspaceFile(file, secret)) lines.push(JSON.stringify(line));
  return lines;
}

/** The same file with other lines in it, under the same key, as somebody makes it who has the key. */
export async function rewritten(
  { folder, file, keyFile, secret }: ExportedFile,
  change: (lines: string[]) => string[],
): Promise<Pick<ExportedFile, "file" | "keyFile">> {
  const [header, ...lines] = change(await linesIn({ file, secret }));
  const target = join(folder, `${newFileSecret()}.retest`);
  const values = async function* () {
    for (const line of lines) yield JSON.parse(line);
  };
  await writeWorkspaceFile(target, secret, JSON.parse(header!), values());
  return { file: target, keyFile };
}

type Row = Record<string, unknown>;

/** Of each row of a table in the lines of a file, those that are to stand in its place. */
function eachRow(table: string, change: (row: Row) => Row[]) {
  return (lines: string[]) => {
    let columns: string[] = [];
    let current = "";
    let more = 0;
    return lines.flatMap((line) => {
      const value = JSON.parse(line);
      if (!Array.isArray(value)) {
        if (value.table !== undefined) [current, columns] = [value.table, value.columns];
        if (value.end !== undefined) value.end.rows += more;
        return [JSON.stringify(value)];
      }
      if (current !== table) return [line];
      const changed = change(Object.fromEntries(columns.map((column, i) => [column, value[i]])));
      if (changed.length > 1) more += changed.length - 1;
      return changed.map((row) => JSON.stringify(columns.map((column) => row[column])));
    });
  };
}

/** Rows of a table in the lines of a file, changed one by one; null leaves one out. */
export function rowsIn(table: string, change: (row: Row) => Row | null) {
  return eachRow(table, (row) => [change(row)].filter((changed) => changed !== null));
}

/** With another row beside each of a table. */
export function withRow(table: string, another: (row: Row) => Row) {
  return eachRow(table, (row) => [row, another(row)]);
}

/** With an erasure of an app in it, under way but for what is said of it. */
export function withErasure(fields: Row) {
  return (lines: string[]) => {
    const [workspace, end] = [lines.findIndex((line) => line.startsWith('{"table":"workspace"')), lines.length - 1];
    const [id] = JSON.parse(lines[workspace + 1]!);
    const progress = '{"pass":1,"step":0,"after":null}';
    const whole = { id: "era_made_up", workspace_id: id, kind: "app", state: "running", subject: null, progress };
    const row: Row = { ...whole, changed: 0, started_at: 1, settles_at: 1, finished_at: null, ...fields };
    const { rows, files } = JSON.parse(lines[end]!).end;
    return [
      ...lines.slice(0, end),
      JSON.stringify({ table: "erasure", columns: Object.keys(row) }),
      JSON.stringify(Object.values(row)),
      JSON.stringify({ end: { rows: rows + 1, files } }),
    ];
  };
}

/** As the version before the last change of the schema would have written it: without the columns that came with that. */
export function ofSchemaBefore([header, ...lines]: string[]): string[] {
  const { schema, ...more } = JSON.parse(header!);
  const folder = mkdtempSync(join(tmpdir(), "retest-schema-"));
  const file = join(folder, "retest.db");
  migrateSqlite(file, MIGRATIONS.slice(0, schema - 1));
  const db = new DatabaseSync(file, { readOnly: true });
  let kept: boolean[] = [];
  const older = lines.map((line) => {
    const value = JSON.parse(line);
    if (Array.isArray(value)) return JSON.stringify(value.filter((_, i) => kept[i]));
    if (value.table === undefined) return line;
    const known = db.prepare("select name from pragma_table_info(?)").all(value.table.replaceAll('"', ""));
    kept = value.columns.map((column: string) => known.some(({ name }) => name === column));
    return JSON.stringify({ ...value, columns: value.columns.filter((_: string, i: number) => kept[i]) });
  });
  db.close();
  rmSync(folder, { recursive: true, force: true });
  return [JSON.stringify({ ...more, schema: schema - 1 }), ...older];
}

/** Without the attached files, whatever the header says of them. */
export function withoutFiles([header, ...lines]: string[], says: boolean): string[] {
  const rows = lines.filter((line) => !line.startsWith('{"file":') && !line.startsWith('"')).slice(0, -1);
  const { end } = JSON.parse(lines.at(-1)!);
  return [
    JSON.stringify({ ...JSON.parse(header!), files: says }),
    ...rows,
    JSON.stringify({ end: { ...end, files: 0 } }),
  ];
}
