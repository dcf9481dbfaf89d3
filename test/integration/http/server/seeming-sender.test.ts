// The sender that a request seems to have, before that is looked up: what is remembered of a sender is short.
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { seemingSender } from "../../../../src/http/pipeline/request-gate.ts";

function request(headers: Record<string, string>, url = "/api/v1/me"): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers, url });
}

test("a sender is known by the key, or the session, that is shown", () => {
  expect(seemingSender(request({ authorization: "Bearer rt_one" }))).toBe("rt_one");
  expect(seemingSender(request({ cookie: "theme=dark; __Host-retest=session-one" }))).toBe("session-one");
});

test.each([
  ["a key", (text: string) => request({ authorization: `Bearer ${text}` })],
  ["a key after much else", (text: string) => request({ authorization: `${text} rt_one` })],
  ["a session", (text: string) => request({ cookie: `retest=${text}` })],
  ["the address of a tool's connection", (text: string) => request({}, `/api/integrations/sentry/${text}`)],
])("however long %s is, it is remembered in a few characters, the same for the same sender", (_what, of) => {
  const sender = seemingSender(of("x".repeat(15_000)));
  expect(sender.length).toBeLessThan(100);
  expect(seemingSender(of("x".repeat(15_000)))).toBe(sender);
});
