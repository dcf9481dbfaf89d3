// Whom the word of an issuer lets in.
import { describe, expect, test } from "vitest";
import {
  admitIdentity,
  askingAgain,
  type Claims,
  hasSignedInSince,
  type Known,
  saysVerified,
} from "../../../../src/domain/access/identity.ts";
import { ownPath } from "../../../../src/lib/network/own-path.ts";

const CLAIMS: Claims = { issuer: "https://id.example", subject: "1", email: "ada@example.com", isVerified: true };
const NOBODY: Known = { holder: null, atAddress: null, wasRemoved: false, link: undefined, isInvited: false };

function admitted(claims: Partial<Claims>, known: Partial<Known>, join: "viewer" | null = null): string {
  const admittance = admitIdentity({ ...CLAIMS, ...claims }, { ...NOBODY, ...known }, join);
  return "refused" in admittance ? `refused: ${admittance.refused}` : admittance.by;
}

const CONFIRMED = { isConfirmed: true, isLinked: false };
const UNVERIFIED = { isVerified: false };
const NONE = { email: null, isVerified: false };
const FOR_ADA = { email: "ada@example.com" };
const FOR_ANYBODY = { email: null };

describe("an identity", () => {
  test.each<[string, Partial<Claims>, Partial<Known>, string]>([
    [
      "that is somebody's signs them in, whatever is said of an address",
      NONE,
      { holder: { isRemoved: false } },
      "holder",
    ],
    ["is linked by a verified address to a person whose address is confirmed", {}, { atAddress: CONFIRMED }, "address"],
    ["is not linked by an unverified address", UNVERIFIED, { atAddress: CONFIRMED }, "refused: email_unverified"],
    [
      "is not linked to an address that is only said to be the person's",
      {},
      { atAddress: { isConfirmed: false, isLinked: false }, isInvited: true },
      "refused: email_unconfirmed",
    ],
    [
      "is not linked to a person who is linked",
      {},
      { atAddress: { isConfirmed: true, isLinked: true } },
      "refused: email_linked",
    ],
    ["joins by an invitation that names the verified address", {}, { isInvited: true }, "invitation"],
    ["does not join by it with an unverified address", UNVERIFIED, { isInvited: true }, "refused: email_unverified"],
    ["without an address is nobody", NONE, { isInvited: true }, "refused: email_missing"],
    ["joins by a link for anybody, also with an address of its own word", UNVERIFIED, { link: FOR_ANYBODY }, "link"],
    [
      "takes by that no address that somebody has",
      UNVERIFIED,
      { link: FOR_ANYBODY, atAddress: CONFIRMED },
      "refused: email_unverified",
    ],
    [
      "takes by that no address that is invited",
      UNVERIFIED,
      { link: FOR_ANYBODY, isInvited: true },
      "refused: email_unverified",
    ],
    ["needs an address to join by a link", NONE, { link: FOR_ANYBODY }, "refused: email_missing"],
    ["joins by a link for its verified address", {}, { link: FOR_ADA, isInvited: true }, "link"],
    ["joins by no link for its unverified address", UNVERIFIED, { link: FOR_ADA }, "refused: email_unverified"],
    ["joins by no link for another address", {}, { link: { email: "bob@example.com" } }, "refused: other_email"],
    ["joins by no link that is over", {}, { link: null, isInvited: true }, "refused: invitation_over"],
    ["of somebody who was removed does not come back", {}, { holder: { isRemoved: true } }, "refused: removed"],
    ["with the address of somebody who was removed does not come back", {}, { wasRemoved: true }, "refused: removed"],
    [
      "of somebody who was removed and is invited again joins",
      {},
      { holder: { isRemoved: true }, isInvited: true },
      "invitation",
    ],
    ["that nobody knows is not let in", {}, {}, "refused: not_invited"],
  ])("%s", (_, claims, known, outcome) => {
    expect(admitted(claims, known)).toBe(outcome);
  });

  test("that nobody knows joins with the role that the setting names, if its address is verified and nobody was removed", () => {
    expect(admitted({}, {}, "viewer")).toBe("role");
    expect(admitted(UNVERIFIED, {}, "viewer")).toBe("refused: email_unverified");
    expect(admitted({}, { wasRemoved: true }, "viewer")).toBe("refused: removed");
    expect(admitted({}, { holder: { isRemoved: true } }, "viewer")).toBe("refused: removed");
  });
});

test("an address is verified if the issuer says so in so many words; Microsoft has a word of its own", () => {
  const microsoft = "https://login.microsoftonline.com/tenant/v2.0";
  expect(saysVerified(CLAIMS.issuer, { email_verified: true })).toBe(true);
  for (const said of [false, "true", 1, null, undefined]) {
    expect(saysVerified(CLAIMS.issuer, { email_verified: said, xms_edov: true })).toBe(false);
  }
  expect(saysVerified(microsoft, { xms_edov: true })).toBe(true);
  expect(saysVerified(microsoft, { xms_edov: "1" })).toBe(true);
  for (const said of [false, "0", "false", undefined]) expect(saysVerified(microsoft, { xms_edov: said })).toBe(false);
  expect(saysVerified("https://evil.example/https://login.microsoftonline.com/", { xms_edov: true })).toBe(false);
});

test("whoever shows again who they are has signed in there since they were sent, by clocks that differ by a minute", () => {
  const sentAt = 1_000_000;
  expect([1_000, 940].map((seconds) => hasSignedInSince(sentAt, seconds))).toEqual([true, true]);
  expect([939, 0].map((seconds) => hasSignedInSince(sentAt, seconds))).toEqual([false, false]);
  // Not every issuer says it, and nobody is to be stuck for that.
  expect(hasSignedInSince(sentAt, undefined)).toBe(true);
  expect(askingAgain(CLAIMS.issuer)).toEqual({ prompt: "login", max_age: "0" });
  expect(askingAgain("https://accounts.google.com")).toEqual({ prompt: "select_account", max_age: "0" });
});

test("nobody is sent back to anywhere but a path of this server", () => {
  expect(ownPath("/apps/app_1/issues?status=open#top", 100)).toBe("/apps/app_1/issues?status=open#top");
  const elsewhere = ["", "apps", "https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example"];
  const stranger = [
    "/\n//evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    `/${"x".repeat(100)}`,
  ];
  for (const path of [...elsewhere, ...stranger]) expect([path, ownPath(path, 100)]).toEqual([path, "/"]);
});
