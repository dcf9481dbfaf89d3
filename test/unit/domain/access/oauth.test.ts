// The rules by which an assistant is let in.
import { describe, expect, test } from "vitest";
import {
  clientName,
  covers,
  isRegistered,
  isResource,
  provesChallenge,
  redirectPlace,
  redirectProblem,
  returnAddress,
  roleAsked,
} from "../../../../src/domain/access/oauth.ts";

const CALLBACK = "http://127.0.0.1:33418/callback";

describe("where a client may be sent back to", () => {
  test.each([
    "https://claude.example/callback?x=1",
    CALLBACK,
    "http://localhost:1/cb",
    "http://[::1]:9/cb",
    "cursor://anysphere/cb",
    "com.example.app:/cb",
  ])("%s is taken", (address) => expect(redirectProblem(address)).toBeNull());

  test.each([
    "http://example.com/cb",
    "http://127.0.0.1.example.com/cb",
    "javascript:alert(1)",
    "data:text/html,x",
    "intent://scan/#Intent;end",
    "view-source:https://example.com/",
    "chrome://settings",
    "ms-msdt:/id",
    "search-ms:query=x",
    "file:///etc/passwd",
    "https://example.com/cb#x",
    "https://user@example.com/cb",
    "https://example.com\\@evil.example/cb",
    "https://exa mple.com/",
    "/relative",
    "",
    `https://example.com/${"x".repeat(2_048)}`,
  ])("%j is not", (address) => expect(redirectProblem(address)).not.toBeNull());

  test("an address counts to the letter; on the same machine any port does", () => {
    expect(isRegistered(["https://a.example/cb"], "https://a.example/cb")).toBe(true);
    expect(isRegistered([CALLBACK], "http://127.0.0.1:5/callback")).toBe(true);
    expect(isRegistered(["http://localhost/callback"], "http://localhost:5/callback")).toBe(true);
    for (const other of [
      "https://a.example/cb/",
      "https://a.example/cb?x",
      "https://a.example:444/cb",
      "https://b.example/cb",
      "http://127.0.0.1:5/other",
      "http://localhost:5/callback",
      "https://127.0.0.1:5/callback",
    ]) {
      expect(isRegistered(["https://a.example/cb", CALLBACK], other), other).toBe(false);
    }
  });

  test("what is told goes behind what the address has", () => {
    expect(returnAddress("https://a.example/cb?x=1", { code: "c d", state: undefined, iss: "https://r.example" })).toBe(
      "https://a.example/cb?x=1&code=c+d&iss=https%3A%2F%2Fr.example",
    );
  });

  test("people read where it leads", () => {
    expect([CALLBACK, "https://a.example:8443/cb", "cursor://x/cb"].map(redirectPlace)).toEqual([
      "this computer",
      "a.example:8443",
      "an app on this device (cursor:)",
    ]);
  });
});

test("a verifier proves its challenge and no other", () => {
  // The example of RFC 7636.
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  expect(provesChallenge(verifier, challenge)).toBe(true);
  expect(provesChallenge(`${verifier}x`, challenge)).toBe(false);
  expect(provesChallenge(challenge, challenge)).toBe(false);
  expect(provesChallenge("short", challenge)).toBe(false);
});

test("a client's name is a visible line of 80 characters, or says where it is", () => {
  expect(clientName("  Clau\u200bde\nCode ", CALLBACK)).toMatch(/^Claude ?Code$/);
  expect(clientName("x".repeat(500), CALLBACK)).toHaveLength(80);
  expect(clientName(undefined, "https://a.example/cb")).toBe("Assistant at a.example");
  expect(clientName("\u200b", CALLBACK)).toBe("Assistant at this computer");
});

test("a role that is asked for counts; who asks for several leaves it to the person", () => {
  expect(["openid viewer", "viewer tester admin", "openid", undefined, "admin"].map(roleAsked)).toEqual([
    "viewer",
    null,
    null,
    null,
    "admin",
  ]);
});

test("a resource is the server's own, however its address is written", () => {
  const is = (given: string) => isResource("https://Retest.example:443", given);
  expect(["https://retest.example/mcp", "https://Retest.example:443/mcp"].map(is)).toEqual([true, true]);
  expect(
    ["https://retest.example/", "https://retest.example/mcp/x", "http://retest.example/mcp", "mcp"].map(is),
  ).toEqual([false, false, false, false]);
});

test("nobody gives more than they have", () => {
  const grant = (role: "viewer" | "tester" | "admin", apps: string[] | null) => ({
    role,
    reach: { workspaceId: "w", apps },
  });
  expect(covers(grant("admin", null), grant("tester", ["a"]))).toBe(true);
  expect(covers(grant("tester", ["a", "b"]), grant("tester", ["b"]))).toBe(true);
  expect(covers(grant("tester", null), grant("admin", ["a"]))).toBe(false);
  expect(covers(grant("tester", ["a"]), grant("tester", null))).toBe(false);
  expect(covers(grant("tester", ["a"]), grant("viewer", ["a", "b"]))).toBe(false);
});
