// RETEST_WORKERS: what somebody may do in a minute, or have open, is counted by all processes together.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../../src/lib/clock.ts";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { type EventListener, listen } from "../../support/clients/event-source.ts";
import { SAME_ORIGIN, ui } from "../../support/clients/person-client.ts";
import { call, type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { joined } from "../../support/samples/joined-person.ts";
import { fromSentry, SENTRY_SECRET } from "../../support/samples/signed-as-tool.ts";
import { DATABASES, sampleApp } from "../../support/server/test-server.ts";

const LIMIT = 200;
/** Each of them raises an issue, or finds it there. */
const TOOL_LIMIT = 40;
/** Each request has a connection of its own, and those are dealt in turn. */
const ONCE = { connection: "close" };
/** A process tells the others a moment after it has answered. */
const SOON = { timeout: 40_000, interval: 500 };

describe.each(DATABASES)("two workers on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  beforeAll(async () => {
    place = await freshPlace(kind);
    server = await serve({
      ...place.settings,
      RETEST_WORKERS: "2",
      RETEST_API_RATE: `${LIMIT}`,
      RETEST_TOOL_RATE: `${TOOL_LIMIT}`,
      RETEST_PUBLIC_RATE: "0",
    });
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  /** Does it again where a minute began meanwhile. */
  async function withinAMinute(work: () => Promise<void>): Promise<void> {
    for (let minute = -1; minute !== Math.floor(Date.now() / MINUTE_MS); ) {
      minute = Math.floor(Date.now() / MINUTE_MS);
      try {
        await work();
      } catch (error) {
        if (minute === Math.floor(Date.now() / MINUTE_MS)) throw error;
      }
    }
  }

  /** Half of them come to each. By itself, each would let as many pass again. */
  async function countsTogether(limit: number, ask: () => Promise<number>): Promise<void> {
    const statuses = await Promise.all(Array.from({ length: limit }, ask));
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    let more = 0;
    await expect
      .poll(async () => {
        const both = [await ask(), await ask()];
        more += both.filter((status) => status < 300).length;
        return both;
      }, SOON)
      .toEqual([429, 429]);
    expect(more).toBeLessThan(limit);
  }

  test("the requests of a key count together", async () => {
    await withinAMinute(async () => {
      const key = await place.key("viewer");
      await countsTogether(LIMIT, async () => (await call(server.address, key, "GET", "/me", undefined, ONCE)).status);
    });
  });

  test("what a connected tool sends counts together", async () => {
    const key = await place.key("admin");
    const ask = (path: string, body: unknown) => call(server.address, key, "POST", path, body, ONCE);
    const { id } = (await ask("/apps", { ...sampleApp(), mode: "live" })).data;
    await withinAMinute(async () => {
      const asked = { tool: "sentry", settings: {}, credentials: { client_secret: SENTRY_SECRET } };
      const { url } = (await ask(`/apps/${id}/connections`, asked)).data;
      const body = JSON.stringify({ action: "created", data: { issue: { id: "1", title: "Broken" } } });
      const headers = { ...fromSentry(body, "issue"), ...ONCE };
      const door = server.address + new URL(url).pathname;
      await countsTogether(TOOL_LIMIT, async () => (await fetch(door, { method: "POST", headers, body })).status);
    });
  });

  test("wrong passwords count together: of 24 at once five are looked at", async () => {
    await withinAMinute(async () => {
      const email = `ada.${Date.now()}@example.com`;
      const wrong = { email, password: "a wrong guess" };
      const asked = Array.from({ length: 24 }, () =>
        ui(server.address, "POST", "/session", wrong, { ...SAME_ORIGIN, ...ONCE }),
      );
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect([401, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([5, 19]);
    });
  });

  test("the live streams of a person count together: of 24 twenty are let in", async () => {
    const cookie = await joined(server.address, place.settings, "viewer", "p@example.com");
    const streams: EventListener[] = [];
    for (let n = 0; n < 24; n++) streams.push(await listen(server.address, cookie));
    expect(streams.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(4).fill(429)]);
    for (const stream of streams) stream.close();
  });
});
