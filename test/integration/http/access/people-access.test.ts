// Who may do what, for people: every route of the API by every role and scope as for keys, and the routes that only
// people have.
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../../src/domain/access/grant.ts";
import { API_ROUTES, PEOPLE_ROUTES, UI_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { ask, methodsOf, outcomeOf, routeName } from "../../../support/checks/route-table.ts";
import { invite, SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { attach, attachmentPath, PNG } from "../../../support/samples/sample-files.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";
import {
  expected,
  GRANTS,
  isOnSharedStage,
  issue,
  madeOnce,
  ROLES,
  type Row,
  row,
  type Scene,
  type Scope,
  setScene,
  sharedStages,
  TABLE,
} from "./access-table.ts";

const waiting = async (world: World) => {
  await invite(world);
  const admin = await world.person("admin");
  const { data } = (await ask(world, admin, "GET", "/invitations")).body;
  return data.at(-1).id as string;
};
const somebody = async (world: World) => {
  const { body } = await ask(world, await world.person("tester"), "GET", "/me");
  return body.data.id as string;
};

/** An issue with a screenshot, and the address of that. */
const attached = async (scene: Scene) => {
  const id = await issue(scene);
  await attach(scene.world, await scene.world.person("tester"), id, "shot.png", PNG);
  return attachmentPath(id, "shot.png");
};

/** A result that the person who asks has recorded; where they can't have, somebody else has. */
const ownResult = async ({ world, app }: Scene, who?: string) => {
  const [check] = (await world.call(world.viewer, "GET", `/checks?app=${app}`)).body.data;
  const fields = { app, check: check.id, outcome: "passed", platforms: ["ios"] };
  const own = who === undefined ? undefined : await world.call(who, "POST", "/results", fields);
  const made = own?.status === 201 ? own : await ask(world, await world.person("tester"), "POST", "/results", fields);
  return made.body.data[0].id as string;
};

/** The address of a file of such a result; an admin has attached it where they can't have. */
const ownFile = async (s: Scene, who?: string) => {
  const id = await ownResult(s, who);
  const own = who === undefined ? undefined : await attach(s.world, who, id, "shot.png", PNG);
  if (own?.status !== 201) await attach(s.world, await s.world.person("admin"), id, "shot.png", PNG);
  return attachmentPath(id, "shot.png");
};

/** Nobody takes another's name. */
let renamed = 0;

/** What only people have, beside signing in and joining. */
const OWN: Row[] = [
  row("DELETE /session", "viewer", "reach", 204, async () => ["/session"]),
  row("GET /sessions", "viewer", "reach", 200, async () => ["/sessions"]),
  row("DELETE /sessions", "viewer", "reach", 204, async () => ["/sessions"]),
  row("GET /me", "viewer", "reach", 200, async () => ["/me"]),
  row("GET /assistants", "viewer", "reach", 200, async () => ["/assistants"]),
  row("GET /invitations", "admin", "workspace", 200, async () => ["/invitations"]),
  row("POST /invitations", "admin", "workspace", 201, async () => ["/invitations", { role: "viewer" }]),
  row("DELETE /invitations/:id", "admin", "workspace", 204, async (s) => [`/invitations/${await waiting(s.world)}`]),
  row("GET /places", "viewer", "reach", 200, async () => ["/places?q=a"]),
  row("GET /overview", "viewer", "reach", 200, async () => ["/overview"]),
  row("DELETE /results/:id", "tester", "app", 204, async (s, who) => [`/results/${await ownResult(s, who)}`]),
  row("POST /results/:id/attachments", "tester", "app", 201, async (s, who) => [
    `${attachmentPath(await ownResult(s, who))}?name=shot.png`,
    PNG,
  ]),
  row("GET /results/:id/attachments/:part", "viewer", "app", 200, async (s) => [await ownFile(s)]),
  row("DELETE /results/:id/attachments/:part", "tester", "app", 200, async (s, who) => [await ownFile(s, who)]),
  row("GET /people", "admin", "workspace", 200, async () => ["/people"]),
  row("GET /people/removed", "admin", "workspace", 200, async () => ["/people/removed"]),
  row("PATCH /people/:id", "admin", "workspace", 200, async (s) => [
    `/people/${await somebody(s.world)}`,
    { role: "viewer" },
  ]),
  row("PATCH /me", "viewer", "reach", 200, async () => ["/me", { name: `Renamed ${++renamed}` }]),
  row("GET /me/sign-in", "viewer", "reach", 200, async () => ["/me/sign-in"]),
  row("DELETE /people/:id/identities", "admin", "workspace", 204, async (s) => [
    `/people/${await somebody(s.world)}/identities`,
  ]),
  row("GET /people/:id/sessions", "admin", "workspace", 200, async (s) => [
    `/people/${await somebody(s.world)}/sessions`,
  ]),
  row("DELETE /people/:id/sessions", "admin", "workspace", 204, async (s) => [
    `/people/${await somebody(s.world)}/sessions`,
  ]),
  row("DELETE /people/:id/sessions/:session", "admin", "workspace", 204, async (s) => {
    const id = await somebody(s.world);
    const [session] = (await ask(s.world, await s.world.person("admin"), "GET", `/people/${id}/sessions`)).body.data;
    return [`/people/${id}/sessions/${session.id}`];
  }),
  row("GET /people/:id/ties", "admin", "workspace", 200, async (s) => [`/people/${await somebody(s.world)}/ties`]),
  row("POST /people/:id/reset-link", "admin", "workspace", 201, async (s) => [
    `/people/${await somebody(s.world)}/reset-link`,
  ]),
  row("POST /issues/:id/attachments", "tester", "app", 201, async (s) => [
    `${attachmentPath(await issue(s))}?name=shot.png`,
    PNG,
  ]),
  row("GET /issues/:id/attachments/:part", "viewer", "app", 200, async (s) => [await attached(s)]),
  row("DELETE /issues/:id/attachments/:part", "tester", "app", 200, async (s) => [await attached(s)]),
  row("PUT /issues/:id/assignees", "tester", "app", 200, async (s) => [
    `/issues/${await issue(s)}/assignees`,
    { people: [await somebody(s.world)] },
  ]),
  row("GET /mails", "admin", "workspace", 200, async () => ["/mails"]),
  row("DELETE /me/email-link", "viewer", "reach", 204, async () => ["/me/email-link"]),
  row("GET /me/inbox-mail", "viewer", "reach", 200, async () => ["/me/inbox-mail"]),
  row("PUT /me/inbox-mail", "viewer", "reach", 200, async () => ["/me/inbox-mail", { choice: "daily" }]),
  row("GET /inbox", "viewer", "reach", 200, async () => ["/inbox?unread=true"]),
  row("GET /inbox/count", "viewer", "reach", 200, async () => ["/inbox/count"]),
  row("POST /inbox/read", "viewer", "reach", 200, async () => ["/inbox/read"]),
  row("POST /inbox/:id/read", "viewer", "reach", 200, async () => ["/inbox/inb_0/read"]),
  row("GET /issues/:id/watching", "viewer", "app", 200, async (s) => [`/issues/${await issue(s)}/watching`]),
  row("PUT /issues/:id/watching", "viewer", "app", 200, async (s) => [
    `/issues/${await issue(s)}/watching`,
    { watching: false },
  ]),
  row("GET /me/second-factors", "viewer", "reach", 200, async () => ["/me/second-factors"]),
  row("POST /me/second-factors/totp", "viewer", "reach", 200, async () => ["/me/second-factors/totp"]),
  row("POST /me/second-factors/passkey", "viewer", "reach", 200, async () => ["/me/second-factors/passkey"]),
  row("POST /session/confirm/passkey", "viewer", "reach", 200, async () => ["/session/confirm/passkey"]),
  row("DELETE /people/:id/second-factors", "admin", "workspace", 204, async (s) => [
    `/people/${await somebody(s.world)}/second-factors`,
  ]),
  row("PATCH /workspace", "admin", "workspace", 200, async () => ["/workspace", { second_factor: "optional" }]),
  row("GET /apps/:id/people", "viewer", "app", 200, async (s) => [`/apps/${s.app}/people`]),
  row("DELETE /people/:id", "admin", "workspace", 204, async (s) => [`/people/${await somebody(s.world)}`]),
];
/** Those that a password or a link opens, or that are one's own: no role makes a difference. */
const BY_SECRET = [
  "GET /sign-in",
  "POST /session",
  "POST /session/proxy",
  "POST /invitations/accept-with-oidc",
  "POST /me/identities",
  "POST /invitations/look",
  "POST /invitations/accept",
  "POST /reset-links",
  "POST /people/:id/reset-mail",
  "GET /mail",
  "POST /reset-links/look",
  "POST /reset-links/use",
  "POST /me/email-link",
  "POST /me/email-link/look",
  "POST /me/email-link/use",
  "POST /password-check",
  "PUT /me/password",
  "DELETE /sessions/:id",
  "GET /assistant-request",
  "POST /assistants",
  "DELETE /assistants/:id",
  "POST /session/second-factor",
  "POST /session/second-factor/passkey",
  "POST /session/confirm",
  "POST /session/confirm/issuer",
  "POST /me/second-factors",
  "PATCH /me/second-factors/:id",
  "DELETE /me/second-factors/:id",
  "POST /me/recovery-codes",
];

/** What has no end that could be waited for: live.test.ts sees who gets it. */
const ENDLESS = ["GET /live"];

const ROWS = [...TABLE.filter(({ route }) => route !== "GET /me"), ...OWN];
const CASES = ROWS.flatMap((entry) =>
  GRANTS.map(({ role, scope }) => ({ ...entry, entry, role, scope, answer: expected(entry, role, scope) })),
);

test("people have every route of the API, and their own stand in the table of access", () => {
  const routes = UI_ROUTES.map(routeName);
  expect(new Set(routes).size).toBe(routes.length);
  expect(routes).toEqual(expect.arrayContaining(API_ROUTES.map(routeName)));
  expect([...OWN.map(({ route }) => route), ...BY_SECRET, ...ENDLESS].sort()).toEqual(
    PEOPLE_ROUTES.map(routeName).sort(),
  );
});

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const stageOf = sharedStages(world);
  const sharedPerson = madeOnce((...grant) => world.person(...grant));
  let another: string;
  beforeAll(async () => {
    another = (await world.app()).id;
    await world.person("admin");
  });

  const personOf = (make: World["person"], role: Role, scope: Scope, app: string) => {
    if (scope === "unscoped") return make(role);
    return make(role, [scope === "scoped to this app" ? app : another]);
  };

  test.each(CASES)("$route by a $role $scope: $answer", async ({ entry, role, scope, answer }) => {
    const shared = isOnSharedStage(entry, answer) ? await stageOf(entry) : undefined;
    const scene = shared?.scene ?? (await setScene(world));
    const person = await personOf(shared === undefined ? world.person : sharedPerson, role, scope, scene.app);
    const [path, body] = shared?.request ?? (await entry.request(scene, person));
    const given = await ask(world, person, entry.route.split(" ", 1)[0]!, path, body);
    expect(outcomeOf(given)).toBe(answer);
    expect(given.headers.get("www-authenticate")).toBeNull();
    if (given.status !== 403) return;
    const tooLow = ROLES.indexOf(role) < ROLES.indexOf(entry.needs);
    expect(given.body.error.message).toContain(tooLow ? entry.needs : "every app");
    expect(given.body.error.message).not.toContain("key");
  });

  test.each(ROWS)("$route without a session, and with a key, answers 401", async (entry) => {
    const [method] = entry.route.split(" ", 1) as [string];
    const [path, body] = (await stageOf(entry)).request;
    const nobody: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${world.admin}` },
      { cookie: `retest=${world.admin}` },
    ];
    for (const headers of nobody) {
      const answer = await ui(world.address, method, path, body, { ...SAME_ORIGIN, ...headers });
      expect(outcomeOf(answer)).toBe("401 unauthorized");
      expect(answer.headers.get("www-authenticate")).toBeNull();
      expect(answer.body.error.message).toContain("sign in");
    }
  });

  test("a path of /ui/v1 by a method it does not have answers 405 and lists those it has", async () => {
    const person = await world.person("admin");
    for (const path of new Set(UI_ROUTES.map((route) => route.path))) {
      const has = methodsOf(UI_ROUTES, path);
      const lacks = ["GET", "POST", "PUT", "PATCH", "DELETE"].find((method) => !has.includes(method))!;
      const answer = await world.call(person, lacks, path.replace(":id", "something"));
      expect([path, outcomeOf(answer)]).toEqual([path, "405 method_not_allowed"]);
      expect(answer.headers.get("allow")!.split(", ")).toEqual(expect.arrayContaining(has));
    }
  });
});
