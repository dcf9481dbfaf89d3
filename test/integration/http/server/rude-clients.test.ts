// Clients that leave in the middle, and what a key's use leaves behind.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test("clients that ask for a tunnel and reset the connection do not end the server", async () => {
    const { hostname, port } = new URL(world.address);
    const rounds = Array.from({ length: 50 }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on("error", () => {});
      socket.write("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n");
      await sleep(5);
      socket.resetAndDestroy();
    });
    await Promise.all(rounds);
    expect((await world.call(world.viewer, "GET", "/me")).status).toBe(200);
  });

  test("the last use of a key is kept to the minute, however often it is used", async () => {
    const token = await world.key("viewer");
    const { apps: _, ...me } = (await world.call(token, "GET", "/me")).body.data;
    expect(me).toEqual({ name: "viewer key", role: "viewer" });
    const lastUsed = async () => {
      const keys = (await world.call(world.admin, "GET", "/keys")).body.data;
      return Date.parse(keys.at(-1).last_used_at ?? 0);
    };
    await expect.poll(lastUsed).toBeGreaterThan(0);
    const first = await lastUsed();
    world.clock.offset += 61_000;
    await world.call(token, "GET", "/me");
    await expect.poll(lastUsed).toBeGreaterThanOrEqual(first + 60_000);
  });
});
