// Keys as they cross the boundary. The key itself is in an answer only when it was just made.
import * as z from "zod";
import { MAX_OVERLAP_SECONDS, MAX_SCOPED_APPS } from "../../domain/limits.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import { listOf, lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import { type ListedKey, reachOf } from "../../storage/access/keys.ts";
import { keyName, momentInBody, role, timestamp } from "../fields.ts";

export const CreateKeyBody = z.strictObject({
  name: keyName,
  role,
  apps: optional(listOf(lookupName, MAX_SCOPED_APPS, 1)),
  expires_at: optional(momentInBody),
});

export const RotateKeyBody = z.strictObject({
  overlap_seconds: optional(z.number().int().min(0).max(MAX_OVERLAP_SECONDS)),
  expires_at: optional(momentInBody),
});

const fields = {
  id: z.string(),
  name: z.string(),
  role,
  apps: z.array(z.string()).nullable(),
  created_at: timestamp,
  created_by: z.string().nullable(),
  expires_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
  assistant: z.boolean(),
};

export const KeySchema = z.strictObject(fields);
export const NewKeySchema = z.strictObject({ ...fields, key: z.string() });

export function presentKey(key: ListedKey): z.infer<typeof KeySchema> {
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    apps: reachOf(key).apps as string[] | null,
    created_at: isoTime(key.createdAt),
    created_by: key.maker,
    expires_at: isoTimeOrNull(key.expiresAt),
    last_used_at: isoTimeOrNull(key.lastUsedAt),
    assistant: key.clientId !== null,
  };
}

export function presentNewKey(key: ListedKey, token: string): z.infer<typeof NewKeySchema> {
  return { ...presentKey(key), key: token };
}
