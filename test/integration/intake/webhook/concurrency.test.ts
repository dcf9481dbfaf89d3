// Deliveries that come at the same moment: one issue for one id, whichever server each of them reaches.
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { receiveDelivery } from "../../../../src/actions/webhook/receive-delivery.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook, post, tally } from "../../../support/clients/webhook-client.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { until } from "../../../support/database/migrate-in-process.ts";
import { countPerformed, nextArrival } from "../../../support/server/arrivals.ts";
import { type Answer, DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";
import { expectGivenUp, holdApp, timed } from "../../../support/trouble/app-locked-elsewhere.ts";

const COPIES = 200;
const ALERT = { title: "Alert", source: "tool", external_id: "one" };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let other: string;
  let hook: Hook;
  beforeAll(async () => {
    other = await world.anotherServer();
  });
  beforeEach(async () => {
    hook = await openHook(world);
  });

  /** How many were told to try again: on a slow machine some wait for those before them for longer than they may. */
  const toldToTryAgain = (answers: Answer[]): number => {
    const { "409 in_progress": waiting = 0, "503 unavailable": inVain = 0 } = tally(answers);
    return waiting + inVain;
  };

  /** One 201, and every other a duplicate of that issue or told to try again; gives the issue's id. */
  const expectOneIssue = (answers: Answer[]): string => {
    const { 201: raised, 200: duplicates = 0, ...rest } = tally(answers);
    expect({ raised, answered: duplicates + toldToTryAgain(answers) }).toEqual({
      raised: 1,
      answered: answers.length - 1,
    });
    expect(Object.keys(rest).filter((answer) => answer !== "409 in_progress" && answer !== "503 unavailable")).toEqual(
      [],
    );
    const ids = new Set(answers.filter(({ status }) => status < 300).map(({ body }) => body.issue.id));
    expect(ids.size).toBe(1);
    return [...ids][0]!;
  };

  /** Each that was decided counts towards the hour, once. One that is told to try again may have been given up before or after it was counted. */
  const expectCounted = async (answers: Answer[]): Promise<void> => {
    const used = await hook.used();
    expect(used).toBeLessThanOrEqual(COPIES);
    expect(used).toBeGreaterThanOrEqual(COPIES - toldToTryAgain(answers));
  };

  /** Every delivery that is being raised takes from now on until the answer is called. */
  const holdWrites = async (): Promise<() => Promise<void>> => {
    if (kind === "sqlite") {
      const db = new DatabaseSync(join(world.config.dataDir, "retest.db"));
      db.exec("begin immediate");
      return async () => {
        db.exec("rollback");
        db.close();
      };
    }
    await behind(
      world,
      `create table held (n int);
       create function hold() returns trigger language plpgsql as
         $$ begin while not exists (select 1 from held) loop perform pg_sleep(0.01); end loop; return new; end $$;
       create trigger hold before insert on delivery for each row execute function hold()`,
    );
    return async () => {
      await behind(world, "insert into held values (1)");
      await behind(world, "drop function hold cascade; drop table held");
    };
  };

  test.each([1, 2, 3])("200 parallel deliveries of one id on one server raise one issue, round %i", async () => {
    const answers = await Promise.all(Array.from({ length: COPIES }, () => post(hook.address + hook.path, ALERT)));
    const id = expectOneIssue(answers);
    expect((await hook.issues()).map((issue) => issue.id)).toEqual([id]);
    await expectCounted(answers);
    await hook.log(COPIES);
    expect(await world.problems()).toEqual([]);
  });

  test.each([1, 2, 3])("200 parallel deliveries of one id over two servers raise one issue, round %i", async () => {
    const answers = await Promise.all(
      Array.from({ length: COPIES }, async (_, i) => {
        await sleep(Math.random() * 5);
        return post((i % 2 === 0 ? world.address : other) + hook.path, ALERT);
      }),
    );
    const id = expectOneIssue(answers);
    expect((await hook.issues()).map((issue) => issue.id)).toEqual([id]);
    await expectCounted(answers);
    expect(await world.problems()).toEqual([]);
  });

  test("many ids, two sources, two apps and two servers at once: one issue for each app, source and id", async () => {
    const second = await openHook(world);
    const kinds = Array.from({ length: 40 }, (_, i) => ({
      at: i % 2 === 0 ? hook : second,
      payload: { title: "T", source: i % 4 < 2 ? "a" : "A", external_id: i >> 2 },
    }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, copy) =>
        Promise.all(
          kinds.map(({ at, payload }, i) => post(((copy + i) % 3 === 0 ? other : world.address) + at.path, payload)),
        ),
      ),
    );
    for (const i of kinds.keys()) expectOneIssue(answers.map((copy) => copy[i]!));
    expect([(await hook.issues()).length, (await second.issues()).length]).toEqual([20, 20]);
    expect(await world.problems()).toEqual([]);
  });

  test("fix and delivery of the same id together: a duplicate of the old issue, or a new one; never a lost alert", async () => {
    const issueClient = issueClientOf(world);
    let open = (await hook.raised(ALERT)).id;
    for (let round = 0; round < 15; round++) {
      const at = round % 2 === 0 ? world.address : other;
      const deliveries = Array.from({ length: 4 }, () => hook.deliver(ALERT, {}, at));
      const [, ...answers] = await Promise.all([issueClient.fix(open), ...deliveries]);
      const fresh = answers.filter(({ status }) => status === 201);
      expect(fresh.length).toBeLessThanOrEqual(1);
      const allowed = [open, ...fresh.map(({ body }) => body.issue.id)];
      for (const { status, body } of answers) {
        if (status === 409) expect(body.error.code).toBe("in_progress");
        else expect(allowed).toContain(body.issue.id);
      }
      const { data } = await issueClient.list(`app=${hook.app.id}`);
      expect(data.map(({ id }) => id)).toEqual(fresh.map(({ body }) => body.issue.id));
      open = data[0]?.id ?? (await hook.raised(ALERT)).id;
    }
    expect(await world.problems()).toEqual([]);
  });

  /** Delivers, and gives the promised answer once the delivery is being raised. */
  const raising = async (): Promise<{ answer: Promise<Answer> }> => {
    const begun = countPerformed(world, receiveDelivery);
    const answer = hook.deliver(ALERT);
    await until(() => begun() === 1);
    const sleeping = "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
    if (kind === "postgres") await until(async () => (await behind(world, sleeping)).length > 0);
    return { answer };
  };

  test("a delivery waits for another of its id that is being raised, and then answers 200", async () => {
    const deliverTwice = async () => {
      hook = await openHook(world);
      const release = await holdWrites();
      const { answer: first } = await raising();
      const arrived = nextArrival(hook.path);
      const second = hook.deliver(ALERT);
      await arrived;
      await release();
      return [(await first).status, (await second).status];
    };
    // It waits for a second, which a slow machine may take for all this: then once more.
    await expect.poll(deliverTwice).toEqual([201, 200]);
  });

  test("409 in_progress when the other is not done within a second; it may be tried again after one more", async () => {
    const release = await holdWrites();
    const { answer: first } = await raising();
    const started = performance.now();
    const second = await hook.deliver(ALERT);
    expect(performance.now() - started).toBeGreaterThan(900);
    await release();
    expectError(second, 409, "in_progress", /[Tt]ry again/);
    expect(second.headers.get("retry-after")).toBe("1");
    expect((await first).status).toBe(201);
    expect((await hook.deliver(ALERT)).status).toBe(200);
    expect((await hook.log(3)).map(({ status }) => status).sort()).toEqual([200, 201, 409]);
  });

  test("a lone delivery that waits in vain for the database answers 503, never 409", async () => {
    if (kind === "postgres") return;
    const release = await holdWrites();
    const answer = await hook.deliver(ALERT);
    await release();
    expectError(answer, 503, "unavailable", /[Tt]ry again/);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect((await hook.deliver(ALERT)).status).toBe(201);
  });

  test("409 in_progress also when it is the other server that raises the same id, and 503 for other ids", async () => {
    if (kind === "sqlite") return;
    const release = await holdWrites();
    const { answer: first } = await raising();
    const [same, another] = await Promise.all([
      hook.deliver(ALERT, {}, other),
      hook.deliver({ ...ALERT, external_id: "two" }, {}, other),
    ]);
    await release();
    expectError(same, 409, "in_progress");
    expectError(another, 503, "unavailable");
    expect((await first).status).toBe(201);
  });

  test("deliveries of other ids and of none don't wait for one that is in progress", async () => {
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => hook.deliver(ALERT)),
      ...Array.from({ length: 20 }, (_, i) => hook.deliver({ ...ALERT, external_id: `other ${i}` })),
      ...Array.from({ length: 20 }, () => hook.deliver({ title: "None" })),
    ]);
    expect(tally(answers)).toMatchObject({ 201: 41 });
  });

  test("under deliveries on two servers, whatever starts after the URL was regenerated is refused on both", async () => {
    const url = hook.path;
    let replaced = false;
    const before: Answer[] = [];
    const after: Answer[] = [];
    const stream = async (address: string) => {
      for (let left = 15; left > 0; ) {
        const isAfter = replaced;
        (isAfter ? after : before).push(await post(address + url, { title: "T" }));
        if (isAfter) left--;
      }
    };
    const streams = [world.address, other].flatMap((address) => Array.from({ length: 5 }, () => stream(address)));
    await expect.poll(() => before.length).toBeGreaterThan(20);
    await hook.regenerate();
    replaced = true;
    await Promise.all(streams);
    expect(tally(after)).toEqual({ "404 not_found": 150 });
    const { 201: passed = 0, "404 not_found": refused = 0 } = tally(before);
    expect(passed + refused).toBe(before.length);
    expect(passed).toBeGreaterThan(0);
    const { data } = (await world.call(world.viewer, "GET", `/apps/${hook.app.id}`)).body;
    expect(data.summary.open_issues).toBe(passed);
  });
});

