// Passwords at rest.
import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "../../../../src/lib/crypto/password-hash.ts";

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
  const spent = async (hash: string | null) => {
    const before = process.cpuUsage();
    for (let i = 0; i < 5; i++) expect(await verifyPassword(hash, "wrong")).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  let [nobody, somebody] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // The least of several in turn: whatever else the process did meanwhile is not their work.
  for (let round = 0; round < 4; round++) {
    nobody = Math.min(nobody, await spent(null));
    somebody = Math.min(somebody, await spent(kept));
  }
  expect(nobody / somebody).toBeGreaterThan(0.5);
  expect(nobody / somebody).toBeLessThan(2);
});
