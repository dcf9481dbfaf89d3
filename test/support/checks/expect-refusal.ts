// What every refusal must look like, and how long the process may stand still for it.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { slowness } from "../machine/least-cpu-time.ts";
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

/**
 * Runs it, again when the machine was busy, and fails when the event loop stood still for long every time. A pause is
 * the process's own only as far as the process was computing: what the machine gave to others meanwhile is not counted, and a slow one has
 * more time.
 */
export async function withoutPause<T>(run: () => Promise<T>, { limitMs = 50, attempts = 6 } = {}): Promise<T> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let attempt = 1; ; attempt++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    // Its first tick only sets the start.
    await sleep(5);
    const before = process.cpuUsage();
    const result = await run();
    await sleep(3);
    const { user, system } = process.cpuUsage(before);
    delay.disable();
    shortest = Math.min(shortest, delay.max / 1e6, (user + system) / 1e3);
    if (shortest <= limitMs || shortest <= limitMs * slowness()) return result;
    expect(attempt, `the event loop stood still for ${shortest} ms at best`).toBeLessThan(attempts);
  }
}

/** Every issue of an app as it stands. */
export async function issuesOf(world: World, app: { id: string }): Promise<unknown[]> {
  const { status, body } = await world.call(world.viewer, "GET", `/issues?app=${app.id}&status=all&limit=200`);
  expect(status).toBe(200);
  return body.data;
}
