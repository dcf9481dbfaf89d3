// Passwords at rest.
import { verify } from "@node-rs/argon2";
import { expect, test, vi } from "vitest";
import { hashPassword, verifyPassword } from "../../../../src/lib/crypto/password-hash.ts";

/** The real library, whose calls are counted. */
vi.mock("@node-rs/argon2", { spy: true });

test("a password is kept as argon2id with 19 MiB, two passes and one lane, salted anew each time", async () => {
  const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
  expect(one).not.toContain("correct");
});

test("only the very password is right", async () => {
  const kept = await hashPassword("correct horse");
  expect(await verifyPassword(kept, "correct horse")).toBe(true);
  for (const wrong of ["Correct horse", "correct horse ", "", "correct"]) {
    expect(await verifyPassword(kept, wrong)).toBe(false);
  }
  const long = "x".repeat(127);
  expect(await verifyPassword(await hashPassword(`${long}1`), `${long}2`)).toBe(false);
});

test("the same letters are the same password, however a keyboard spells them", async () => {
  const kept = await hashPassword("caf\u00e9 \u00e0 la carte");
  expect(await verifyPassword(kept, "cafe\u0301 a\u0300 la carte")).toBe(true);
});

test("without a hash every password is wrong, after the same work", async () => {
  const kept = await hashPassword("correct horse");
  /** What the library was asked to verify: the work is in the costs, the length of the hash, and what is compared. */
  const askedFor = async (hash: string | null) => {
    vi.mocked(verify).mockClear();
    expect(await verifyPassword(hash, "wrong")).toBe(false);
    return vi.mocked(verify).mock.calls.map(([hashed, password]) => {
      const [, kind, version, costs, salt, digest] = String(hashed).split("$");
      return [kind, version, costs, salt!.length, digest!.length, password];
    });
  };
  const somebody = await askedFor(kept);
  expect(somebody).toEqual([["argon2id", "v=19", "m=19456,t=2,p=1", 22, 43, "wrong"]]);
  // One that the library could not read would throw, before any work.
  expect(await askedFor(null)).toEqual(somebody);
});
