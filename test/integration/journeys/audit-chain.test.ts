// The chain of the audit log: whole through races and failures, broken by whoever meddles with it, and still whole when its
// oldest entries are forgotten.
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../../../src/actions/access/change-key.ts";
import { COMMAND_LINE } from "../../../src/domain/workspace/audit-log.ts";
import { runRetentionJob } from "../../../src/engine/retention-job.ts";
import { auditOf, type Entry, newest } from "../../support/clients/audit-client.ts";
import { rowsOf } from "../../support/clients/person-client.ts";
import { untilHandled } from "../../support/clients/until-handled.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const DAY = 24 * 3_600_000;
const TABLES = ["audit", "audit_head"];

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  const addKey = (name: string, role: unknown = "viewer") =>
    world.store.performer.perform(
      createKey,
      { workspaceId: world.store.workspace.id, name, role: role as "viewer", apps: null },
      COMMAND_LINE,
    );
  const sweepNow = (auditDays?: number) =>
    runRetentionJob({
      ...(auditDays === undefined ? {} : { auditDays }),
      ...world.store,
      clock: () => Date.now() + world.clock.offset,
      deliveryDays: 30,
      onError: (error) => expect.unreachable(String(error)),
    });

  test("an entry holds on to the one before it by a hash that whoever keeps the answers can compute", async () => {
    await addKey("first");
    await addKey("second");
    const [last, before] = (await auditOf(world, "?limit=2")) as [Entry, Entry];
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    const { id, at, actor, address, request_id, action, target, app, details, previous, salts } = before;
    const parts = [actor.name, address, target?.name ?? null, details];
    const digests = salts.split(".").map((salt: string, i: number) => sha256(salt + JSON.stringify(parts[i])));
    const about = [target?.kind ?? null, target?.id ?? null, app];
    const told = [id, at, actor.kind, actor.id, request_id, action, ...about, ...digests];
    expect(last.previous).toBe(sha256(JSON.stringify(told) + previous));
  });

  test("what many do at once, on two servers, makes one chain with an entry for each", async () => {
    const other = await world.anotherServer();
    const { id: app } = await world.app({ mode: "live" });
    const { id: second } = await world.app();
    const person = await world.person("admin");
    const before = await newest(world);
    const tries = Array.from({ length: 60 }, (_, i) => {
      const call = (...args: [string, string, string, unknown?]) =>
        untilHandled(() => world.callAt(i % 2 ? world.address : other, ...args));
      if (i % 5 === 0) return call(world.admin, "PATCH", `/apps/${app}`, { name: `Race ${i} ${app}` });
      if (i % 5 === 1) return call(person, "POST", "/invitations", { role: "viewer" });
      if (i % 5 === 2) return call(world.admin, "PUT", `/apps/${app}/webhook/secret`);
      if (i % 5 === 3) return call(world.admin, "PATCH", `/apps/${second}`, { prefix: `P${letters(i)}` });
      return call(world.admin, "POST", "/keys", { name: `Race ${i}`, role: "viewer" });
    });
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
    const requests = new Set(answers.map(({ headers }) => headers.get("x-request-id")));
    const entries = (await auditOf(world, "?limit=200")).filter(({ id }) => id > before.id);
    const made = entries.filter(({ action }) => action !== "webhook.created");
    expect(made).toHaveLength(60);
    expect(new Set(made.map(({ request_id }) => request_id))).toEqual(requests);
    expect(await world.problems()).toEqual([]);
  });

  test("of what is done together and fails, nothing is left in the log", async () => {
    const outcomes = await Promise.allSettled([addKey("good 1"), addKey("bad", null), addKey("good 2")]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    const names = (await auditOf(world, "?limit=3")).map(({ target }) => target?.name);
    expect(names.filter((name) => ["good 1", "good 2", "bad"].includes(name)).sort()).toEqual(["good 1", "good 2"]);
    expect(await world.problems()).toEqual([]);
  });

  test("a clock that is set back doesn't turn the order around", async () => {
    world.clock.offset = -3_600_000;
    await addKey("yesterday's");
    world.clock.offset = 0;
    const [last, before] = (await auditOf(world, "?limit=2")) as [Entry, Entry];
    expect(last.target.name).toBe("yesterday's");
    expect([last.at >= before.at, last.id > before.id]).toEqual([true, true]);
    expect(await world.problems()).toEqual([]);
  });

  const NEWEST = "(select max(id) from audit)";
  const OLDEST = "(select min(id) from audit)";
  const SECOND = `(select min(id) from audit where id > ${OLDEST})`;
  test.each([
    ["a changed actor", `update audit set actor_name = 'Somebody else' where id = ${SECOND}`],
    ["a changed time", `update audit set at = at + 1 where id = ${SECOND}`],
    ["changed details", `update audit set details = '{"role":"viewer"}' where id = ${NEWEST}`],
    ["a changed target", `update audit set target_id = null where id = ${NEWEST}`],
    ["a changed app", `update audit set app_id = 'app_x' where id = ${NEWEST}`],
    ["an entry taken out of the middle", `delete from audit where id = ${SECOND}`],
    ["the newest entry taken away", `delete from audit where id = ${NEWEST}`],
    ["the oldest entry taken away", `delete from audit where id = ${OLDEST}`],
    ["every entry taken away", "delete from audit"],
    ["the head taken away", "delete from audit_head"],
    [
      "an entry slipped in",
      `insert into audit select '${"aud_0"}', workspace_id, at, actor_kind, actor_id, actor_name, address, request_id, action, target_kind, target_id, target_name, app_id, details, previous, salts from audit where id = ${NEWEST}`,
    ],
  ])("%s is found by the doctor", async (_, sql) => {
    expect(await world.problems()).toEqual([]);
    for (const table of TABLES) await rowsOf(world, `create table kept_${table} as select * from ${table}`);
    await rowsOf(world, sql);
    const problems = await world.problems();
    for (const table of TABLES) {
      await rowsOf(world, `delete from ${table}`);
      await rowsOf(world, `insert into ${table} select * from kept_${table}`);
      await rowsOf(world, `drop table kept_${table}`);
    }
    expect(problems[0]).toMatch(/^Workspace: audit log: /);
    for (const problem of problems) expect(problem).toMatch(/^(?:Workspace|every workspace): audit log: /);
    expect(await world.problems()).toEqual([]);
  });

  test("entries are kept for 400 days, or as many as are set; then the oldest are forgotten, and the chain still holds", async () => {
    const from = (await auditOf(world, "?limit=200")).at(-1).at;
    world.clock.offset = 399 * DAY;
    await addKey("a year later");
    await sweepNow();
    expect((await auditOf(world, "?limit=200")).at(-1).at).toBe(from);
    world.clock.offset = 401 * DAY;
    await Promise.all([sweepNow(), sweepNow()]);
    expect((await auditOf(world)).map(({ target }) => target.name)).toEqual(["a year later"]);
    expect(await world.problems()).toEqual([]);
    await addKey("and another");
    expect(await world.problems()).toEqual([]);
    world.clock.offset = 802 * DAY;
    await sweepNow();
    expect(await auditOf(world)).toEqual([]);
    expect(await world.problems()).toEqual([]);
    await addKey("from the beginning");
    expect(await world.problems()).toEqual([]);
    world.clock.offset += 10 * DAY;
    await addKey("ten days later");
    await sweepNow(11);
    expect(await auditOf(world)).toHaveLength(2);
    await sweepNow(9);
    expect((await auditOf(world)).map(({ target }) => target.name)).toEqual(["ten days later"]);
    expect(await world.problems()).toEqual([]);
    await rowsOf(world, "update audit set previous = 'x'");
    expect(await world.problems()).toHaveLength(1);
  });
});

/** A number in capital letters. */
function letters(n: number): string {
  return String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26));
}
