// The table of access: for every route of the API what it needs, and a request that would succeed.
import { expect } from "vitest";
import type { Role } from "../../../../src/domain/access/grant.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import type { World } from "../../../support/server/test-server.ts";

/** What a row of the table acts on: an app of its own, with everything in it. */
export interface Scene {
  world: World;
  app: string;
  section: string;
  check: string;
}

export interface Row {
  route: string;
  needs: Role;
  /** One app, the workspace as a whole (keys that reach every app only), or whatever is in reach. */
  about: "app" | "workspace" | "reach";
  success: number;
  /** `who` will ask, where that makes a difference. */
  request(scene: Scene, who?: string): Promise<[path: string, body?: unknown]>;
}

export const ROLES: readonly Role[] = ["viewer", "tester", "admin"];
export const SCOPES = ["unscoped", "scoped to this app", "scoped to another app"] as const;
export type Scope = (typeof SCOPES)[number];

/** An open issue. */
export const issue = async ({ world, app, check }: Scene) =>
  (await dataOf(world, "POST", "/issues", { app, check, text: "Broken" })).id as string;
/** The path of a comment that whoever asks has written; where they can't have, somebody else has. */
const ownComment = async (s: Scene, who?: string) => {
  const path = `/issues/${await issue(s)}/comments`;
  const own = who === undefined ? undefined : await s.world.call(who, "POST", path, { text: "Seen" });
  return `${path}/${own?.status === 201 ? own.body.data.id : (await dataOf(s.world, "POST", path, { text: "Seen" })).id}`;
};
let cycles = 0;
/** An open cycle of all there is, with a name of its own. */
const cycle = async ({ world, app }: Scene) =>
  (await dataOf(world, "POST", `/apps/${app}/cycles`, { name: `Cycle ${++cycles}` })).id as string;
const confirmable = async ({ world, app }: Scene) => {
  const { id } = await dataOf(world, "POST", "/issues", { app, text: "Broken" });
  await dataOf(world, "POST", `/issues/${id}/fix`);
  return id as string;
};
const emptySection = async ({ world, app }: Scene) =>
  (await dataOf(world, "POST", "/sections", { app, title: "Empty" })).id as string;
const archivedCheck = async ({ world, app }: Scene) => {
  const { id } = await dataOf(world, "POST", "/checks", { app, section: "PAY", title: "Archived" });
  await dataOf(world, "POST", "/checks/archive", { app, checks: [id] });
  return id as string;
};
const deletedSection = async (scene: Scene) => {
  const id = await emptySection(scene);
  await scene.world.call(scene.world.admin, "DELETE", `/sections/${id}`);
  return id;
};
const otherKey = async ({ world }: Scene) =>
  (await dataOf(world, "POST", "/keys", { name: "Other", role: "viewer" })).id as string;
let reporters = 0;
/** A reporter who has reported nothing. */
const someReporter = () => {
  const email = `reporter${++reporters}@example.org`;
  return { kind: "reporter", subject: email, confirm: email };
};
const newApp = (scene: Scene) => ({ name: `Beside ${scene.app}`, platforms: [{ code: "web", label: "Web" }] });

/** Gives the app's webhook a secret and a receiver that nobody stands behind. */
const notifying = async ({ world, app }: Scene) => {
  await dataOf(world, "PUT", `/apps/${app}/webhook/secret`);
  await dataOf(world, "PATCH", `/apps/${app}/webhook`, { notify_url: "http://127.0.0.1:9/fixed" });
};
/** A notification that came to an end. */
const notification = async (scene: Scene) => {
  await notifying(scene);
  const path = `/apps/${scene.app}/notifications`;
  const { id } = await dataOf(scene.world, "POST", `${path}/test`);
  await expect.poll(async () => (await dataOf(scene.world, "GET", path))[0].state).toBe("failed");
  return id as string;
};
/** A connection that sends to a receiver that nobody stands behind. */
const connection = async ({ world, app }: Scene) => {
  const credentials = { webhook_url: "http://127.0.0.1:9/channel" };
  const path = `/apps/${app}/connections`;
  return `${path}/${(await dataOf(world, "POST", path, { tool: "slack", credentials })).id}`;
};
/** A program that receives events of the app. */
const eventReceiver = async ({ world, app }: Scene) => {
  const path = `/apps/${app}/connections`;
  const settings = { url: "http://127.0.0.1:9/events" };
  return `${path}/${(await dataOf(world, "POST", path, { tool: "events", settings })).id}`;
};
/** One that went nowhere, because the connection was switched off and on again. */
const cancelledEvent = async (scene: Scene) => {
  const path = await eventReceiver(scene);
  const { id } = await dataOf(scene.world, "POST", `${path}/test`);
  for (const enabled of [false, true]) await dataOf(scene.world, "PATCH", path, { enabled });
  return id as string;
};
/** A delivery of the app's log. */
const delivery = async ({ world, app }: Scene) => {
  const { url } = await dataOf(world, "GET", `/apps/${app}/webhook`);
  const { pathname } = new URL(url);
  await fetch(world.address + pathname, { method: "POST", body: JSON.stringify({ title: "It broke" }) });
  const [newest] = await dataOf(world, "GET", `/apps/${app}/webhook/deliveries`);
  return newest.id as string;
};

