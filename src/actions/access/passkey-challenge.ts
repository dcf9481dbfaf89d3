// What a passkey is asked to sign: made for one session, or half session, and taken by one answer.
import { HALF_SESSION_MINUTES } from "../../domain/limits.ts";
import { MINUTE_MS } from "../../lib/clock.ts";
import { newLongToken } from "../../lib/crypto/token.ts";
import { putPasskeyChallenge, takePasskeyChallenge } from "../../storage/access/half-sessions.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Makes a challenge in place of one that wasn't answered yet. `hash` is that of the session's token. */
export const makeChallenge = defineAction({
  name: "makeChallenge",
  async run({ tx, now }: UnitOfWork, { hash }: { hash: string }): Promise<string> {
    const challenge = newLongToken();
    putPasskeyChallenge(tx, hash, challenge, now + HALF_SESSION_MINUTES * MINUTE_MS);
    return challenge;
  },
});

/** Null if it was taken before, or is too old. */
export const takeChallenge = defineAction({
  name: "takeChallenge",
  async run({ tx, now }: UnitOfWork, { hash }: { hash: string }): Promise<string | null> {
    return (await takePasskeyChallenge(tx, hash, now)) ?? null;
  },
});
