// Passwords at rest: argon2id, slow and in need of memory by design. Few are worked on at a time, so that a flood of
// guesses leaves the process something to do the rest with.
import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import { createSemaphore } from "../async/semaphore.ts";

const OPTIONS: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The same work as for a real one, and nobody's password: what is checked where there is no password to check. */
const NOBODYS = `$argon2id$v=19$m=19456,t=2,p=1$${"BwcHBwcHBwcHBwcHBwcHBw"}$${"CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk"}`;
const AT_ONCE = 2;

const semaphore = createSemaphore({ total: AT_ONCE, perKind: AT_ONCE });

export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(spelled(password), OPTIONS));
}

/** Whether it is the password of this hash. Without a hash it never is, and finding out takes as long. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  const isRight = await limited(() => verify(kept ?? NOBODYS, spelled(password)));
  return isRight && kept !== null;
}

/** Keyboards spell the same letters differently. */
function spelled(password: string): string {
  return password.normalize("NFC");
}

async function limited<T>(work: () => Promise<T>): Promise<T> {
  const release = await semaphore.enter("");
  try {
    return await work();
  } finally {
    release();
  }
}
