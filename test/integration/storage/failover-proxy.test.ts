// A primary that fails over to its standby behind a HAProxy: one address, which leads to either.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LACKS_HAPROXY, startHaProxy } from "../../support/database/haproxy.ts";
import { replicatedPostgres } from "../../support/database/standby.ts";
import { createWorld } from "../../support/server/test-server.ts";

test.skipIf(LACKS_HAPROXY !== null)(
  "behind a HAProxy nothing that was acknowledged is lost, and writing goes on by itself",
  async () => {
    const pair = await replicatedPostgres();
    const proxy = await startHaProxy(pair);
    const world = await createWorld("postgres", { databaseUrl: proxy.url });
    try {
      const app = await world.app();
      const raise = () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
      const acknowledged: string[] = [];
      for (let i = 0; i < 20; i++) acknowledged.push((await raise()).body.data.id);
      await pair.primary.shutDown("SIGQUIT");
      expect((await raise()).status).toBe(503);
      await pair.promote();
      let answer = await raise();
      for (; answer.status === 503; answer = await raise()) await sleep(50);
      expect(answer.status).toBe(201);
      const kept = new Set((await pair.standby.ask("select id from issue")).map(({ id }) => id));
      expect([...acknowledged, answer.body.data.id].filter((id) => !kept.has(id))).toEqual([]);
    } finally {
      await world.close();
      await proxy.stop();
      await pair.stop();
    }
  },
);
