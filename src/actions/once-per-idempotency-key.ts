// Performs an action once for each Idempotency-Key. What it gave is kept in the same transaction, so that neither can be
// there without the other; whoever repeats the request is given it again. A refusal is not kept: nothing has happened.
import type { Actor } from "../domain/access/actor.ts";
import type { Reach } from "../domain/access/grant.ts";
import { Fault } from "../domain/fault.ts";
import { IDEMPOTENCY_HOURS } from "../domain/limits.ts";
import { HOUR_MS } from "../lib/clock.ts";
import { getApp, lockApp } from "../storage/apps/apps.ts";
import type { Tx } from "../storage/database/database.ts";
import { findOutput, keepOutput, type StoredOutput } from "../storage/workspace/idempotency-keys.ts";
import type { Action } from "./define-action.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** How long the output of an action is kept beside its key. */
export const KEEP_OUTPUTS_MS = IDEMPOTENCY_HOURS * HOUR_MS;

export interface IdempotentRequest {
  /** Whoever sent the key: the same key from somebody else is a different one. */
  owner: string;
  key: string;
  /** A hash that tells this request from others. */
  fingerprint: string;
}

/** An action that can also be performed once for each key. */
export interface RepeatableAction<In, Out> extends Action<In, Out> {
  /** Takes `once` beside the input. Throws `idempotency_conflict` besides what the action throws. */
  readonly once: Action<In & { once: IdempotentRequest }, { output: Out; replayed: boolean }>;
}

/** `brought` names a field of the output that is not kept: whoever repeats the request brings it along in the input. */
export function repeatable<In extends { actor: Actor; app: string }, Out>(
  action: Action<In, Out>,
  brought: (keyof In & keyof Out) | null = null,
): RepeatableAction<In, Out> {
  return { ...action, once: { ...action, name: `${action.name}Once`, run: runOnce(action, brought), prepare: null } };
}

function runOnce<Input extends { actor: Actor; app: string }, Output>(
  action: Action<Input, Output>,
  brought: (keyof Input & keyof Output) | null,
) {
  return async (
    unit: UnitOfWork,
    input: Input & { once: IdempotentRequest },
  ): Promise<{ output: Output; replayed: boolean }> => {
    const { owner, key, fingerprint } = input.once;
    const { tx, now } = unit;
    const { reach } = input.actor;
    const find = () => findOutput(tx, owner, key, now - KEEP_OUTPUTS_MS);
    const replay = async (kept: StoredOutput) => {
      const output = await readAgain<Output>(tx, kept, fingerprint, reach);
      return { output: brought === null ? output : { ...output, [brought]: input[brought] }, replayed: true };
    };
    const known = await find();
    if (known !== undefined) return replay(known);
    // Whoever came first with this key holds the app until they are done, here or on another server.
    const app = await lockApp(tx, reach, input.app);
    const done = await find();
    if (done !== undefined) return replay(done);
    const output = await action.run(unit, input);
    const toKeep = brought === null ? output : { ...output, [brought]: undefined };
    const kept = { owner, key, fingerprint, appId: app.id, output: JSON.stringify(toKeep) };
    if (await keepOutput(tx, kept, now, now - KEEP_OUTPUTS_MS)) return { output, replayed: false };
    // Another request about another app was done with the same key meanwhile: this one is taken back.
    throw conflict();
  };
}

/** Throws `idempotency_conflict`; `not_found` for whoever doesn't reach the app any more, and while it is archived. */
async function readAgain<Output>(tx: Tx, kept: StoredOutput, fingerprint: string, reach: Reach): Promise<Output> {
  await getApp(tx, reach, kept.appId);
  if (kept.fingerprint !== fingerprint) throw conflict();
  return JSON.parse(kept.output) as Output;
}

export function conflict(): Fault {
  return new Fault(
    "idempotency_conflict",
    `Idempotency-Key: it was used for another request within the last ${IDEMPOTENCY_HOURS} hours; use a new one for a new request.`,
  );
}
