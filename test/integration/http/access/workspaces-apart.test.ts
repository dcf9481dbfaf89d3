// What two workspaces of one installation might share by mistake: names, codes, repeated requests, streams, searches, tags of
// states, suggestions, people, assistants and doors. Each has its own, and the other's is as if it were not.
import { beforeAll, describe, expect, test } from "vitest";
import { MCP_TOOLS } from "../../../../src/mcp/assistant-server.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { assistantsOf, proof } from "../../../support/clients/assistant-client.ts";
import { listen } from "../../../support/clients/event-source.ts";
import { assistantOf } from "../../../support/clients/mcp-client.ts";
import { type OtherWorkspace, secondWorkspace } from "../../../support/server/second-workspace.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const METRICS_TOKEN = "0123456789abcdef0123456789abcdef";

/** All that an app has, each by its id. */
async function furnish(world: World) {
  const app = await world.app({ mode: "live" });
  const [section] = app.sections;
  const [check] = await dataOf(world, "GET", `/checks?app=${app.id}`);
  const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: check.id, text: "Kaleidoscope broken" });
  const cycle = await dataOf(world, "POST", `/apps/${app.id}/cycles`, { name: `Cycle of ${app.name}` });
  const cookie = await world.person("admin");
  const { id: person, name } = (await ask(world, cookie, "GET", "/me")).body.data;
  return { app, section, check, issue, cycle, cookie, person, personName: name as string };
}

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { metricsToken: METRICS_TOKEN });
  const theirs = {} as OtherWorkspace;
  let here: Awaited<ReturnType<typeof furnish>>;
  let there: Awaited<ReturnType<typeof furnish>>;
  beforeAll(async () => {
    Object.assign(theirs, await secondWorkspace(world));
    here = await furnish(world);
    there = await furnish(theirs);
  });
  const zeros = (id: string) => id.slice(0, 4) + "0".repeat(id.length - 4);
  /** The answer without what was asked for, which it may repeat. */
  const told = async (who: string, method: string, path: string, body: unknown, named: string) => {
    const answer = await world.call(who, method, path, body);
    return [answer.status, JSON.stringify(answer.body ?? null).replaceAll(named, "…")];
  };

  test("what is elsewhere can't be mixed into what is here: it is not found, as what is nowhere", async () => {
    const { app, issue, cycle } = here;
    const mixed: [id: string, method: string, path: (id: string) => string, body?: (id: string) => unknown][] = [
      [there.check.id, "POST", () => "/issues", (check) => ({ app: app.id, check, text: "Broken" })],
      [there.section.id, "POST", () => "/issues", (section) => ({ app: app.id, section, text: "Broken" })],
      [there.section.id, "PUT", () => `/issues/${issue.id}/place`, (section) => ({ section })],
      [there.check.id, "PUT", () => `/issues/${issue.id}/place`, (check) => ({ check })],
      [there.issue.id, "POST", () => "/issues/batch", (id) => ({ ids: [issue.id, id], change: { priority: "low" } })],
      [there.check.id, "POST", () => "/results", (check) => ({ app: app.id, check, outcome: "passed" })],
      [there.cycle.id, "POST", () => "/results", (c) => ({ app: app.id, check: "PAY-1", outcome: "passed", cycle: c })],
      [there.section.id, "POST", () => "/checks", (section) => ({ app: app.id, section, title: "More" })],
      [
        there.app.id,
        "POST",
        () => "/checks/copy",
        (from) => ({ app: app.id, section: "PAY", from, checks: ["PAY-1"] }),
      ],
      [there.app.id, "POST", () => "/sections/copy", (from) => ({ app: app.id, from, sections: ["PAY"] })],
      [there.check.id, "POST", () => "/checks/archive", (check) => ({ app: app.id, checks: [check] })],
      [there.cycle.id, "GET", (id) => `/cycles/${cycle.id}/compare?with=${id}`],
      [there.cycle.id, "POST", () => `/apps/${app.id}/cycles`, (from) => ({ name: "Next", from })],
      [there.section.id, "POST", () => `/apps/${app.id}/cycles`, (id) => ({ name: "Next", sections: [id] })],
      [there.cycle.id, "GET", (id) => `/results?app=${app.id}&cycle=${id}`],
      [there.check.id, "GET", (id) => `/results?app=${app.id}&check=${id}`],
      [there.check.id, "GET", (id) => `/issues?app=${app.id}&check=${id}`],
      [there.app.id, "GET", (id) => `/audit?app=${id}`],
      [there.app.id, "POST", () => "/keys", (id) => ({ name: "New", role: "viewer", apps: [id] })],
    ];
    for (const [id, method, path, body] of mixed) {
      const [elsewhere, nowhere] = await Promise.all(
        [id, zeros(id)].map((one) => told(world.admin, method, path(one), body?.(one), one)),
      );
      expect([method, path("…"), ...elsewhere!]).toEqual([method, path("…"), ...nowhere!]);
      expect(elsewhere![1]).not.toMatch(/Theirs|Elsewhere/);
    }
    const byPeople: typeof mixed = [
      [there.person, "PUT", () => `/issues/${issue.id}/assignees`, (id) => ({ people: [id] })],
      [
        there.person,
        "POST",
        () => `/apps/${app.id}/cycles`,
        (id) => ({ name: "Tested", testers: [{ section: here.section.id, person: id }] }),
      ],
      [there.person, "GET", (id) => `/issues?assignee=${id}`],
      [there.app.id, "POST", () => "/invitations", (id) => ({ role: "viewer", apps: [id] })],
      [there.person, "PATCH", (id) => `/people/${id}`, () => ({ role: "viewer" })],
    ];
    for (const [id, method, path, body] of byPeople) {
      const [elsewhere, nowhere] = await Promise.all(
        [id, zeros(id)].map((one) => told(here.cookie, method, path(one), body?.(one), one)),
      );
      expect([method, path("…"), ...elsewhere!]).toEqual([method, path("…"), ...nowhere!]);
    }
  });

  test("names and codes of the other workspace lead nowhere, and are never suggested", async () => {
    const similar = `${there.app.name.slice(0, -1)}~`;
    for (const name of [there.app.name, similar]) {
      for (const path of [`/apps/${encodeURIComponent(name)}`, `/checks?app=${encodeURIComponent(name)}`]) {
        const answer = await world.call(world.admin, "GET", path);
        expect(outcomeOf(answer)).toBe("404 not_found");
        expect(answer.body.error.message).not.toContain("Did you mean");
      }
    }
    expect(there.issue.code).not.toBe(here.issue.code);
    expect(outcomeOf(await world.call(world.admin, "GET", `/issues/${there.issue.code}`))).toBe("404 not_found");
    const cycle = encodeURIComponent(there.cycle.name);
    expect(outcomeOf(await world.call(world.admin, "GET", `/results?app=${here.app.id}&cycle=${cycle}`))).toBe(
      "404 not_found",
    );
  });

  test("both may have an app, a prefix, an issue code and a person of the same name", async () => {
    const { name, prefix, platforms } = here.app;
    const same = await dataOf(theirs, "POST", "/apps", { name, prefix, platforms, mode: "live" });
    expect([same.name, same.prefix, same.id === here.app.id]).toEqual([name, prefix, false]);
    const raised = await dataOf(theirs, "POST", "/issues", { app: name, text: "Of the same code" });
    expect(raised.code).toBe(here.issue.code);
    expect((await dataOf(theirs, "GET", `/issues/${raised.code}`)).id).toBe(raised.id);
    expect((await dataOf(world, "GET", `/issues/${raised.code}`)).id).toBe(here.issue.id);
    expect((await ask(world, there.cookie, "PATCH", "/me", { name: here.personName })).status).toBe(200);
  });

  test("the same Idempotency-Key is another one in each workspace", async () => {
    const headers = { "idempotency-key": "the same for both" };
    const raise = (key: string, app: string) =>
      world.call(key, "POST", "/issues", { app, text: "Kept once" }, headers).then(({ body }) => body.data.id);
    const [ours, other] = [await raise(world.admin, here.app.id), await raise(theirs.admin, there.app.id)];
    expect(other).not.toBe(ours);
    expect([await raise(world.admin, here.app.id), await raise(theirs.admin, there.app.id)]).toEqual([ours, other]);
  });

  test("a live stream says nothing of what happens in the other workspace", async () => {
    const stream = await listen(world.address, here.cookie);
    try {
      await stream.heard(() => true);
      await dataOf(theirs, "POST", "/issues", { app: there.app.id, text: "Unheard" });
      await dataOf(world, "POST", "/issues", { app: here.app.id, text: "Heard" });
      await stream.heard(({ data }) => JSON.stringify(data ?? null).includes(here.app.id));
      expect(stream.text()).not.toContain(there.app.id);
      expect(stream.text()).not.toContain(theirs.workspaceId);
    } finally {
      stream.close();
    }
  });

  test("searches, counts and overviews are of one workspace", async () => {
    const found = await dataOf(world, "GET", "/issues?q=kaleidoscope&status=all");
    expect(found.map(({ id }: { id: string }) => id)).toEqual([here.issue.id]);
    for (const path of ["/places?q=Theirs", "/overview", "/inbox", "/people", "/invitations", "/mails"]) {
      const answer = await ask(world, here.cookie, "GET", path);
      expect([path, JSON.stringify(answer.body)]).toEqual([path, expect.not.stringMatching(/Theirs|Elsewhere|app_x/)]);
    }
    const before = await dataOf(world, "GET", "/workspace");
    await furnish(theirs);
    expect(await dataOf(world, "GET", "/workspace")).toEqual(before);
  });

  test("the tag of a state elsewhere neither matches nor differs: there is nothing", async () => {
    for (const path of [`/apps/${there.app.id}`, `/issues/${there.issue.id}`, `/apps/${there.app.id}/runbook`]) {
      const tag = (await world.call(theirs.admin, "GET", path)).headers.get("etag")!;
      expect(tag).toBeTruthy();
      const read = await world.call(world.admin, "GET", path, undefined, { "if-none-match": tag });
      expect(outcomeOf(read)).toBe("404 not_found");
    }
    const path = `/issues/${there.issue.id}`;
    for (const tag of [(await world.call(theirs.admin, "GET", path)).headers.get("etag")!, '"another"']) {
      const change = await world.call(world.admin, "PATCH", path, { text: "Ours" }, { "if-match": tag });
      expect(outcomeOf(change)).toBe("404 not_found");
    }
    expect((await dataOf(theirs, "GET", path)).text).toBe("Kaleidoscope broken");
  });

  test("the tools of assistants find nothing of the other workspace", async () => {
    const assistant = await assistantOf(world.address, world.admin);
    try {
      const values = { app: there.app, check: there.check, issue: there.issue, cycle: there.cycle };
      const rest = { text: "Broken", title: "Broken", name: "Next", section: "PAY", priority: "low" };
      for (const { name, input } of MCP_TOOLS) {
        const fields = Object.keys(input.shape).filter((field) => field in values) as (keyof typeof values)[];
        const asked = (id: (value: string) => string) =>
          Object.fromEntries([
            ...Object.entries(rest).filter(([field]) => field in input.shape),
            ...fields.map((field) => [field, id(values[field].id)]),
            ...("results" in input.shape ? [["results", [{ check: id(there.check.id), outcome: "passed" }]]] : []),
          ]);
        const [elsewhere, nowhere] = [
          await assistant.use(
            name,
            asked((id) => id),
          ),
          await assistant.use(name, asked(zeros)),
        ];
        const ids = new RegExp(
          Object.values(values)
            .map(({ id }) => `${id}|${zeros(id)}`)
            .join("|"),
          "g",
        );
        expect([name, elsewhere.isError, elsewhere.text.replace(ids, "…")]).toEqual([
          name,
          nowhere.isError,
          nowhere.text.replace(ids, "…"),
        ]);
        expect(elsewhere.text).not.toMatch(/Theirs|Elsewhere/);
        if (fields.length > 0) expect([name, elsewhere.isError]).toEqual([name, true]);
      }
    } finally {
      await assistant.close();
    }
  });

  test("an assistant that people of both let in has what each gave it, and is sent away by each for themselves", async () => {
    const { register, allow, exchange, mcp } = assistantsOf(world);
    const { client_id: client } = (await register()).body as { client_id: string };
    const letIn = async (cookie: string) => {
      const { verifier, challenge } = proof();
      const allowed = await allow(cookie, client, challenge);
      const code = new URL(allowed.body.data.location).searchParams.get("code")!;
      return (await exchange(client, code, verifier)).body.access_token as string;
    };
    const [ours, other] = [await letIn(here.cookie), await letIn(there.cookie)];
    const listed = async (cookie: string) => (await ask(world, cookie, "GET", "/assistants")).body.data;
    const [[mine], [alien]] = [await listed(here.cookie), await listed(there.cookie)];
    expect(mine.id).not.toBe(alien.id);
    const removal = (id: string) => world.call(here.cookie, "DELETE", `/assistants/${id}`);
    const [elsewhere, nowhere] = [await removal(alien.id), await removal(zeros(alien.id))];
    expect([elsewhere.status, elsewhere.body]).toEqual([nowhere.status, nowhere.body]);
    expect((await mcp(other)).status).toBe(200);
    expect((await removal(mine.id)).status).toBe(204);
    expect([(await mcp(ours)).status, (await mcp(other)).status]).toEqual([401, 200]);
  });

  test("what comes to one workspace's door stays there", async () => {
    const { url } = await dataOf(theirs, "GET", `/apps/${there.app.id}/webhook`);
    const before = (await dataOf(world, "GET", "/issues?status=all&limit=100")).length;
    const post = (path: string) =>
      fetch(world.address + path, { method: "POST", body: JSON.stringify({ title: "Knock", external_id: "1" }) });
    expect((await post(new URL(url).pathname)).status).toBe(201);
    expect((await dataOf(world, "GET", "/issues?status=all&limit=100")).length).toBe(before);
    const own = new URL((await dataOf(world, "GET", `/apps/${here.app.id}/webhook`)).url).pathname;
    // The same external id is another one in each.
    expect((await post(own)).status).toBe(201);
    expect((await dataOf(theirs, "GET", "/issues?q=Knock")).length).toBe(1);
  });

  test("what is measured of all workspaces is the operator's: no key of one of them opens it", async () => {
    const read = (token: string) =>
      fetch(`${world.address}/metrics`, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);
    expect(await Promise.all([world.admin, theirs.admin, METRICS_TOKEN].map(read))).toEqual([401, 401, 200]);
  });

  test("the doctor finds two whole workspaces", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
