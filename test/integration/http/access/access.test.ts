// Who may do what: every route by every method, role and scope, and what a key can't reach reads as absent.
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../../src/domain/access/grant.ts";
import { API_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { ask, dataOf, methodsOf, outcomeOf, routeName, webhookOf } from "../../../support/checks/route-table.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";
import {
  expected,
  GRANTS,
  isOnSharedStage,
  madeOnce,
  ROLES,
  type Scene,
  type Scope,
  setScene,
  sharedStages,
  TABLE,
} from "./access-table.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const THING = /\b(app|iss|sec|chk|cmt|cyc|res|key|dlv|ntf)_[0-9a-z]+/g;

const CASES = TABLE.flatMap((entry) => GRANTS.map((grant) => ({ ...entry, ...grant, entry }))).map((one) => ({
  ...one,
  answer: expected(one.entry, one.role, one.scope),
}));

test("every route of the server stands in the table of access, and nothing else does", () => {
  const routes = API_ROUTES.map(routeName);
  expect(new Set(routes).size).toBe(routes.length);
  expect([...new Set(TABLE.map(({ route }) => route))].sort()).toEqual(routes.sort());
});

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const lookAt = async ({ app }: Scene) => [
    await dataOf(world, "GET", `/apps/${app}`),
    await dataOf(world, "GET", `/checks?app=${app}`),
    await dataOf(world, "GET", `/issues?status=all&app=${app}`),
    await webhookOf(world, app),
    await dataOf(world, "GET", `/apps/${app}/notifications`),
  ];
  const stageOf = sharedStages(world, lookAt);
  const sharedKey = madeOnce((...grant) => world.key(...grant));
  let another: string;
  const outside = new Map<Role, string>();
  beforeAll(async () => {
    another = (await world.app()).id;
    for (const role of ROLES) outside.set(role, await world.key(role, [another]));
  });

  const keyOf = async (role: Role, scope: Scope, app: string) => {
    if (scope === "unscoped") return world[role];
    return scope === "scoped to this app" ? sharedKey(role, [app]) : outside.get(role)!;
  };
  test.each(CASES)("$route by a $role key $scope: $answer", async ({ entry, role, scope, answer }) => {
    const shared = isOnSharedStage(entry, answer) ? await stageOf(entry) : undefined;
    const scene = shared?.scene ?? (await setScene(world));
    const key = await keyOf(role, scope, scene.app);
    const [path, body] = shared?.request ?? (await entry.request(scene, key));
    const [method] = entry.route.split(" ", 1) as [string];
    const given = await ask(world, key, method, path, body);
    expect(outcomeOf(given)).toBe(answer);
    if (given.status !== 403) return;
    const tooLow = ROLES.indexOf(role) < ROLES.indexOf(entry.needs);
    expect(given.body.error.message).toContain(tooLow ? entry.needs : "every app");
  });

  test.each(TABLE)("$route without a key answers 401 and says how to send one", async (entry) => {
    const [path, body] = (await stageOf(entry)).request;
    const answer = await ask(world, null, entry.route.split(" ", 1)[0]!, path, body);
    expect(outcomeOf(answer)).toBe("401 unauthorized");
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  const ABOUT_APPS = TABLE.filter(({ about }) => about === "app");
  test.each(ABOUT_APPS)("$route answers the same bytes for what is absent and what is not yours", async (entry) => {
    const [method] = entry.route.split(" ", 1) as [string];
    const [path, body] = (await stageOf(entry)).request;
    const absent = (text: string) => text.replace(THING, (id) => id.slice(0, 4) + "0".repeat(id.length - 4));
    const nowhere = body === undefined ? undefined : JSON.parse(absent(JSON.stringify(body)));
    for (const role of ROLES) {
      const key = outside.get(role)!;
      const notYours = await ask(world, key, method, path, body);
      expect(outcomeOf(notYours)).toBe("404 not_found");
      const notThere = await ask(world, key, method, absent(path), nowhere);
      expect([notThere.status, notThere.body]).toEqual([notYours.status, notYours.body]);
      expect(outcomeOf(await ask(world, world[role], method, absent(path), nowhere))).toBe("404 not_found");
    }
  });

  test.each(TABLE)("$route: whatever was refused has changed nothing", async (entry) => {
    const { scene, before } = await stageOf(entry);
    expect(await lookAt(scene)).toEqual(before);
  });

  test.each([...new Set(API_ROUTES.map(({ path }) => path))])(
    "%s by a method it does not have answers 405 and lists those it has",
    async (path) => {
      const has = methodsOf(API_ROUTES, path);
      for (const method of METHODS.filter((one) => !has.includes(one))) {
        const answer = await world.call(world.admin, method, path.replace(":id", "something"));
        expect(outcomeOf(answer)).toBe("405 method_not_allowed");
        const allowed = answer.headers.get("allow")!.split(", ");
        expect(allowed.filter((one) => one !== "HEAD").sort()).toEqual([...has].sort());
      }
    },
  );
});
