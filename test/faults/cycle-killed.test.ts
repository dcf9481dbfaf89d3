// A server that is killed while a cycle is being closed: the cycle is frozen whole, or it is as open as before.
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, test, vi } from "vitest";
import { freshPlace, type Place } from "../support/clients/cli-settings.ts";
import { command } from "../support/clients/command.ts";
import { call, type RunningServer, serve } from "../support/clients/run-cli.ts";
import { DATABASES } from "../support/server/test-server.ts";
import { holdTransaction } from "../support/trouble/held-transaction.ts";

/** How long after the request to close each server is killed: before, during and after the transaction, on any machine. */
const KILLED_AFTER_MS = [0, 15, 60];
/** Where the transaction is when the server is killed, in the order of its statements. */
const POINTS = [
  { point: "some of its statuses are frozen", event: "insert on frozen_status", when: "new.platform = 'tv'" },
  { point: "its sections have got their names", event: "update of title on cycle_section" },
  { point: "its own rows are being dropped", event: "delete on cycle_status", when: "old.platform = 'tv'" },
  { point: "it is marked as closed", event: "update of closed_at on cycle" },
];
const CHECKS = 400;
const running: RunningServer[] = [];
afterAll(() => Promise.all(running.map((server) => server.stop("SIGKILL"))));

const APP = {
  name: "Shop",
  platforms: ["ios", "android", "web", "tv"].map((code) => ({ code })),
  sections: [
    { title: "All", checks: Array.from({ length: CHECKS }, (_, n) => ({ ref: `C-${n}`, title: `Check ${n}` })) },
  ],
};

describe.each(DATABASES)("on %s", (kind) => {
  test.concurrent("at any time around it", async () => {
    const shop = await openShop(kind);
    try {
      for (const [round, ms] of KILLED_AFTER_MS.entries()) {
        const { id, summary } = await shop.startCycle(`Round ${round}`);
        const closing = shop.ask("POST", `/cycles/${id}/close`).catch(() => {});
        await delay(ms);
        await shop.kill();
        await closing;
        await shop.start();
        await shop.requireWhole(id, summary);
      }
      await shop.requireHealthy();
    } finally {
      await shop.place.remove();
    }
  });

  test.concurrent("in the middle of the transaction, wherever that is", async () => {
    const shop = await openShop(kind);
    try {
      for (const { point, ...after } of POINTS) {
        const { id, summary } = await shop.startCycle(point);
        const held = await holdTransaction(shop.place.settings, after);
        let isAnswered = false;
        const closing = shop.ask("POST", `/cycles/${id}/close`).then(
          () => {
            isAnswered = true;
          },
          () => {},
        );
        await held.reached();
        await shop.kill();
        await closing;
        await held.letGo();
        expect([point, isAnswered]).toEqual([point, false]);
        await shop.start();
        const status = await shop.requireWhole(id, summary);
        // Nobody else could have ended it.
        if (kind === "sqlite") expect([point, status]).toEqual([point, "open"]);
      }
      await shop.requireHealthy();
    } finally {
      await shop.place.remove();
    }
  });
});

interface Shop {
  place: Place;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  ask(method: string, path: string, body?: unknown): Promise<any>;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** With results for some of it. */
  startCycle(name: string): Promise<{ id: string; summary: Record<string, number> }>;
  /** That it is as open as it was, or frozen; and that it can be closed if it is not. Gives what it was. */
  requireWhole(id: string, summary: Record<string, number>): Promise<string>;
  requireHealthy(): Promise<void>;
}

async function openShop(kind: (typeof DATABASES)[number]): Promise<Shop> {
  const place = await freshPlace(kind);
  const key = await place.key("admin");
  let server: RunningServer;
  const ask = async (method: string, path: string, body?: unknown) =>
    (await call(server.address, key, method, path, body)).data;
  const start = async () => {
    server = await serve({ ...place.settings, RETEST_API_RATE: "0" });
    running.push(server);
  };
  await start();
  const app = (await ask("POST", "/apps", APP)).id as string;
  return {
    place,
    ask,
    start,
    kill: async () => void (await server.stop("SIGKILL")),
    async startCycle(name) {
      const id = (await ask("POST", `/apps/${app}/cycles`, { name })).id as string;
      const results = Array.from({ length: 50 }, (_, n) => ({ check: `C-${n}`, outcome: "passed", cycle: id }));
      await ask("POST", "/results", { app, results });
      return { id, summary: (await ask("GET", `/cycles/${id}`)).summary };
    },
    async requireWhole(id, summary) {
      const found = await ask("GET", `/cycles/${id}`);
      expect(found.summary).toEqual(summary);
      const { sections, gate } = await ask("GET", `/cycles/${id}/report`);
      expect(sections[0].checks).toHaveLength(CHECKS);
      expect(sections[0].checks.flatMap((check: { platforms: object[] }) => check.platforms)).toHaveLength(4 * CHECKS);
      expect(gate).toMatchObject({ passed: summary.passed, untested: summary.untested });
      // PostgreSQL may finish what a killed server had begun after the next one has started, and holds the app until then.
      const isClosed = async () => {
        const { status } = await ask("GET", `/cycles/${id}`);
        if (status === "open") await ask("POST", `/cycles/${id}/close`);
        return status === "closed";
      };
      await vi.waitUntil(isClosed, { timeout: 120_000 });
      return found.status;
    },
    async requireHealthy() {
      expect((await server.stop()).code).toBe(0);
      expect(await command(["doctor"], place.settings)).toMatchObject({ code: 0 });
    },
  };
}
