// The rules of second factors: what signing in needs, that each use is new, and how long a confirmation lasts.
import { describe, expect, test } from "vitest";
import {
  isNewUse,
  needsOf,
  newRecoveryCodes,
  recoveryHash,
  requireConfirmed,
} from "../../../../src/domain/access/second-factor.ts";
import { packTotpSetup, unpackTotpSetup } from "../../../../src/domain/access/totp-secret.ts";
import { createCipher } from "../../../../src/lib/crypto/cipher.ts";

const MINUTE = 60_000;

describe("second factors", () => {
  test("signing in needs one of those that there are, and recovery codes only beside one", () => {
    expect(needsOf([], 10)).toEqual([]);
    expect(needsOf(["totp"], 0)).toEqual(["totp"]);
    expect(needsOf(["totp", "passkey", "totp"], 3)).toEqual(["passkey", "totp", "recovery"]);
  });

  test("a TOTP step counts once, and none before it; a passkey goes on counting, or never began", () => {
    expect([8, 9, 10].map((step) => isNewUse("totp", 9, step))).toEqual([false, false, true]);
    expect(isNewUse("totp", 0, 0)).toBe(false);
    expect([8, 9, 10].map((count) => isNewUse("passkey", 9, count))).toEqual([false, false, true]);
    expect([isNewUse("passkey", 0, 0), isNewUse("passkey", 0, 1), isNewUse("passkey", 9, 0)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("recovery codes are ten, all different, and found however they are typed, for their person only", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){5}$/);
    const hash = recoveryHash("per_1", "a0b1-c2d3-e4f5-g6h7");
    // Those of four groups, made by versions before, are still found.
    expect(hash).toBe("d97b2874bb9c0e62cdf2e4842fe14a2eac3a89bf422da310fabe0a2404743b40");
    for (const typed of ["A0B1C2D3E4F5G6H7", " aob1 c2d3 e4f5 g6h7 ", "a0bl-c2d3-e4f5-g6h7"])
      expect(recoveryHash("per_1", typed)).toBe(hash);
    expect(recoveryHash("per_2", "a0b1-c2d3-e4f5-g6h7")).not.toBe(hash);
  });

  test("a confirmation lasts ten minutes", () => {
    expect(() => requireConfirmed(0, 10 * MINUTE - 1)).not.toThrow();
    expect(() => requireConfirmed(0, 10 * MINUTE)).toThrow(/again/);
  });

  test("a secret that is being set up comes back for its person only, and not late", () => {
    const cipher = createCipher("k".repeat(32), "test");
    const packed = packTotpSetup(cipher, "per_1", { id: "fac_1", secret: "ABC" }, 0);
    expect(packed).not.toContain("ABC");
    expect(unpackTotpSetup(cipher, "per_1", packed, 10 * MINUTE - 1)).toEqual({ id: "fac_1", secret: "ABC" });
    expect(unpackTotpSetup(cipher, "per_1", packed, 10 * MINUTE)).toBeUndefined();
    for (const [who, what] of [
      ["per_2", packed],
      ["per_1", `${packed}x`],
      ["per_1", ""],
    ] as const)
      expect(unpackTotpSetup(cipher, who, what, 0)).toBeUndefined();
  });
});
