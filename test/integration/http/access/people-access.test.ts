// Who may do what, for people: every route of the API by every role and scope as for keys, and the routes that only
// people have.
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../../src/domain/access/grant.ts";
import { API_ROUTES, PEOPLE_ROUTES, UI_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { ask, methodsOf, outcomeOf, routeName } from "../../../support/checks/route-table.ts";
import { SAME_ORIGIN, ui } from "../../../support/clients/person-client.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";
import {
  expected,
  GRANTS,
  isOnSharedStage,
  madeOnce,
  ROLES,
  type Scope,
  setScene,
  sharedStages,
  TABLE,
} from "./access-table.ts";
import { PEOPLE_TABLE } from "./people-table.ts";

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
  "POST /sign-up",
  "POST /sign-up/look",
  "POST /sign-up/use",
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
  "GET /session/workspaces",
  "POST /session/workspace",
  "POST /session/second-factor/passkey",
  "POST /session/confirm",
  "POST /session/confirm/issuer",
  "POST /me/second-factors",
  "PATCH /me/second-factors/:id",
  "DELETE /me/second-factors/:id",
  "POST /me/recovery-codes",
];

/** No role is enough for them: operators.test.ts sees who gets in. */
const OF_OPERATORS = [
  "GET /operator/workspaces",
  "GET /operator/workspaces/:id",
  "PATCH /operator/workspaces/:id",
  "POST /operator/workspaces/:id/use",
];

/** What has no end that could be waited for: live.test.ts sees who gets it. */
const ENDLESS = ["GET /live"];

const ROWS = [...TABLE.filter(({ route }) => route !== "GET /me"), ...PEOPLE_TABLE];
const CASES = ROWS.flatMap((entry) =>
  GRANTS.map(({ role, scope }) => ({ ...entry, entry, role, scope, answer: expected(entry, role, scope) })),
);

test("people have every route of the API, and their own stand in the table of access", () => {
  const routes = UI_ROUTES.map(routeName);
  expect(new Set(routes).size).toBe(routes.length);
  expect(routes).toEqual(expect.arrayContaining(API_ROUTES.map(routeName)));
  expect([...PEOPLE_TABLE.map(({ route }) => route), ...BY_SECRET, ...OF_OPERATORS, ...ENDLESS].sort()).toEqual(
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
