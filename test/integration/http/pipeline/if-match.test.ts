// Conditional writes: with If-Match a change is made only to what the caller has seen.
import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { bytesOf } from "../../../support/clients/bytes.ts";
import { DATABASES, type World } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

interface Things {
  app: { id: string };
  issue: string;
  check: string;
  section: string;
}

async function thingsOf(world: World): Promise<Things> {
  const app = await world.app({ mode: "live" });
  const issue = (await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" })).id;
  const [one] = (await dataOf(world, "GET", `/checks?app=${app.id}`)) as { id: string; section: { id: string } }[];
  return { app, issue, check: one!.id, section: one!.section.id };
}

/** Each thing that can be changed: where it is, two changes of it, and what changes the app but not the thing. */
const THINGS: [string, (things: Things) => string, object, object, boolean][] = [
  ["an issue", ({ issue }) => `/issues/${issue}`, { text: "One" }, { text: "Two" }, true],
  ["a check", ({ check }) => `/checks/${check}`, { title: "One" }, { title: "Two" }, true],
  ["a section", ({ section }) => `/sections/${section}`, { title: "One" }, { title: "Two" }, true],
  ["a webhook", ({ app }) => `/apps/${app.id}/webhook`, { preset: "rollbar" }, { preset: "bugsnag" }, true],
  ["an app", ({ app }) => `/apps/${app.id}`, { mode: "testing" }, { mode: "live" }, false],
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const change = (path: string, body: object, ifMatch: string) =>
    world.call(world.admin, "PATCH", path, body, { "if-match": ifMatch });
  const read = async (path: string) => {
    const { headers, text } = await bytesOf(world, world.admin, "GET", path);
    return { tag: headers.get("etag")!, text };
  };

  test.each(THINGS)("%s is changed by whoever has seen it as it is, and by nobody else", async (...given) => {
    const [, where, one, two, isItself] = given;
    const things = await thingsOf(world);
    const path = where(things);
    const first = await read(path);
    if (isItself) {
      // Something else of the app has changed, which is no change of the thing.
      const elsewhere = { app: things.app.id, text: "Elsewhere" };
      expect((await world.call(world.tester, "POST", "/issues", elsewhere)).status).toBe(201);
      expect((await read(path)).tag).toBe(first.tag);
    }
    const changed = await change(path, one, first.tag);
    expect([changed.status, changed.body.error]).toEqual([200, undefined]);
    const second = await read(path);
    expect(second.tag).not.toBe(first.tag);
    expect(changed.headers.get("etag")).toBe(second.tag);
    const history = await dataOf(world, "GET", `/issues/${things.issue}/history`);
    for (const stale of [first.tag, '"never"', `W/${second.tag}`, "x"]) {
      expectError(await change(path, two, stale), 412, "precondition_failed", /If-Match: it has changed/);
    }
    expect(await read(path)).toEqual(second);
    expect(await dataOf(world, "GET", `/issues/${things.issue}/history`)).toEqual(history);
    expect((await change(path, two, `${first.tag}, ${second.tag}`)).status).toBe(200);
    expect((await change(path, one, "*")).status).toBe(200);
    expect(await world.problems()).toEqual([]);
  });

  test("what is gone, or never was, is not found, whatever If-Match says", async () => {
    for (const path of ["/issues/iss_none", "/checks/chk_none", "/sections/sec_none", "/apps/app_none"]) {
      const body = path.startsWith("/apps")
        ? { mode: "live" }
        : { [path.startsWith("/issues") ? "text" : "title"]: "x" };
      expectError(await change(path, body, "*"), 404, "not_found");
    }
  });

  test("a check or a section that has changed is not deleted either", async () => {
    const { app, check } = await thingsOf(world);
    const empty = (await dataOf(world, "POST", "/sections", { app: app.id, title: "Empty" })).id;
    for (const path of [`/checks/${check}`, `/sections/${empty}`]) {
      const { tag } = await read(path);
      await change(path, { title: "Another" }, tag);
      const remove = (ifMatch: string) => world.call(world.admin, "DELETE", path, undefined, { "if-match": ifMatch });
      expectError(await remove(tag), 412, "precondition_failed");
      expect((await remove((await read(path)).tag)).status).toBe(204);
    }
  });

  test("where there is no tag to compare with, If-Match is refused, not passed over", async () => {
    const { app, issue } = await thingsOf(world);
    const say = (method: string, path: string, body?: object) =>
      world.call(world.admin, method, path, body, { "if-match": '"x"' });
    expectError(await say("POST", `/issues/${issue}/fix`), 412, "precondition_failed", /leave the header out/);
    expectError(await say("POST", "/issues", { app: app.id, text: "x" }), 412, "precondition_failed");
    expect((await dataOf(world, "GET", `/issues?app=${app.id}`)).length).toBe(1);
    expect((await say("GET", `/issues/${issue}`)).status).toBe(200);
  });

  describe("many at once", () => {
    let servers: string[];
    beforeAll(async () => {
      servers = [world.address, await world.anotherServer()];
    });

    test("of 20 on two servers who all have seen the same issue, one changes it", async () => {
      const { issue } = await thingsOf(world);
      const path = `/issues/${issue}`;
      for (let round = 0; round < 3; round++) {
        const { tag } = await read(path);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, n) =>
            world.callAt(servers[n % 2]!, world.tester, "PATCH", path, { text: `${round} ${n}` }, { "if-match": tag }),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
        const winner = answers.find(({ status }) => status === 200)!;
        expect(JSON.parse((await read(path)).text).data).toEqual(winner.body.data);
      }
      const history = await dataOf(world, "GET", `${path}/history`);
      expect(history.map(({ kind: what }: { kind: string }) => what)).toEqual(["edited", "edited", "edited", "raised"]);
    });

    test("of 12 who move and rename checks, each who has seen the latest wins once", async () => {
      const { check } = await thingsOf(world);
      const path = `/checks/${check}`;
      const { tag } = await read(path);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          world.callAt(servers[n % 2]!, world.admin, "PATCH", path, { title: `T ${n}` }, { "if-match": tag }),
        ),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(11);
    });
  });
});
