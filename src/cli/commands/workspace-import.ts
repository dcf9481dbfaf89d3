// `retest workspace import`: puts an exported workspace beside those that are there, whole or not at all, while servers run.
import { readFileSync } from "node:fs";
import { counted } from "../../lib/text/counted.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { workspaceName } from "../../wire/fields.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import { explainImport } from "../explain-import.ts";
import { type ImportedWorkspace, importWorkspace } from "../import-workspace.ts";
import { withStore } from "../with-store.ts";

export const workspaceImport: CliCommand = {
  name: "workspace import",
  usage: "workspace import FILE --key-file KEY_FILE [--name NAME] [--dry-run]",
  summary:
    "Puts a workspace that was exported beside those that are here, whole or not at all. A server may run meanwhile.",
  details:
    "--key-file  holds the key that the export has shown; - reads it from standard input\n--name      another name for the workspace\n--dry-run   says what would be imported, or what is in the way, and changes nothing\n\nWhat is in it keeps its ids, so nothing of it may be here already. `retest backup` and `restore` move a whole installation.",
  flags: { "key-file": { type: "string" }, name: { type: "string" }, "dry-run": { type: "boolean" } },
  async run(flags, terminal) {
    requireNoMore(flags, 1, "workspace import");
    const [file] = flags.positionals;
    if (file === undefined) throw new UsageError("Name the file to read. See: retest workspace import --help");
    const secret = readKey(flags.values["key-file"] as string | undefined);
    const name = flags.values.name === undefined ? null : requireName(flags.values.name as string);
    const isDry = flags.values["dry-run"] === true;
    return withStore(terminal, async (store, config) => {
      const imported = await importWorkspace(store, config, { file, secret, name, isDry, terminal }).catch((error) => {
        throw explainImport(error, file);
      });
      for (const line of told(imported, isDry)) terminal.print(line);
      return 0;
    });
  },
};

function told({ workspace, rows, files, header }: ImportedWorkspace, isDry: boolean): string[] {
  const what = `the workspace ${JSON.stringify(workspace.name)}`;
  const much = `${thousands(rows)} rows and ${counted(files, "file")}, as they were at ${header.taken_at}`;
  const lines = [
    isDry
      ? `Would import ${what}, on the plan ${workspace.plan}: ${much}. Nothing was changed.`
      : `Imported ${what} (${workspace.id}), on the plan ${workspace.plan}: ${much}.`,
  ];
  if (!header.files) {
    lines.push(
      "The export was made without the attached files: copy them by other means; retest doctor tells which are missing.",
    );
  }
  if (isDry) return lines;
  return [
    ...lines,
    "Everybody has to sign in again. Notifications, messages to tools and mails that were not sent yet are not sent from here: where the workspace came from still may.",
    "It goes on there as it was: archive its apps there, and point tools to this address.",
  ];
}

function requireName(given: string): string {
  const read = workspaceName.safeParse(given);
  if (read.success) return read.data;
  throw new UsageError(`The name of the workspace: ${read.error.issues[0]!.message}.`);
}

function readKey(file: string | undefined): string {
  if (file === undefined) {
    throw new UsageError(
      "--key-file is required: a file with the key of the export. See: retest workspace import --help",
    );
  }
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8").trim();
  } catch (error) {
    throw new UsageError(`${file} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
