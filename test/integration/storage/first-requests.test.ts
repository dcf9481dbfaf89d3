// Many workspaces that ask in turn find little of theirs at hand: what a server has to ask for the first request of a workspace, beside the next.

import pg from "pg";
import { pino } from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { openStore } from "../../../src/startup/open-store.ts";
import { startServer } from "../../../src/startup/start-server.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { isBackground } from "../../support/database/background-statements.ts";
import { secondWorkspace } from "../../support/server/second-workspace.ts";
import type { World } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const world = worldOf("postgres");
afterEach(() => vi.restoreAllMocks());

const SILENT = pino({ level: "silent" });
/** What titles a page shows of its checks, of which a server knows the last it has read. */
const MOST_MORE = 1;

interface Scene {
  key: string;
  app: string;
  /** Each is fixed once. */
  issues: string[];
}

async function sceneOf(of: World): Promise<Scene> {
  const { id: app } = await of.app({ mode: "live" });
  const issues: string[] = [];
  for (const n of [1, 2])
    issues.push((await dataOf(of, "POST", "/issues", { app, check: "PAY-1", text: `No. ${n}` })).id);
  return { key: of.admin, app, issues };
}

/** The n-th request of each kind. */
const REQUESTS: Record<string, (scene: Scene, n: number) => [method: string, path: string, body?: object]> = {
  "one issue": ({ issues }, n) => ["GET", `/issues/${issues[n]}`],
  "a list of an app": ({ app }, n) => ["GET", `/issues?app=${app}&limit=${50 + n}`],
  "a list over all apps": (_, n) => ["GET", `/issues?limit=${50 + n}`],
  "the summary of an app": ({ app }) => ["GET", `/apps/${app}`],
  "the list of apps": () => ["GET", "/apps"],
  creating: ({ app }, n) => ["POST", "/issues", { app, check: "PAY-1", text: `New ${n}` }],
  fixing: ({ issues }, n) => ["POST", `/issues/${issues[n]}/fix`, {}],
};

test("the first request of a workspace asks one statement more than its next, at most, whatever it is", async () => {
  const [known, unknown] = [await sceneOf(world), await sceneOf(await secondWorkspace(world))];
  const store = await openStore(world.config, SILENT);
  const server = await startServer(world.config, store, SILENT);
  const asked: string[] = [];
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    asked.push(typeof first === "string" ? first : first.text);
    return Reflect.apply(query, this, args);
  });
  const ask = async (scene: Scene, name: string, n: number) => {
    asked.length = 0;
    const [method, path, body] = REQUESTS[name]!(scene, n);
    const { status } = await world.callAt(`http://127.0.0.1:${server.port}`, scene.key, method, path, body);
    expect([name, status]).toEqual([name, method === "POST" && name === "creating" ? 201 : 200]);
    return asked.filter((text) => !isBackground(text));
  };
  try {
    for (const name of Object.keys(REQUESTS)) {
      // What a server asks once and never again is no workspace's.
      await ask(known, name, 0);
      const first = await ask(unknown, name, 0);
      const next = await ask(unknown, name, 1);
      const more = first.length - next.length;
      expect(more > MOST_MORE ? [name, first, next] : []).toEqual([]);
    }
  } finally {
    await server.close();
    await store.close();
  }
});
