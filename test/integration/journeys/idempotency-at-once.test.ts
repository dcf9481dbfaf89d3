// Requests with one Idempotency-Key that come at once, to one server or to two: one is done, the others wait and get its answer.
import { beforeAll, describe, expect, test } from "vitest";
import { randomText } from "../../../src/lib/ids.ts";
import { issuesOf } from "../../support/checks/expect-refusal.ts";
import { bytesOf } from "../../support/clients/bytes.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";
import { holdApp } from "../../support/trouble/app-locked-elsewhere.ts";

const AT_ONCE = 50;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let servers: string[];
  beforeAll(async () => {
    servers = [world.address, await world.anotherServer()];
  });
  const post = (n: number, path: string, body: unknown, key: string) =>
    bytesOf(world, world.tester, "POST", path, {
      body,
      headers: { "idempotency-key": key },
      at: servers[n % servers.length]!,
    });
  const many = <T>(make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, n) => make(n)));

  test("of 50 that raise an issue one does, and all have the same answer", async () => {
    const app = await world.app();
    const other = await world.app();
    for (let round = 0; round < 3; round++) {
      const key = randomText(16);
      const body = { app: app.id, check: "PAY-1", text: `Round ${round}` };
      // Others, with and without keys of their own, come in between.
      const [answers] = await Promise.all([
        many((n) => post(n, "/issues", body, key)),
        many((n) => post(n, "/results", { app: app.id, check: "PAY-1", outcome: "passed" }, `${key}-${n}`)),
        many((n) =>
          bytesOf(world, world.tester, "POST", "/issues", { body: { ...body, app: other.id }, at: servers[n % 2]! }),
        ),
      ]);
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]!.status).toBe(201);
      expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
      expect(await issuesOf(world, app)).toHaveLength(round + 1);
    }
    expect((await world.call(world.viewer, "GET", `/results?app=${app.id}&limit=200`)).body.next_cursor).not.toBeNull();
    expect(await world.problems()).toEqual([]);
  });

  test("of 50 that ask for different things under one key one is done, and the others are refused", async () => {
    const apps = await Promise.all(Array.from({ length: 4 }, () => world.app()));
    const key = randomText(16);
    const answers = await many((n) =>
      post(n, "/issues", { app: apps[n % 4].id, check: "PAY-1", text: `One of many, ${n}` }, key),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(AT_ONCE - 1).fill(409)]);
    for (const { status, text } of answers) if (status === 409) expect(text).toContain('"idempotency_conflict"');
    const raised = (await Promise.all(apps.map((app) => issuesOf(world, app)))).flat();
    expect(raised).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
  });

  test("one that is refused leaves the key to the next, also in the midst of others", async () => {
    const app = await world.app();
    const key = randomText(16);
    const answers = await many((n) =>
      post(n, "/issues", { app: app.id, check: n % 2 === 0 ? "NONE-1" : "PAY-1", text: "Broken" }, key),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(AT_ONCE / 2);
    // Before it was done they were refused for what they ask, after it for the key.
    expect(statuses.filter((_, n) => n % 2 === 0).every((status) => status === 404 || status === 409)).toBe(true);
    expect(await issuesOf(world, app)).toHaveLength(1);
  });

  // The embedded database has one writer, whom everybody waits for.
  if (kind === "sqlite") return;
  test("a repetition doesn't wait for whoever holds the app", async () => {
    const app = await world.app();
    const key = randomText(16);
    const body = { app: app.id, check: "PAY-1", text: "Broken" };
    const first = await post(0, "/issues", body, key);
    const { release: letGo } = await holdApp(world, app);
    const again = await post(1, "/issues", body, key);
    await letGo();
    expect([again.status, again.text]).toEqual([201, first.text]);
  });
});
