// Second factors in tests: an authenticator app that shows codes by the world's clock, and signing in in two steps.
import { beforeEach } from "vitest";
import { codeAt } from "../../../src/lib/crypto/totp.ts";
import { ask } from "../checks/route-table.ts";
import type { Answer, World } from "../server/test-server.ts";
import { PASSWORD, SAME_ORIGIN, signIn, ui } from "./person-client.ts";

const STEP = 30_000;
const MINUTE = 60_000;

/** The moment that the world's servers see. */
export function nowIn({ clock }: World): number {
  return clock.frozenAt ?? Date.now() + clock.offset;
}

/** The code that an app shows `later` steps from now. */
export function codeIn(world: World, secret: string, later = 0): string {
  return codeAt(secret, Math.floor(nowIn(world) / STEP) + later);
}

/** Puts the world's clock to the beginning of a step, so that none begins while somebody types. */
export function beginStep(world: World): void {
  world.clock.offset += STEP - (nowIn(world) % STEP);
}

export interface Minutes {
  /** When the present one began. */
  start(): number;
  /** Puts the clock to the beginning of the next one, and lets it stand there. */
  next(): void;
}

/**
 * A minute of its own for every test of a file: failures are counted by the minute. With `frozenMs` the clock stands still so long after it
 * began.
 */
export function giveEachTestAMinute(world: World, frozenMs?: number): Minutes {
  let start = Math.ceil(Date.now() / MINUTE) * MINUTE;
  beforeEach(() => {
    start += MINUTE;
    world.clock.offset = start - Date.now();
    world.clock.frozenAt = frozenMs === undefined ? null : start + frozenMs;
  });
  return {
    start: () => start,
    next: () => {
      start += MINUTE;
      world.clock.frozenAt = start;
    },
  };
}

export interface AddedTotp {
  id: string;
  secret: string;
  recoveryCodes: string[] | null;
}

/** Sets an authenticator app up as the interface does. The code that it takes is that of the step before: those of now and next are unused. */
export async function addTotp(world: World, cookie: string, name = "Phone"): Promise<AddedTotp> {
  const { secret, setup } = (await ask(world, cookie, "POST", "/me/second-factors/totp")).body.data;
  for (;;) {
    const step = Math.floor(nowIn(world) / STEP);
    const body = { kind: "totp", name, setup, code: codeAt(secret, step - 1) };
    const added = await ask(world, cookie, "POST", "/me/second-factors", body);
    const { data } = added.body;
    if (added.status === 201) return { id: data.factor.id, secret, recoveryCodes: data.recovery_codes };
    // The next step may have begun on the way.
    if (step === Math.floor(nowIn(world) / STEP)) {
      throw new Error(`add a factor: ${added.status} ${JSON.stringify(added.body)}`);
    }
  }
}

export interface HalfSignIn {
  /** Of the half session. */
  cookie: string;
  needs: string[];
}

/** The password of somebody who has a second factor. */
export async function halfSignIn(world: World, email: string, password = PASSWORD): Promise<HalfSignIn> {
  const { status, body, cookie } = await signIn(world, email, password);
  if (status !== 200 || cookie?.startsWith("retest-half=") !== true) throw new Error(`half a sign-in: ${status}`);
  return { cookie, needs: body.data.needs };
}

/** The second step. */
export function finish(at: string, half: string, body: unknown): Promise<Answer & { cookie: string | undefined }> {
  return ui(at, "POST", "/session/second-factor", body, { ...SAME_ORIGIN, cookie: half });
}
