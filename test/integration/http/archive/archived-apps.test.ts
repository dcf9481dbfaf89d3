// An archived app is as if it did not exist, at every endpoint and on every server, and a restored one is as it was.
import { beforeAll, describe, expect, test } from "vitest";
import { archiveApp } from "../../../../src/actions/archive/archive-app.ts";
import { fixIssue } from "../../../../src/actions/issues/fix-issue.ts";
import { setPlan } from "../../../../src/actions/workspace/change-workspace.ts";
import { ask, dataOf, outcomeOf, webhookOf } from "../../../support/checks/route-table.ts";
import { listen } from "../../../support/clients/event-source.ts";
import { assistantOf } from "../../../support/clients/mcp-client.ts";
import { openHook, signed } from "../../../support/clients/webhook-client.ts";
import { openReceiver } from "../../../support/fake-tools/notify-receiver.ts";
import { connectApp } from "../../../support/samples/connected-app.ts";
import { attach, attachmentPath, PNG } from "../../../support/samples/sample-files.ts";
import { fromSlack, SLACK_SECRET } from "../../../support/samples/signed-as-tool.ts";
import { FIRST_REVISION } from "../../../support/server/open-cycles.ts";
import { type Answer, DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";
import { type Scene, setScene, TABLE } from "../access/access-table.ts";

const OWN = ["POST /apps/:id/archive", "POST /apps/:id/restore"];
const APP_ROUTES = TABLE.filter(({ about, route }) => about === "app" && !OWN.includes(route));
const THING = /\b(app|iss|sec|chk|dlv|ntf|con|res)_[0-9a-z]+/g;
const absent = (text: string) => text.replace(THING, (id) => id.slice(0, 4) + "0".repeat(id.length - 4));

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let servers: string[];
  beforeAll(async () => {
    servers = [world.address, await world.anotherServer()];
  });

  const archive = (id: string) => dataOf(world, "POST", `/apps/${id}/archive`);
  const restore = (id: string) => dataOf(world, "POST", `/apps/${id}/restore`);
  const archived = async (key = world.admin) =>
    (await ask(world, key, "GET", "/apps/archived?limit=200")).body.data.map(({ id }: { id: string }) => id);
  const newest = async () => (await dataOf(world, "GET", "/audit?limit=1"))[0];
  const names = (answer: Answer) => JSON.stringify(answer.body);

  test("every address of an archived app answers what one of an app that never was does, on every server", async () => {
    const scene = await setScene(world);
    const person = await world.person("admin");
    const scoped = await world.key("admin", [scene.app]);
    const endpoints = [];
    for (const endpoint of APP_ROUTES) endpoints.push({ endpoint, request: await endpoint.request(scene) });
    const { id: issue, code } = await dataOf(world, "POST", "/issues", { app: scene.app, text: "By code" });
    await attach(world, person, issue, "shot.png", PNG);
    const [result] = await dataOf(world, "POST", "/results", { app: scene.app, check: scene.check, outcome: "passed" });
    const read = endpoints.filter(({ endpoint }) => endpoint.route.startsWith("GET "));
    // Whatever is kept of an answer is kept by now, on both servers.
    for (const address of servers) {
      for (const { request } of [...read, ...read]) await world.callAt(address, world.admin, "GET", request[0]);
    }
    await archive(scene.app);
    for (const { endpoint, request } of endpoints) {
      const [method] = endpoint.route.split(" ", 1) as [string];
      const [path, body] = request;
      const nowhere = body === undefined ? undefined : JSON.parse(absent(JSON.stringify(body)));
      const never = await world.call(world.admin, method, absent(path), nowhere);
      expect([endpoint.route, outcomeOf(never)]).toEqual([endpoint.route, "404 not_found"]);
      for (const address of servers) {
        for (const key of [world.admin, scoped]) {
          const given = await world.callAt(address, key, method, path, body);
          expect([endpoint.route, given.status, given.body]).toEqual([endpoint.route, 404, never.body]);
        }
      }
    }
    const others = [
      ["GET", `/issues/${code}`],
      ["PATCH", `/issues/${code}`, { text: "Other" }],
      ["GET", attachmentPath(issue, "shot.png")],
      ["POST", `${attachmentPath(issue)}?name=more.png`, PNG],
      ["PUT", `/issues/${issue}/assignees`, { people: [] }],
      ["GET", `/apps/${scene.app}/people`],
      ["DELETE", `/results/${result.id}`],
      ["POST", "/issues", { app: scene.app, check: scene.check, text: "Broken" }],
    ] as [string, string, unknown?][];
    for (const [method, path, body] of others) {
      const given = await ask(world, person, method, path, body);
      expect([path, outcomeOf(given)]).toEqual([path, "404 not_found"]);
    }
    expect(outcomeOf(await ask(world, world.admin, "GET", `/audit?app=${scene.app}`))).toBe("404 not_found");
    const grant = { name: "New", role: "viewer", apps: [scene.app] };
    expect(outcomeOf(await ask(world, world.admin, "POST", "/keys", grant))).toBe("404 not_found");
    expect(await world.problems()).toEqual([]);
  });

  test("it is in no list, search, overview, stream, metric and no assistant's answer", async () => {
    const app = await world.app({ mode: "live", name: "Quixotic Harbour" });
    const { id: issue, code } = await dataOf(world, "POST", "/issues", { app: app.id, text: "Zeppelin" });
    await dataOf(world, "POST", "/results", { app: app.id, check: "PAY-1", outcome: "passed" });
    await dataOf(world, "POST", "/checks", { app: app.id, section: "PAY", title: "Windmill" });
    const person = await world.person("viewer");
    const scoped = await world.key("viewer", [app.id]);
    const held = await dataOf(world, "GET", "/workspace");
    const lists: [string, string][] = [
      [world.viewer, "/apps"],
      [world.viewer, "/issues?status=all&limit=200"],
      [world.viewer, "/issues?q=Zeppelin"],
      [world.viewer, `/issues?q=${code}`],
      [world.viewer, "/results?limit=200"],
      [scoped, "/apps"],
      [scoped, "/issues"],
      [scoped, "/results"],
      [person, "/overview"],
      [person, "/places?q=Windmill"],
    ];
    const mentions = async (address: string) => {
      const answers = await Promise.all(lists.map(([key, path]) => world.callAt(address, key, "GET", path)));
      const told = answers.map((answer) => names(answer).includes(app.id) || names(answer).includes("Quixotic"));
      const metrics = await (await fetch(`${address}/metrics`)).text();
      const live = await listen(address, person);
      const begin = await live.heard(({ event }) => event === "apps");
      live.close();
      return [...told, metrics.includes("Quixotic"), app.id in begin.data.apps];
    };
    for (const address of servers) expect(new Set(await mentions(address))).toEqual(new Set([true]));
    await archive(app.id);
    for (const address of servers) expect(new Set(await mentions(address))).toEqual(new Set([false]));
    expect(await dataOf(world, "GET", "/workspace")).toEqual({ ...held, apps: held.apps - 1 });
    const assistant = await assistantOf(world.address, world.admin);
    try {
      expect((await assistant.use("list_apps")).text).not.toContain("Quixotic");
      expect((await assistant.use("get_issue", { issue })).isError).toBe(true);
    } finally {
      await assistant.close();
    }
  });

  test("streams that are open are told that it is gone, and of it again once it is restored", async () => {
    const { id } = await world.app();
    const streams = await Promise.all(
      servers.map(async (address) => listen(address, await world.person("viewer", [id]))),
    );
    await Promise.all(streams.map((stream) => stream.heard(({ event }) => event === "apps")));
    await archive(id);
    for (const stream of streams) {
      const { data } = await stream.heard(({ event, data }) => event === "app" && data.gone === true);
      expect(data).toEqual({ id, revision: expect.any(Number), gone: true });
    }
    await restore(id);
    for (const stream of streams) {
      const isBack = ({ event, data }: { event: string; data: { gone?: true; revision: number } }) =>
        event === "app" && data.gone === undefined && data.revision === FIRST_REVISION + 2;
      await stream.heard(isBack);
      stream.close();
    }
  });

  test("its webhook, its connections and its badge answer what unknown ones do, and work again once it is restored", async () => {
    const hook = await openHook(world);
    const { app } = hook;
    const slack = await connectApp(world, "slack", { app, credentials: { signing_secret: SLACK_SECRET } });
    const command = "command=%2Fretest&text=It%20broke&user_name=ada";
    const badge = new URL((await dataOf(world, "PUT", `/apps/${app.id}/badge`)).url).pathname;
    const path = new URL(slack.url).pathname;
    const unknown = (one: string) => one.slice(0, -4) + (one.endsWith("aaaa") ? "bbbb" : "aaaa");
    const send = async (at: string, one: string) => {
      const response = await fetch(at + one, { method: "POST", body: "{}" });
      return [response.status, await response.json()];
    };
    await hook.raised({ title: "Before" });
    expect((await slack.say(command, fromSlack(command))).status).toBe(200);
    await archive(app.id);
    for (const at of servers) {
      const never = await send(at, unknown(hook.path));
      expect([(await hook.deliver({ title: "Lost" }, {}, at)).status, never[0]]).toEqual([404, 404]);
      expect(await send(at, hook.path)).toEqual(never);
      expect(await send(at, path)).toEqual(await send(at, unknown(path)));
      expect((await slack.say(command, fromSlack(command), at)).status).toBe(404);
      expect((await fetch(at + badge)).status).toBe(404);
    }
    await restore(app.id);
    for (const at of servers) {
      expect((await hook.deliver({ title: "After" }, {}, at)).status).toBe(201);
      expect((await slack.say(command, fromSlack(command), at)).status).toBe(200);
      expect((await fetch(at + badge)).status).toBe(200);
    }
    expect(await world.problems()).toEqual([]);
  });

  test("a restored app is as it was: runbook, results, issues, secret, connections, codes, grants, names", async () => {
    const scene = await setScene(world);
    const scoped = await world.key("tester", [scene.app]);
    const base = `/apps/${scene.app}`;
    await dataOf(world, "PUT", `${base}/webhook/secret`, { secret: "a secret of the tool" });
    await dataOf(world, "POST", `${base}/connections`, { tool: "gitlab", name: "Code" });
    await dataOf(world, "POST", "/issues", { app: scene.app, check: scene.check, text: "Broken", platforms: ["ios"] });
    await dataOf(world, "POST", "/results", { app: scene.app, check: scene.check, outcome: "passed" });
    const look = async ({ app }: Scene) => [
      await dataOf(world, "GET", `/apps/${app}`),
      await webhookOf(world, app),
      await dataOf(world, "GET", `/apps/${app}/connections`),
      await dataOf(world, "GET", `/checks?app=${app}`),
      await dataOf(world, "GET", `/issues?status=all&app=${app}`),
      await dataOf(world, "GET", `/results?app=${app}`),
    ];
    const before = await look(scene);
    const entry = await archive(scene.app);
    const { name, prefix } = before[0];
    expect(entry).toEqual({
      id: scene.app,
      name,
      prefix,
      checks: 3,
      open_issues: 1,
      archived_at: expect.stringMatching(/Z$/),
    });
    expect((await dataOf(world, "GET", "/apps/archived"))[0]).toEqual(entry);
    expect(await newest()).toMatchObject({ action: "app.archived", target: { kind: "app", id: scene.app, name } });
    // Again it changes nothing, by its name too, and leaves no entry.
    const entries = async () => (await dataOf(world, "GET", "/audit?action=app.&limit=200")).length;
    const count = await entries();
    expect(await archive(encodeURIComponent(name))).toEqual(entry);
    expect(await entries()).toBe(count);
    const back = await ask(world, world.admin, "POST", `${base}/restore`);
    expect([back.status, back.body.data]).toEqual([200, before[0]]);
    expect(await newest()).toMatchObject({ action: "app.restored", target: { kind: "app", id: scene.app, name } });
    expect(await restore(encodeURIComponent(name))).toEqual(before[0]);
    expect(await entries()).toBe(count + 1);
    expect(await look(scene)).toEqual(before);
    expect(await archived()).not.toContain(scene.app);
    const next = await world.call(scoped, "POST", "/issues", { app: scene.app, text: "Next" });
    expect([next.status, next.body.data.code]).toEqual([201, `${prefix}-2`]);
    expect(await world.problems()).toEqual([]);
  });

  test("viewers see archived apps in their reach; only admins in whose reach one is archive and restore it", async () => {
    const { id } = await world.app();
    const other = (await world.app()).id;
    const act = async (key: string, what: string) =>
      outcomeOf(await ask(world, key, "POST", `/apps/${id}/${what}`, undefined));
    const [viewer, admin, outside] = [
      await world.key("viewer", [id]),
      await world.person("admin", [id]),
      await world.key("admin", [other]),
    ];
    expect([await act(viewer, "archive"), await act(outside, "archive")]).toEqual(["403 forbidden", "404 not_found"]);
    expect(await act(admin, "archive")).toBe("200");
    expect([await archived(viewer), await archived(admin), await archived(outside)]).toEqual([[id], [id], []]);
    expect([await act(viewer, "restore"), await act(outside, "restore")]).toEqual(["403 forbidden", "404 not_found"]);
    expect([await act(viewer, "archive"), await act(outside, "archive")]).toEqual(["403 forbidden", "404 not_found"]);
    expect(outcomeOf(await ask(world, null, "POST", `/apps/${id}/restore`))).toBe("401 unauthorized");
    expect([await act(admin, "archive"), await act(admin, "restore"), await act(admin, "restore")]).toEqual([
      "200",
      "200",
      "200",
    ]);
    expect((await ask(world, viewer, "GET", `/apps/${id}`)).status).toBe(200);
  });

  test("its name and prefix stay taken, and only who may see it is told that it can be restored", async () => {
    const { id, name, prefix } = await world.app({ name: `Gone ${kind}`, prefix: "GONE" });
    const other = (await world.app()).id;
    const scoped = await world.key("admin", [other]);
    const both = await world.key("admin", [other, id]);
    await archive(id);
    const platforms = [{ code: "web", label: "Web" }];
    const told = async (key: string, method: string, path: string, body: unknown) => {
      const answer = await ask(world, key, method, path, body);
      return [outcomeOf(answer), answer.body.error.message.includes("archived")];
    };
    expect(await told(world.admin, "POST", "/apps", { name, platforms })).toEqual(["409 name_taken", true]);
    expect(await told(world.admin, "POST", "/apps", { name: `${name} 2`, prefix, platforms })).toEqual([
      "409 name_taken",
      true,
    ]);
    for (const change of [{ name }, { prefix }]) {
      expect(await told(scoped, "PATCH", `/apps/${other}`, change)).toEqual(["409 name_taken", false]);
      expect(await told(both, "PATCH", `/apps/${other}`, change)).toEqual(["409 name_taken", true]);
    }
    for (const query of ["", "?dry_run=true"]) {
      expect(await told(world.admin, "POST", `/apps/import${query}`, { name, platforms })).toEqual([
        "409 name_taken",
        true,
      ]);
      expect(await told(both, "POST", `/apps/import${query}`, { name, platforms })).toEqual(["409 name_taken", true]);
      expect(await told(scoped, "POST", `/apps/import${query}`, { name, platforms })).toEqual(["403 forbidden", false]);
    }
    expect(await told(world.admin, "POST", `/apps/import?app=${id}`, { name, platforms })).toEqual([
      "404 not_found",
      false,
    ]);
    // A prefix that is derived is another one by itself.
    const derived = await dataOf(world, "POST", "/apps", { name: `Gone again ${kind}`, platforms });
    expect(derived.prefix).not.toBe(prefix);
  });

  test("an app that is called archived is reached by its id, and all but its own address by its name, too", async () => {
    const { id } = await world.app({ name: "archived" });
    expect((await dataOf(world, "GET", `/apps/${id}`)).name).toBe("archived");
    expect((await dataOf(world, "GET", "/apps/archived/runbook")).app.id).toBe(id);
    expect(await archived()).not.toContain(id);
    expect((await archive("archived")).id).toBe(id);
    expect(await archived()).toContain(id);
    expect((await restore("archived")).id).toBe(id);
  });

  test("what was done under an Idempotency-Key is not answered again while the app is archived", async () => {
    const { id } = await world.app({ mode: "live" });
    const send = (headers: Record<string, string>) =>
      world.call(world.tester, "POST", "/issues", { app: id, text: "Once" }, headers);
    const key = { "idempotency-key": `once-${kind}` };
    const first = await send(key);
    await archive(id);
    expect(outcomeOf(await send(key))).toBe("404 not_found");
    await restore(id);
    const again = await send(key);
    expect([again.status, again.body.data.id]).toEqual([201, first.body.data.id]);
  });

  test("a grant keeps an archived app, also when it is changed", async () => {
    const app = await world.app();
    const other = await world.app();
    const admin = await world.person("admin");
    const person = await world.person("viewer", [app.id]);
    const { id } = (await ask(world, person, "GET", "/me")).body.data;
    await archive(app.id);
    const changed = await ask(world, admin, "PATCH", `/people/${id}`, { apps: [app.id, other.id] });
    expect([changed.status, changed.body.data.apps]).toEqual([200, [app.id, other.id]]);
    expect(outcomeOf(await ask(world, admin, "PATCH", `/people/${id}`, { apps: [app.name] }))).toBe("404 not_found");
    await restore(app.id);
    expect((await ask(world, person, "GET", `/apps/${app.id}`)).status).toBe(200);
  });

  test("a connection of another app that names an archived one names it again once it is restored", async () => {
    const { id, name } = await world.app({ mode: "live" });
    const other = await world.app({ mode: "live" });
    const credentials = { signing_secret: SLACK_SECRET };
    const path = `/apps/${other.id}/connections`;
    const made = await dataOf(world, "POST", path, { tool: "slack", credentials, settings: { apps: [name] } });
    await archive(id);
    expect((await dataOf(world, "GET", `${path}/${made.id}`)).settings.apps).toEqual([]);
    await dataOf(world, "PATCH", `${path}/${made.id}`, { settings: { apps: [] } });
    await restore(id);
    expect((await dataOf(world, "GET", `${path}/${made.id}`)).settings.apps).toEqual([name]);
  });

  test("a notification that was queued is still sent", async () => {
    const receiver = await openReceiver();
    try {
      const hook = await openHook(world);
      await hook.setSecret("a secret of the tool");
      await hook.configure({ notify_url: receiver.url });
      const { id } = await hook.raised({ title: "Broke" }, signed("a secret of the tool", { title: "Broke" }));
      // Behind the server's back, so that nothing is sent before the app is archived.
      const reach = { workspaceId: world.store.workspace.id, apps: null };
      const actor = { name: "Ada", channel: "interface", role: "admin", reach } as const;
      const fix = { actor, id, fixed: true, platforms: null, pullRequest: null };
      await world.store.performer.perform(fixIssue, fix);
      await world.store.performer.perform(archiveApp, { actor, app: hook.app.id });
      const other = await openHook(world);
      await dataOf(world, "POST", `/issues/${(await other.raised({ title: "Wakes the sender" })).id}/fix`);
      await expect.poll(() => receiver.arrivals.length).toBe(1);
      expect(receiver.arrivals[0]!.body).toMatchObject({ event: "issue.fixed", issue: { id } });
    } finally {
      await receiver.close();
    }
  });

  test("deliveries, issues and results that race with archiving are kept if they were acknowledged, and 404 if not", async () => {
    const hook = await openHook(world);
    const { id } = hook.app;
    const kept = { issues: 0, results: 0 };
    const count = (what: keyof typeof kept) => (answer: Answer) => {
      if (answer.status === 201) kept[what]++;
      else
        expect([outcomeOf(answer), answer.headers.get("x-request-id")]).toEqual(["404 not_found", expect.anything()]);
    };
    for (let round = 0; round < 4; round++) {
      const work = servers.flatMap((at, place) => [
        ...Array.from({ length: 4 }, (_, n) =>
          hook.deliver({ title: "It broke", external_id: `${round}-${place}-${n}` }, {}, at).then(count("issues")),
        ),
        world.callAt(at, world.tester, "POST", "/issues", { app: id, text: "Broken" }).then(count("issues")),
        world
          .callAt(at, world.tester, "POST", "/results", {
            app: id,
            check: "PAY-1",
            outcome: "passed",
            platforms: ["ios"],
          })
          .then(count("results")),
      ]);
      // Some come before it is archived, some between, some after it is restored.
      const turn = async () => {
        await world.callAt(servers[round % 2]!, world.admin, "POST", `/apps/${id}/archive`);
        await world.callAt(servers[(round + 1) % 2]!, world.admin, "POST", `/apps/${id}/restore`);
      };
      await Promise.all([...work.slice(0, 4), turn(), ...work.slice(4)]);
      await Promise.all([hook.deliver({ title: "Beside" }).then(count("issues")), restore(id)]);
    }
    expect((await dataOf(world, "GET", `/issues?app=${id}&status=all&limit=200`)).length).toBe(kept.issues);
    expect((await dataOf(world, "GET", `/results?app=${id}&limit=200`)).length).toBe(kept.results);
    expect(await world.problems()).toEqual([]);
  });

  test("plans and allowances count what an archived app has raised", async () => {
    const { id } = await world.app({ mode: "live" });
    await dataOf(world, "POST", "/issues", { app: id, text: "Counted" });
    const month = async () => (await dataOf(world, "GET", "/workspace")).usage.issues;
    const before = await month();
    await archive(id);
    expect(await month()).toBe(before);
    const workspaceId = world.store.workspace.id;
    await world.store.performer.perform(setPlan, { workspaceId, plan: "free" });
    expect(await month()).toBe(before);
    expect(await world.problems()).toEqual([]);
    await world.store.performer.perform(setPlan, { workspaceId, plan: "unlimited" });
    await restore(id);
    expect(await world.problems()).toEqual([]);
  });
});
