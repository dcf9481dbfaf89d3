// Clients that send one byte at a time: cut off in the error shape when their time is over, while others are served.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRaw, request } from "../support/raw-socket.ts";
import { expectError } from "../support/refusal.ts";
import { createWorld, DATABASES, type World } from "../world.ts";

let worlds: World[];

beforeAll(async () => {
  worlds = await Promise.all(DATABASES.map((kind) => createWorld(kind)));
});
afterAll(() => Promise.all(worlds.map((world) => world.close())));

/** Sends `head` at once and then a byte of `rest` every half second; gives the seconds until the answer, and it. */
async function drip(world: World, head: string, rest: string) {
  const started = performance.now();
  const connection = await openRaw(world.address);
  connection.socket.write(head);
  let sent = 0;
  const timer = setInterval(() => {
    if (connection.socket.writable) connection.socket.write(rest[sent++]!);
  }, 500);
  const answers = await connection.answers(1);
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1_000, answer: answers[0]! };
}

test("headers or a body that take longer than the server waits answer 408, and nobody else waits with them", async () => {
  const cases = worlds.flatMap((world) => {
    const auth = `Authorization: Bearer ${world.tester}`;
    return [
      drip(world, "GET /api/v1/me HTTP/1.1\r\nX-A: ", "a".repeat(200)),
      drip(world, request("POST /api/v1/issues", [auth, "Content-Length: 200"]), " ".repeat(200)),
    ];
  });
  for (const world of worlds) expect((await world.call(world.viewer, "GET", "/me")).status).toBe(200);
  for (const { seconds, answer } of await Promise.all(cases)) {
    expectError(answer, 408, "timeout");
    expect(seconds).toBeGreaterThan(9);
  }
  for (const world of worlds) expect((await world.call(world.viewer, "GET", "/issues")).body.data).toEqual([]);
});
