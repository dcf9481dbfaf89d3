// What a person sends to sign in and to change their password, and the places they are signed in at.
import * as z from "zod";
import { signInEmail } from "../../domain/access/email-address.ts";
import { isSessionAlive, sessionId } from "../../domain/access/sign-in-rules.ts";
import { MAX_EMAIL, MAX_NAME } from "../../domain/limits.ts";
import { isoTime } from "../../lib/clock.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import type { Session } from "../../storage/access/sessions.ts";
import { newPassword, timestamp } from "../fields.ts";

/**
 * A sign-in. `workspace` is an id or a name; without it, all workspaces with this password count. Whether the password
 * follows the rules isn't checked here.
 */
export const SignInBody = z.strictObject({
  email: z.string().transform(signInEmail),
  password: z.string(),
  workspace: optional(lookupName),
});

export const ChangePasswordBody = z.strictObject({ current_password: z.string(), new_password: newPassword });

/** Sent while somebody types, so the name and address may be incomplete or missing. */
export const CheckPasswordBody = z.strictObject({
  password: z.string(),
  name: z.string().max(MAX_NAME).default(""),
  email: z.string().max(MAX_EMAIL).default(""),
});

export const PasswordCheckSchema = z.strictObject({ problem: z.string().nullable() });

export const SessionSchema = z.strictObject({
  id: z.string(),
  created_at: timestamp,
  last_seen_at: timestamp,
  current: z.boolean(),
  agent: z.string().nullable(),
});

/** Presents those of somebody's sessions that haven't expired; `currentHash` is that of the session that asks. */
export function presentSessions(sessions: readonly Session[], currentHash: string, now: number): string[] {
  return sessions.filter((session) => isSessionAlive(session, now)).map((one) => presentSession(one, currentHash));
}

function presentSession({ hash, createdAt, lastSeenAt, agent }: Session, currentHash: string): string {
  return JSON.stringify({
    id: sessionId(hash),
    created_at: isoTime(createdAt),
    last_seen_at: isoTime(lastSeenAt),
    current: hash === currentHash,
    agent,
  } satisfies z.infer<typeof SessionSchema>);
}
