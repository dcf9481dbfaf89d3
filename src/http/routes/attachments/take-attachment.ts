// Takes a file that somebody attaches: it is on the disk, or in the bucket, before anything names it.
import type { IncomingMessage } from "node:http";
import { noteFile, type SentAttachment } from "../../../actions/attachments/keep-file.ts";
import {
  attachmentName,
  kindOf,
  maxBytes,
  requireFormat,
  requireRoom,
  tooLarge,
} from "../../../domain/attachments/attachment.ts";
import { Fault } from "../../../domain/fault.ts";
import { MAX_RECORDING_BYTES } from "../../../domain/limits.ts";
import { newFileKey } from "../../../lib/files/file-store.ts";
import { HEAD_BYTES } from "../../../lib/files/media-format.ts";
import { S3Failure } from "../../../lib/network/s3-client.ts";
import { type AttachmentOwner, countAttachments } from "../../../storage/attachments/attachments.ts";
import { type PersonActor, turnOf } from "../../pipeline/request-actor.ts";
import type { Services } from "../../pipeline/services.ts";
import type { Upload } from "../../pipeline/uploads.ts";

interface Attaching {
  services: Services;
  actor: PersonActor;
  request: IncomingMessage;
  query: { name: string };
  admitAgain(): Promise<PersonActor>;
}

/** Performs the action by which the file counts, as whoever has sent it. */
type Keep<Kept> = (sent: SentAttachment, actor: PersonActor) => Promise<Kept>;

/** Throws `not_found`, `too_large`, `unsupported_media_type`, what `keep` throws, and what whoever may not send it any more is refused with. */
export async function takeAttachment<Kept>(
  { services, actor, request, query, admitAgain }: Attaching,
  owner: AttachmentOwner,
  keep: Keep<Kept>,
): Promise<Kept> {
  const keepAdmitted = async (sent: SentAttachment) => keep(sent, await admitAgain());
  requireRoom(owner.kind, await countAttachments(services.reader, actor.reach, owner));
  return services.uploads.take(request, turnOf(actor), (upload) => save(services, query.name, upload, keepAdmitted));
}

async function save<Kept>(
  { files, performer }: Services,
  name: string,
  upload: Upload,
  keep: (sent: SentAttachment) => Promise<Kept>,
): Promise<Kept> {
  if ((upload.announced ?? 0) > MAX_RECORDING_BYTES) throw tooLarge("recording");
  const head = await upload.head(HEAD_BYTES);
  const format = requireFormat(head);
  const kind = kindOf(format);
  if ((upload.announced ?? 0) > maxBytes(kind)) throw tooLarge(kind);
  const file = newFileKey();
  await performer.perform(noteFile, { file });
  await files
    .put(
      file,
      upload.bytes(head, maxBytes(kind), () => tooLarge(kind)),
    )
    .catch((error: Error) => {
      if (error instanceof Fault) throw error;
      const why =
        error instanceof S3Failure ? "the object storage does not take it" : "the server's disk is full or failing";
      throw new Fault("unavailable", `The file can't be saved now: ${why}. Try again in a moment.`, error);
    });
  const { size } = upload;
  const sent = { name: attachmentName(name, format), kind, type: format.type, size, hash: upload.hash(), file };
  return keep(sent).catch(async (error) => {
    // The file is removed only if it is certain that nothing names it; else that is left to the retention job.
    if (error instanceof Fault && error.code !== "unavailable") await files.remove(file).catch(() => {});
    throw error;
  });
}
