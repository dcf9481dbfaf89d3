// A cursor marks a place in a list of one workspace. Whoever brings it to another gets nothing by it, whichever list it is of.
import { describe, expect, test } from "vitest";
import { API_ROUTES, UI_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { ask, dataOf, outcomeOf, routeName } from "../../../support/checks/route-table.ts";
import { secondWorkspace } from "../../../support/server/second-workspace.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

/** What lists are of, in one workspace: each list has at least two entries. */
interface Scene {
  app: string;
  issue: string;
  cycle: string;
  connection: string;
}

const PATHS: Record<string, (scene: Scene) => string> = {
  "GET /issues": () => "/issues?limit=1",
  "GET /issues/:id/history": ({ issue }) => `/issues/${issue}/history?limit=1`,
  "GET /issues/:id/comments": ({ issue }) => `/issues/${issue}/comments?limit=1`,
  "GET /apps/archived": () => "/apps/archived?limit=1",
  "GET /checks/archived": ({ app }) => `/checks/archived?app=${app}&limit=1`,
  "GET /sections/archived": ({ app }) => `/sections/archived?app=${app}&limit=1`,
  "GET /checks": ({ app }) => `/checks?app=${app}&limit=1`,
  "GET /results": () => "/results?limit=1",
  "GET /apps/:id/cycles": ({ app }) => `/apps/${app}/cycles?limit=1`,
  "GET /cycles/:id/checks": ({ cycle }) => `/cycles/${cycle}/checks?limit=1`,
  "GET /apps/:id/webhook/deliveries": ({ app }) => `/apps/${app}/webhook/deliveries?limit=1`,
  "GET /apps/:id/notifications": ({ app }) => `/apps/${app}/notifications?limit=1`,
  "GET /apps/:id/connections/:connection/forwards": ({ app, connection }) =>
    `/apps/${app}/connections/${connection}/forwards?limit=1`,
  "GET /audit": () => "/audit?limit=1",
  "GET /erasures": () => "/erasures?limit=1",
  "GET /inbox": () => "/inbox?limit=1",
};
/** Of the installation: workspaces themselves, for its operators. */
const OF_OPERATORS = ["GET /operator/workspaces"];
/** No key has one. */
const OF_PEOPLE = ["GET /inbox"];

const isPaged = ({ method, response }: { method: string; response: unknown }) =>
  method === "GET" && (response as { shape?: Record<string, unknown> } | null)?.shape?.next_cursor !== undefined;

test("every paged list has a row here", () => {
  const lists = new Set([...API_ROUTES, ...UI_ROUTES].filter(isPaged).map(routeName));
  expect([...Object.keys(PATHS), ...OF_OPERATORS].toSorted()).toEqual([...lists].toSorted());
});

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test("a cursor of the other workspace is refused by each paged list, for keys and for people, and that of one's own goes on", async () => {
    const theirs = await secondWorkspace(world);
    const [here, there] = [await furnish(world), await furnish(theirs)];
    for (const [name, path] of Object.entries(PATHS)) {
      const asking = [
        [here.cookie, there.cookie],
        ...(OF_PEOPLE.includes(name) ? [] : [[world.admin, theirs.admin]]),
      ] as const;
      for (const [ours, other] of asking) {
        const { next_cursor: cursor } = (await ask(world, other, "GET", path(there.scene))).body;
        expect([name, cursor]).toEqual([name, expect.any(String)]);
        const answers = [
          await ask(world, ours, "GET", `${path(here.scene)}&cursor=${encodeURIComponent(cursor)}`),
          await ask(world, other, "GET", `${path(there.scene)}&cursor=${encodeURIComponent(cursor)}`),
        ];
        expect([name, ...answers.map(outcomeOf)]).toEqual([name, "400 invalid_cursor", "200"]);
      }
    }
  });
});

/** At least two of all that is listed. */
async function furnish(world: World): Promise<{ scene: Scene; cookie: string }> {
  const tell = (method: string, path: string, body?: unknown) => dataOf(world, method, path, body);
  const cookie = await world.person("admin");
  const { id: app } = await world.app({ mode: "live" });
  const [first, second] = await tell("GET", `/checks?app=${app}`);
  const credentials = { webhook_url: "http://127.0.0.1:9/channel" };
  const { id: connection } = await tell("POST", `/apps/${app}/connections`, { tool: "slack", credentials });
  const raise = async (check: string): Promise<string> =>
    (await tell("POST", "/issues", { app, check, text: "Broken" })).id;
  const issue = await raise(first.id);
  const other = await raise(second.id);
  const results = [first, second].map(({ id }) => ({ check: id, platforms: ["ios"], outcome: "passed" }));
  await tell("POST", "/results", { app, results });
  // Whoever has commented watches the issue: what others say of it is in their inbox.
  for (const about of [issue, other]) {
    await world.call(cookie, "POST", `/issues/${about}/comments`, { text: "Seen" });
    await tell("POST", `/issues/${about}/comments`, { text: "Here, too" });
  }
  const cycles = [];
  for (const name of ["First", "Second"]) cycles.push(await tell("POST", `/apps/${app}/cycles`, { name }));
  for (const title of ["Gone", "Gone as well"]) {
    const { id: section } = await tell("POST", "/sections", { app, title });
    const { id: check } = await tell("POST", "/checks", { app, section, title });
    await tell("DELETE", `/checks/${check}`);
    await tell("DELETE", `/sections/${section}`);
    await tell("POST", `/apps/${(await world.app()).id}/archive`);
    await tell("POST", "/erasures", { kind: "reporter", subject: `${title}@x.org`, confirm: `${title}@x.org` });
  }
  await tell("PUT", `/apps/${app}/webhook/secret`);
  await tell("PATCH", `/apps/${app}/webhook`, { notify_url: "http://127.0.0.1:9/fixed" });
  const { url } = await tell("GET", `/apps/${app}/webhook`);
  for (let i = 0; i < 2; i++) {
    await tell("POST", `/apps/${app}/notifications/test`);
    await fetch(world.address + new URL(url).pathname, { method: "POST", body: '{"title":"Unsigned"}' });
  }
  return { scene: { app, issue, cycle: cycles[0].id, connection }, cookie };
}
