// How long a session lives, and names that can't be taken for a tool's.
import { expect, test } from "vitest";
import { joinLink } from "../../../../src/domain/access/link-addresses.ts";
import { isSessionAlive } from "../../../../src/domain/access/sign-in-rules.ts";
import { isPlainName } from "../../../../src/integrations/tool-channels.ts";

const HOUR = 3_600_000;

test("a session dies after 12 hours without a request, and after its end in any case", () => {
  const session = { lastSeenAt: 0, expiresAt: 7 * 24 * HOUR };
  expect(isSessionAlive(session, 12 * HOUR - 1)).toBe(true);
  expect(isSessionAlive(session, 12 * HOUR)).toBe(false);
  const busy = { ...session, lastSeenAt: session.expiresAt - 1 };
  expect(isSessionAlive(busy, session.expiresAt - 1)).toBe(true);
  expect(isSessionAlive(busy, session.expiresAt)).toBe(false);
});

test("a link to join has its token where no server sees it", () => {
  expect(joinLink("https://retest.example.com", "abc")).toBe("https://retest.example.com/join#abc");
});

test.each([
  "CI via API",
  "ci VIA api",
  "Claude via MCP",
  "Sentry via webhook",
  "Bob via pull request",
  "Eve via Slack",
])("%s is no name for a person", (name) => expect(isPlainName(name)).toBe(false));

test.each(["Ada Lovelace", "Via", "Ana Via Rossi", "via API Ltd"])("%s is a name for a person", (name) =>
  expect(isPlainName(name)).toBe(true),
);
