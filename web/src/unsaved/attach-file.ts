// Attaches a file that was kept for an issue or a result, once: what may have arrived before its answer was lost is looked for first.
import { ApiError, addressOf, get, isMissing } from "../api/client.ts";
import { readerHeader } from "../api/reader.ts";
import { sendFile } from "../api/send-file.ts";
import { forgetFiles, readFiles } from "../api/stored-files.ts";
import type { Attachment } from "../api/types.ts";
import type { ChangeOf } from "../api/unsaved-change.ts";
import { changeUnsaved } from "../api/unsaved-store.ts";

/** Attaches a file; `id` is that of the change. */
export async function attachFile(change: ChangeOf<"attach">, id: string): Promise<void> {
  const owner = change.result === undefined ? `/issues/${change.issue}` : `/results/${change.result}`;
  const [file] = await readFiles(change.file);
  if (file === undefined) {
    const where = change.result === undefined ? "on the issue's page" : "in the history of the check";
    throw new ApiError(400, "gone", `This browser no longer has the file. Attach it ${where}.`);
  }
  const there = await get<{ attachments?: Attachment[] }>(owner).catch((error) => {
    // A result that was taken back takes its files along.
    if (change.result === undefined || !isMissing(error)) throw error;
    return null;
  });
  const names = (there?.attachments ?? []).map(({ name }) => name);
  if (change.before === undefined) changeUnsaved(id, { change: { ...change, before: names } });
  const fresh = names.filter((name) => change.before?.includes(name) === false);
  const sizes = await Promise.all(fresh.map((name) => sizeOf(owner, name)));
  if (there !== null && !sizes.includes(file.size)) await send(owner, file);
  await forgetFiles((name) => name === change.file);
}

/** The server has just answered: a file that it does not take to the end is the fault of the file. */
async function send(owner: string, file: File): Promise<void> {
  try {
    await sendFile(owner, file);
  } catch (error) {
    const isCut = error instanceof ApiError && error.status === 0;
    throw isCut ? new ApiError(500, error.code, error.message) : error;
  }
}

async function sizeOf(owner: string, name: string): Promise<number> {
  const address = addressOf(`${owner}/attachments/${encodeURIComponent(name)}`);
  const answer = await fetch(address, { headers: { range: "bytes=0-0", ...readerHeader() } });
  return Number(answer.headers.get("content-range")?.split("/")[1]);
}