export function row(route: string, needs: Role, about: Row["about"], success: number, request: Row["request"]): Row {
  return { route, needs, about, success, request };
}

export const TABLE: Row[] = [
  row("POST /issues", "tester", "app", 201, async (s) => ["/issues", { app: s.app, check: s.check, text: "Broken" }]),
  row("GET /issues", "viewer", "reach", 200, async () => ["/issues"]),
  row("GET /issues", "viewer", "app", 200, async (s) => [`/issues?app=${s.app}`]),
  row("GET /issues", "viewer", "app", 200, async (s) => [`/issues?check=${s.check}`]),
  row("GET /issues/:id", "viewer", "app", 200, async (s) => [`/issues/${await issue(s)}`]),
  row("PATCH /issues/:id", "tester", "app", 200, async (s) => [`/issues/${await issue(s)}`, { text: "Reworded" }]),
  row("POST /issues/:id/fix", "admin", "app", 200, async (s) => [`/issues/${await issue(s)}/fix`]),
  row("POST /issues/:id/confirm", "tester", "app", 200, async (s) => [`/issues/${await confirmable(s)}/confirm`]),
  row("PUT /issues/:id/place", "tester", "app", 200, async (s) => [
    `/issues/${await issue(s)}/place`,
    { section: s.section },
  ]),
  row("POST /issues/batch", "tester", "reach", 200, async (s) => [
    "/issues/batch",
    { ids: [await issue(s)], change: { priority: "low" } },
  ]),
  row("GET /issues/:id/history", "viewer", "app", 200, async (s) => [`/issues/${await issue(s)}/history`]),
  row("GET /issues/:id/items", "viewer", "app", 200, async (s) => [`/issues/${await issue(s)}/items`]),
  row("GET /issues/:id/comments", "viewer", "app", 200, async (s) => [`/issues/${await issue(s)}/comments`]),
  row("POST /issues/:id/comments", "tester", "app", 201, async (s) => [
    `/issues/${await issue(s)}/comments`,
    { text: "Seen again" },
  ]),
  row("PATCH /issues/:id/comments/:comment", "tester", "app", 200, async (s, who) => [
    await ownComment(s, who),
    { text: "Seen twice" },
  ]),
  row("DELETE /issues/:id/comments/:comment", "tester", "app", 204, async (s, who) => [await ownComment(s, who)]),
  row("GET /apps", "viewer", "reach", 200, async () => ["/apps"]),
  row("POST /apps", "admin", "workspace", 201, async (s) => ["/apps", newApp(s)]),
  row("POST /apps/:id/copy", "admin", "workspace", 201, async (s) => [`/apps/${s.app}/copy`, { name: newApp(s).name }]),
  row("GET /apps/:id", "viewer", "app", 200, async (s) => [`/apps/${s.app}`]),
  row("PATCH /apps/:id", "admin", "app", 200, async (s) => [`/apps/${s.app}`, { mode: "testing" }]),
  row("GET /apps/archived", "viewer", "reach", 200, async () => ["/apps/archived"]),
  row("POST /apps/:id/archive", "admin", "app", 200, async (s) => [`/apps/${s.app}/archive`]),
  row("POST /apps/:id/restore", "admin", "app", 200, async (s) => [`/apps/${s.app}/restore`]),
  row("GET /apps/:id/runbook", "viewer", "app", 200, async (s) => [`/apps/${s.app}/runbook`]),
  row("GET /apps/:id/runbook", "viewer", "app", 200, async (s) => [`/apps/${s.app}/runbook?since=1`]),
  row("GET /apps/:id/trend", "viewer", "app", 200, async (s) => [`/apps/${s.app}/trend`]),
  row("GET /apps/:id/report", "viewer", "app", 200, async (s) => [`/apps/${s.app}/report`]),
  row("GET /apps/:id/gate", "viewer", "app", 200, async (s) => [`/apps/${s.app}/gate`]),
  row("GET /apps/:id/badge", "admin", "app", 200, async (s) => [`/apps/${s.app}/badge`]),
  row("PUT /apps/:id/badge", "admin", "app", 200, async (s) => [`/apps/${s.app}/badge`]),
  row("DELETE /apps/:id/badge", "admin", "app", 204, async (s) => {
    await dataOf(s.world, "PUT", `/apps/${s.app}/badge`);
    return [`/apps/${s.app}/badge`];
  }),
  row("POST /apps/import", "admin", "app", 200, async (s) => [`/apps/import?app=${s.app}`, newApp(s)]),
  row("POST /apps/import", "admin", "workspace", 201, async (s) => ["/apps/import", newApp(s)]),
  row("GET /apps/:id/export", "viewer", "app", 200, async (s) => [`/apps/${s.app}/export?format=json`]),
  row("GET /apps/:id/webhook", "admin", "app", 200, async (s) => [`/apps/${s.app}/webhook`]),
  row("PATCH /apps/:id/webhook", "admin", "app", 200, async (s) => [`/apps/${s.app}/webhook`, { enabled: false }]),
  row("GET /webhook-templates", "viewer", "reach", 200, async () => ["/webhook-templates"]),
  row("POST /apps/:id/webhook/url", "admin", "app", 200, async (s) => [`/apps/${s.app}/webhook/url`]),
  row("PUT /apps/:id/webhook/secret", "admin", "app", 200, async (s) => [`/apps/${s.app}/webhook/secret`]),
  row("DELETE /apps/:id/webhook/secret", "admin", "app", 204, async (s) => [`/apps/${s.app}/webhook/secret`]),
  row("POST /apps/:id/webhook/preview", "admin", "app", 200, async (s) => [
    `/apps/${s.app}/webhook/preview`,
    { payload: { title: "It broke" } },
  ]),
  row("GET /apps/:id/webhook/deliveries", "admin", "app", 200, async (s) => [`/apps/${s.app}/webhook/deliveries`]),
  row("GET /apps/:id/webhook/deliveries/:delivery", "admin", "app", 200, async (s) => [
    `/apps/${s.app}/webhook/deliveries/${await delivery(s)}`,
  ]),
  row("POST /apps/:id/webhook/deliveries/:delivery/replay", "admin", "app", 200, async (s) => [
    `/apps/${s.app}/webhook/deliveries/${await delivery(s)}/replay`,
  ]),
  row("GET /apps/:id/connections", "admin", "app", 200, async (s) => [`/apps/${s.app}/connections`]),
  row("POST /apps/:id/connections", "admin", "app", 201, async (s) => [
    `/apps/${s.app}/connections`,
    { tool: "gitlab", name: "Code" },
  ]),
  row("GET /apps/:id/connections/:connection", "admin", "app", 200, async (s) => [await connection(s)]),
  row("PATCH /apps/:id/connections/:connection", "admin", "app", 200, async (s) => [
    await connection(s),
    { enabled: false },
  ]),
  row("DELETE /apps/:id/connections/:connection", "admin", "app", 204, async (s) => [await connection(s)]),
  row("POST /apps/:id/connections/:connection/url", "admin", "app", 200, async (s) => [`${await connection(s)}/url`]),
  row("POST /apps/:id/connections/:connection/test", "admin", "app", 201, async (s) => [`${await connection(s)}/test`]),
  row("POST /apps/:id/connections/:connection/secret", "admin", "app", 200, async (s) => [
    `${await eventReceiver(s)}/secret`,
  ]),
  row("POST /apps/:id/forwards/:forward/resend", "admin", "app", 201, async (s) => [
    `/apps/${s.app}/forwards/${await cancelledEvent(s)}/resend`,
  ]),
  row("GET /apps/:id/connections/:connection/forwards", "admin", "app", 200, async (s) => [
    `${await connection(s)}/forwards`,
  ]),
  row("GET /apps/:id/notifications", "admin", "app", 200, async (s) => [`/apps/${s.app}/notifications`]),
  row("POST /apps/:id/notifications/test", "admin", "app", 201, async (s) => {
    await notifying(s);
    return [`/apps/${s.app}/notifications/test`];
  }),
  row("POST /apps/:id/notifications/:notification/resend", "admin", "app", 201, async (s) => [
    `/apps/${s.app}/notifications/${await notification(s)}/resend`,
  ]),
  row("GET /sections", "viewer", "app", 200, async (s) => [`/sections?app=${s.app}`]),
  row("POST /sections", "admin", "app", 201, async (s) => ["/sections", { app: s.app, title: "More" }]),
  row("POST /sections/copy", "admin", "app", 201, async (s) => [
    "/sections/copy",
    { app: s.app, from: s.app, sections: [s.section] },
  ]),
  row("GET /sections/:id", "viewer", "app", 200, async (s) => [`/sections/${s.section}`]),
  row("PATCH /sections/:id", "admin", "app", 200, async (s) => [`/sections/${s.section}`, { title: "Renamed" }]),
  row("DELETE /sections/:id", "admin", "app", 204, async (s) => [`/sections/${await emptySection(s)}`]),
  row("GET /checks", "viewer", "app", 200, async (s) => [`/checks?app=${s.app}`]),
  row("POST /checks", "admin", "app", 201, async (s) => ["/checks", { app: s.app, section: "PAY", title: "More" }]),
  row("POST /checks/copy", "admin", "app", 201, async (s) => [
    "/checks/copy",
    { app: s.app, section: "PAY", from: s.app, checks: ["PAY-1"] },
  ]),
  row("POST /checks/batch", "admin", "app", 201, async (s) => [
    "/checks/batch",
    { app: s.app, section: "PAY", checks: [{ title: "More" }, { title: "And more" }] },
  ]),
  row("POST /checks/archive", "admin", "app", 200, async (s) => ["/checks/archive", { app: s.app, checks: [s.check] }]),
  row("GET /checks/archived", "viewer", "app", 200, async (s) => [`/checks/archived?app=${s.app}`]),
  row("POST /checks/:id/restore", "admin", "app", 200, async (s) => [`/checks/${await archivedCheck(s)}/restore`, {}]),
  row("GET /sections/archived", "viewer", "app", 200, async (s) => [`/sections/archived?app=${s.app}`]),
  row("POST /sections/:id/restore", "admin", "app", 200, async (s) => [`/sections/${await deletedSection(s)}/restore`]),
  row("GET /checks/:id", "viewer", "app", 200, async (s) => [`/checks/${s.check}`]),
  row("PATCH /checks/:id", "admin", "app", 200, async (s) => [`/checks/${s.check}`, { title: "Renamed" }]),
  row("DELETE /checks/:id", "admin", "app", 204, async (s) => [`/checks/${s.check}`]),
  row("PUT /checks/:id/not-applicable", "tester", "app", 200, async (s) => [
    `/checks/${s.check}/not-applicable`,
    { platforms: ["ios"] },
  ]),
  row("POST /results/report", "tester", "app", 201, async (s) => [
    `/results/report?app=${s.app}`,
    `<test-run><test-case name="x" result="Passed"><properties><property name="retest.check" value="${s.check}"/></properties></test-case></test-run>`,
  ]),
  row("POST /results/junit", "tester", "app", 201, async (s) => [
    `/results/junit?app=${s.app}`,
    `<testsuite><testcase name="x"><properties><property name="retest.check" value="${s.check}"/></properties></testcase></testsuite>`,
  ]),
  row("POST /results/ctrf", "tester", "app", 201, async (s) => [
    `/results/ctrf?app=${s.app}`,
    { results: { tests: [{ name: "x", status: "passed", labels: { "retest.check": s.check } }] } },
  ]),
  row("POST /results", "tester", "app", 201, async (s) => [
    "/results",
    { app: s.app, check: s.check, outcome: "passed" },
  ]),
  row("POST /results", "tester", "app", 201, async (s) => [
    "/results",
    { app: s.app, results: [{ check: s.check, outcome: "failed" }] },
  ]),
  row("GET /results", "viewer", "reach", 200, async () => ["/results"]),
  row("GET /results", "viewer", "app", 200, async (s) => [`/results?app=${s.app}`]),
  row("GET /results", "viewer", "app", 200, async (s) => [`/results?check=${s.check}`]),
  row("GET /results/:id", "viewer", "app", 200, async (s) => {
    const body = { app: s.app, check: s.check, outcome: "passed" };
    return [`/results/${(await s.world.call(s.world.tester, "POST", "/results", body)).body.data[0].id}`];
  }),
  row("GET /results/export", "viewer", "app", 200, async (s) => [`/results/export?app=${s.app}`]),
  row("GET /apps/:id/cycles", "viewer", "app", 200, async (s) => [`/apps/${s.app}/cycles`]),
  row("POST /apps/:id/cycles", "admin", "app", 201, async (s) => [`/apps/${s.app}/cycles`, { name: "1.5" }]),
  row("GET /cycles/:id", "viewer", "app", 200, async (s) => [`/cycles/${await cycle(s)}`]),
  row("PATCH /cycles/:id", "admin", "app", 200, async (s) => [`/cycles/${await cycle(s)}`, { name: "1.6" }]),
  row("POST /cycles/:id/close", "admin", "app", 200, async (s) => [`/cycles/${await cycle(s)}/close`]),
  row("GET /cycles/:id/checks", "viewer", "app", 200, async (s) => [`/cycles/${await cycle(s)}/checks`]),
  row("GET /cycles/:id/runbook", "viewer", "app", 200, async (s) => [`/cycles/${await cycle(s)}/runbook`]),
  row("GET /cycles/:id/compare", "viewer", "app", 200, async (s) => {
    const id = await cycle(s);
    return [`/cycles/${id}/compare?with=${id}`];
  }),
  row("GET /cycles/:id/report", "viewer", "app", 200, async (s) => [`/cycles/${await cycle(s)}/report`]),
  row("GET /cycles/:id/burndown", "viewer", "app", 200, async (s) => [`/cycles/${await cycle(s)}/burndown`]),
  row("GET /me", "viewer", "reach", 200, async () => ["/me"]),
  row("GET /keys", "admin", "workspace", 200, async () => ["/keys"]),
  row("POST /keys", "admin", "workspace", 201, async () => ["/keys", { name: "New", role: "viewer" }]),
  row("GET /keys/:id", "admin", "workspace", 200, async (s) => [`/keys/${await otherKey(s)}`]),
  row("POST /keys/:id/rotate", "admin", "workspace", 200, async (s) => [`/keys/${await otherKey(s)}/rotate`]),
  row("GET /audit", "admin", "workspace", 200, async () => ["/audit"]),
  row("GET /erasures", "admin", "workspace", 200, async () => ["/erasures"]),
  row("POST /erasures", "admin", "workspace", 201, async () => ["/erasures", someReporter()]),
  row("GET /erasures/:id", "admin", "workspace", 200, async ({ world }) => [
    `/erasures/${(await dataOf(world, "POST", "/erasures", someReporter())).id}`,
  ]),
  row("GET /workspace", "admin", "workspace", 200, async () => ["/workspace"]),
  row("DELETE /keys/:id", "admin", "workspace", 204, async (s) => [`/keys/${await otherKey(s)}`]),
];

