// The file that a workspace is exported to: the lines of a backup that holds one workspace, encrypted as a whole with a key that is made for this
// file alone. Without the key it reveals nothing but what kind of file it is; with it, whatever was changed in it is noticed.
import * as z from "zod";
import { opened, type Seal, SealBroken, sealed } from "../../lib/crypto/sealed-stream.ts";
import { newLongToken } from "../../lib/crypto/token.ts";
import { type Passage, readLineFile, writeLineFile } from "../../lib/files/line-file.ts";
import { fitting } from "./backup-file.ts";

const FORMAT = 1;
const HEADING = "Retest workspace, format ";

const HeaderSchema = z.object({
  retest: z.literal("workspace"),
  schema: z.int().min(1),
  taken_at: z.string(),
  /** Whether the file has the attached files, too. */
  files: z.boolean(),
});
export type WorkspaceHeader = z.infer<typeof HeaderSchema>;

/** The file is none that is known, or its key is another one: what to tell whoever has it. */
export class UnopenedFile extends Error {}

export function newFileSecret(): string {
  return newLongToken();
}

export async function writeWorkspaceFile(
  file: string,
  secret: string,
  header: WorkspaceHeader,
  lines: AsyncIterable<unknown>,
): Promise<void> {
  await writeLineFile(file, withHeader(header, lines), (source) =>
    sealed(source, `${HEADING}${FORMAT}`, sealOf(secret)),
  );
}

async function* withHeader(header: WorkspaceHeader, lines: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  yield header;
  yield* lines;
}

/** Reading it throws `UnopenedFile`, `DamagedBackup` or what is wrong with the file itself. */
export async function* readWorkspaceFile(file: string, secret: string): AsyncGenerator<unknown> {
  const passage: Passage = (source) =>
    opened(source, (heading) => {
      if (!heading.startsWith(HEADING)) throw new SealBroken("no heading");
      if (heading !== `${HEADING}${FORMAT}`) {
        throw new UnopenedFile("was made by a newer version of Retest: use that version");
      }
      return sealOf(secret);
    });
  try {
    yield* readLineFile(file, passage);
  } catch (error) {
    throw error instanceof SealBroken ? new UnopenedFile(MEANS[error.reason]) : error;
  }
}

const MEANS: Record<SealBroken["reason"], string> = {
  "no heading": "is not an export of a workspace",
  "first piece": "can't be opened with this key: it is another file's, or the file is damaged",
  "later piece": "is damaged, or incomplete",
  incomplete: "is incomplete",
};

/** Throws `DamagedBackup`. */
export async function readWorkspaceHeader(lines: AsyncGenerator<unknown>): Promise<WorkspaceHeader> {
  return fitting(HeaderSchema, (await lines.next()).value);
}

function sealOf(secret: string): Seal {
  return { secret, purpose: "workspace-file/v1" };
}
