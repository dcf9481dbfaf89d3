// Exporting and importing a workspace between worlds, by the commands that operators use; and what is in such a file, opened with its key.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Config } from "../../../src/startup/config.ts";
import { newFileSecret, readWorkspaceFile, writeWorkspaceFile } from "../../../src/storage/backup/workspace-file.ts";
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
