// What every refusal must look like.
import { expect } from "vitest";
import type { Answer, World } from "../server/test-server.ts";

const COMMON_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function expectCommonHeaders(headers: Headers): void {
  // What carries a tag may be kept, and must be asked for again each time.
  const caching = headers.has("etag") ? { "cache-control": "private, no-cache" } : {};
  expect(Object.fromEntries(headers)).toMatchObject({ ...COMMON_HEADERS, ...caching });
  expect(headers.get("x-request-id")).toMatch(/^\S{8,}$/);
  expect(headers.get("server")).toBeNull();
  expect(headers.get("access-control-allow-origin")).toBeNull();
}

/** The one error shape with this status and code; `naming` is what the message must mention. */
export function expectError(answer: Answer, status: number, code: string | RegExp, naming: string | RegExp = ""): void {
  const wanted = typeof code === "string" ? code : expect.stringMatching(code);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status,
    body: { error: { code: wanted, message: expect.stringMatching(/\S/) } },
  });
  const { message } = answer.body.error;
  expect(message).toMatch(naming);
  expect(message).not.toMatch(/\n|\.[jt]s:\d|\b(select|insert|update) .*\b(from|into|set)\b|sqlite|relation/i);
  expect(message.isWellFormed(), "the message is well-formed text").toBe(true);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expectCommonHeaders(answer.headers);
}

/** Every issue of an app as it stands. */
export async function issuesOf(world: World, app: { id: string }): Promise<unknown[]> {
  const { status, body } = await world.call(world.viewer, "GET", `/issues?app=${app.id}&status=all&limit=200`);
  expect(status).toBe(200);
  return body.data;
}
