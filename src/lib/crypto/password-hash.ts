// Passwords at rest: argon2id, slow and in need of memory by design. Few are worked on at a time, so that a flood of
// guesses leaves the process something to do the rest with.
import { type Algorithm, hash, type Options, verify } from "@node-rs/argon2";
import { createSemaphore } from "../async/semaphore.ts";
import { isSameText } from "./constant-time-equal.ts";

const OPTIONS: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** A hash of nobody's password, checked where there is none, so that it takes as long as for a real one. */
const NOBODYS = `$argon2id$v=19$m=19456,t=2,p=1$${"BwcHBwcHBwcHBwcHBwcHBw"}$${"CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk"}`;
const AT_ONCE = 2;
/** Hashes with so many different salts are looked at for one password, so that nobody can make it dear. */
const MOST_SALTS = 3;

const hashingSlots = createSemaphore({ total: AT_ONCE, perKind: AT_ONCE });

/** Hashes a password. With another hash's salt, both can be compared with a password for the work of one. */
export function hashPassword(password: string, saltedLike?: string): Promise<string> {
  const salt = saltedLike === undefined ? undefined : saltOf(saltedLike);
  return limited(() => hash(spelled(password), salt === undefined ? OPTIONS : { ...OPTIONS, salt }));
}

/** Whether two hashes have the same salt. */
export function isSaltedAlike(one: string, other: string): boolean {
  return saltPart(one) === saltPart(other);
}

/** The hashes that a password belongs to. Those with one salt take the work of one; an empty list takes as long, to tell nothing. */
export async function findRightHashes(kept: readonly string[], password: string): Promise<Set<string>> {
  const salts = [...new Set(kept.map(saltPart))].slice(0, MOST_SALTS);
  if (salts.length === 0) await verifyPassword(null, password);
  const right = await Promise.all(
    salts.map((salt) =>
      rightOfSalt([...new Set(kept)].filter((one) => saltPart(one) === salt) as [string, ...string[]], password),
    ),
  );
  return new Set(right.flat());
}

async function rightOfSalt([first, ...more]: readonly [string, ...string[]], password: string): Promise<string[]> {
  if (more.length === 0 || saltOf(first) === undefined) return (await verifyPassword(first, password)) ? [first] : [];
  const made = await hashPassword(password, first);
  return [first, ...more].filter((one) => isSameText(one, made));
}

/** The part of a hash that says how it was made, with the salt. */
function saltPart(kept: string): string {
  return kept.slice(0, kept.lastIndexOf("$"));
}

/** Undefined for a hash that was made in another way: a new one gets a salt of its own. */
function saltOf(kept: string): Buffer | undefined {
  const [, kind, version, costs, salt] = kept.split("$");
  return NOBODYS.startsWith(`$${kind}$${version}$${costs}$`) ? Buffer.from(salt!, "base64") : undefined;
}

/** Whether a hash from elsewhere was made as ours are, so that checking a password against it costs no more. */
export function isAffordable(kept: string): boolean {
  return saltOf(kept) !== undefined;
}

/** Whether a password belongs to a hash. Without a hash it never does, and finding out takes as long. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  const isRight = await limited(() => verify(kept ?? NOBODYS, spelled(password)));
  return isRight && kept !== null;
}

/** Keyboards spell the same letters differently. */
function spelled(password: string): string {
  return password.normalize("NFC");
}

async function limited<T>(work: () => Promise<T>): Promise<T> {
  const release = await hashingSlots.enter("");
  try {
    return await work();
  } finally {
    release();
  }
}
