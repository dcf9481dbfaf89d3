// The header Idempotency-Key: a request that carries it can be repeated without being done twice.

import type { AnyAction } from "../../actions/define-action.ts";
import {
  conflict,
  type IdempotentRequest,
  KEEP_OUTPUTS_MS,
  type RepeatableAction,
} from "../../actions/once-per-idempotency-key.ts";
import { Fault } from "../../domain/fault.ts";
import { MAX_IDEMPOTENCY_KEY } from "../../domain/limits.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import { findOutput } from "../../storage/workspace/idempotency-keys.ts";
import { actorId } from "./request-actor.ts";
import type { Call } from "./route.ts";

const PRINTABLE = new RegExp(`^[\\x20-\\x7e]{1,${MAX_IDEMPOTENCY_KEY}}$`);

type Asking = Pick<Call, "services" | "actor" | "request">;

/**
 * Performs the action, once for each key if there is one; the headers say if it had been performed before. `asked` tells the
 * request from others, and `part` the parts of one that is performed in several; `author` is who the audit log names.
 */
export async function performOnce<In extends object, Out>(
  { services: { performer }, actor, request }: Asking,
  action: RepeatableAction<In, Out>,
  input: NoInfer<In>,
  { asked = input, part = "", author }: { asked?: object; part?: string; author?: Author } = {},
): Promise<{ output: Out; headers?: Record<string, string> }> {
  const key = request.headers["idempotency-key"] as string | undefined;
  if (key === undefined) return { output: await performer.perform(action, input, author) };
  const once: IdempotentRequest = {
    owner: actorId(actor),
    key: requireKey(key) + part,
    fingerprint: fingerprintOf(action, asked),
  };
  const { output, replayed } = await performer.perform(action.once, { ...input, once }, author);
  return replayed ? { output, headers: { "idempotent-replayed": "true" } } : { output };
}

/** Whether all that the request asks for was done before. Throws `invalid_request`, `idempotency_conflict`. */
export async function wasDone(
  { services: { reader, clock }, actor, request }: Asking,
  action: AnyAction,
  asked: object,
): Promise<boolean> {
  const key = request.headers["idempotency-key"] as string | undefined;
  if (key === undefined) return false;
  const kept = await findOutput(reader, actorId(actor), requireKey(key), clock() - KEEP_OUTPUTS_MS);
  if (kept !== undefined && kept.fingerprint !== fingerprintOf(action, asked)) throw conflict();
  return kept !== undefined;
}

/** Throws `invalid_request`. */
function requireKey(key: string): string {
  if (PRINTABLE.test(key)) return key;
  throw new Fault(
    "invalid_request",
    `Idempotency-Key: send 1 to ${MAX_IDEMPOTENCY_KEY} printable ASCII characters, such as a UUID.`,
  );
}

/** A hash of what is asked for: spaces and the order of fields make no difference. */
function fingerprintOf({ name }: AnyAction, { actor: _, ...asked }: { actor?: unknown }): string {
  return sha256(JSON.stringify([name, asked]));
}
