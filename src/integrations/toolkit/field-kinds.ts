// Kinds of fields that settings and credentials of connections are made of.
import * as z from "zod";
import { MAX_CREDENTIAL, MAX_NAME, MAX_URL, MIN_SECRET_BYTES } from "../../domain/limits.ts";
import { lineText, listOf, lookupName } from "../../lib/schema/fields.ts";

export const credential = z
  .string()
  .min(1)
  .max(MAX_CREDENTIAL)
  .refine(
    (text) => text.isWellFormed() && text.trim() === text && !text.includes("\0"),
    "expected it as the tool shows it, without spaces around it",
  );
/** What requests are signed with: a few letters could be tried out by whoever has seen one of them. */
export const secret = credential.refine(
  (text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES,
  `too short to be kept secret: expected at least ${MIN_SECRET_BYTES} characters`,
);
export const base64 = secret.refine(
  (text) => Buffer.from(text, "base64").toString("base64") === text,
  "expected the token as the tool shows it, in base64",
);
/** Held to the rule for addresses when it is saved, and again when it is called. */
export const address = z.string().max(MAX_URL);
/** Other apps that may be named in the chat. Read as names or ids, kept as ids. */
export const otherApps = listOf(lookupName, 100);
export const names = listOf(lineText(MAX_NAME), 20);