describe("on PostgreSQL, while another server holds the app", () => {
  const world = worldOf("postgres");
  let hook: Hook;
  beforeEach(async () => {
    hook = await openHook(world);
  });

  test("a delivery of which no other is known answers 503 after one second, and nothing is raised", async () => {
    const { release } = await holdApp(world, hook.app, { ...ALERT, external_id: "another" });
    expectGivenUp([await timed(hook.deliver(ALERT))], [503, "unavailable"]);
    await release();
    expect([await hook.issues(), await hook.log(0), await hook.used()]).toEqual([[], [], 0]);
    expect((await hook.deliver(ALERT)).status).toBe(201);
  });

  test("409 in_progress after one second, if that server is raising the same id, and nothing is raised", async () => {
    const { release } = await holdApp(world, hook.app, ALERT);
    expectGivenUp([await timed(hook.deliver(ALERT))]);
    await release();
    expect((await hook.log(1)).map(({ status }) => status)).toEqual([409]);
    expect([await hook.issues(), await hook.used()]).toEqual([[], 1]);
    expect(await behind(world, `select * from slot where app_id = '${hook.app.id}'`)).toEqual([]);
    expect((await hook.deliver(ALERT)).status).toBe(201);
    expect((await hook.deliver(ALERT)).status).toBe(200);
  });

  test("a delivery that gets the app within the second is raised", async () => {
    const deliver = async () => {
      hook = await openHook(world);
      const { release, untilWaitedFor } = await holdApp(world, hook.app, ALERT);
      const [answer] = await Promise.all([hook.deliver(ALERT), untilWaitedFor(1).then(release)]);
      return answer.status;
    };
    // A slow machine may take more than the second to notice: then once more.
    await expect.poll(deliver).toBe(201);
    expect((await hook.deliver(ALERT)).status).toBe(200);
  });
});

describe.each(DATABASES)("on %s, with the hour's limit", (kind) => {
  const world = worldOf(kind);
  beforeAll(async () => {
    // In the middle of an hour, so that it does not turn meanwhile.
    world.clock.frozenAt = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 1_800_000;
  });

  test("of 200 parallel deliveries of one id, 80 find the hour used up", async () => {
    const hook = await openHook(world);
    const counts = tally(
      await Promise.all(Array.from({ length: COPIES }, () => post(hook.address + hook.path, ALERT))),
    );
    const waiting = counts["409 in_progress"] ?? 0;
    expect(counts[201]).toBe(1);
    expect((counts[200] ?? 0) + (counts["429 rate_limited"] ?? 0) + waiting).toBe(COPIES - 1);
    if (waiting === 0) expect(counts).toEqual({ 201: 1, 200: 119, "429 rate_limited": 80 });
    expect(await hook.used()).toBeLessThanOrEqual(120);
  });
});