/** The answer that the rules of access give, whatever the server says of itself. */
export function expected({ needs, about, success }: Row, role: Role, scope: Scope): string {
  if (about === "app" && scope === "scoped to another app") return "404 not_found";
  if (ROLES.indexOf(role) < ROLES.indexOf(needs)) return "403 forbidden";
  if (about === "workspace" && scope !== "unscoped") return "403 forbidden";
  return String(success);
}

export const GRANTS = ROLES.flatMap((role) => SCOPES.map((scope) => ({ role, scope })));

/** An app of its own, with everything in it. */
export async function setScene(world: World): Promise<Scene> {
  const { id, sections } = await world.app({ mode: "live" });
  const [check] = await dataOf(world, "GET", `/checks?app=${id}`);
  return { world, app: id, section: sections[0].id, check: check.id };
}

/** Whether a request is asked for on the stage that its route shares. */
export function isOnSharedStage({ route }: Row, answer: string): boolean {
  return !answer.startsWith("2") || route.startsWith("GET ");
}

/** Makes each only once: by role, and by the apps that it is scoped to. */
export function madeOnce(make: (role: Role, apps?: string[]) => Promise<string>): typeof make {
  const made = new Map<string, Promise<string>>();
  return (role, apps) => {
    const name = [role, ...(apps ?? [])].join(" ");
    if (!made.has(name)) made.set(name, make(role, apps));
    return made.get(name)!;
  };
}

/** A scene and what to ask there. */
export interface Stage {
  scene: Scene;
  request: [path: string, body?: unknown];
  /** What is there before anything is refused. */
  before: unknown[];
}

/** What is refused or only read leaves everything as it was: whoever is refused by a route, or reads by it, shares one stage. */
export function sharedStages(
  world: World,
  lookAt: (scene: Scene) => Promise<unknown[]> = async () => [],
): (row: Row) => Promise<Stage> {
  const stages = new Map<Row, Stage>();
  return async (row) => {
    const known = stages.get(row);
    if (known !== undefined) return known;
    const scene = await setScene(world);
    const request = await row.request(scene);
    const stage = { scene, request, before: await lookAt(scene) };
    stages.set(row, stage);
    return stage;
  };
}
