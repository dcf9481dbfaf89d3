// The schema of each kind of field that settings and credentials of connections are made of.
import * as z from "zod";
import { MAX_CREDENTIAL, MAX_NAME, MAX_URL, MIN_SECRET_BYTES } from "../../domain/limits.ts";
import type { FieldKind } from "../../integrations/toolkit/tool-definition.ts";
import { lineText, listOf, lookupName } from "../../lib/schema/fields.ts";

const credential = z
  .string()
  .min(1)
  .max(MAX_CREDENTIAL)
  .refine(
    (text) => text.isWellFormed() && text.trim() === text && !text.includes("\0"),
    "expected it as the tool shows it, without spaces around it",
  );
/** A few letters could be tried out by whoever has seen a request that they signed. */
const secret = credential.refine(
  (text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES,
  `too short to be kept secret: expected at least ${MIN_SECRET_BYTES} characters`,
);

const SCHEMAS = {
  /** Held to the rule for addresses when it is saved, and again when it is called. */
  address: z.string().max(MAX_URL),
  apps: listOf(lookupName, 100),
  "base64 secret": secret.refine(
    (text) => Buffer.from(text, "base64").toString("base64") === text,
    "expected the token as the tool shows it, in base64",
  ),
  credential,
  name: lineText(MAX_NAME),
  names: listOf(lineText(MAX_NAME), 20),
  secret,
  "standard secret": z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/, "expected whsec_ and 24 to 64 bytes in base64"),
};

export function fieldSchema(kind: FieldKind): z.ZodType {
  if (typeof kind === "string") return SCHEMAS[kind];
  return z.string().max(MAX_NAME).regex(kind.pattern, kind.expected);
}
