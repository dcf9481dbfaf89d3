// PostgreSQL that restarts, hangs, locks and deadlocks under the product: 503 at worst, never a false 201.
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordResults } from "../../../src/actions/results/record-results.ts";
import { until } from "../../support/database/migrate-in-process.ts";
import { type OwnPostgres, ownPostgres } from "../../support/database/restartable-postgres.ts";
import { type Answer, createWorld, type World } from "../../support/server/test-server.ts";

let postgres: OwnPostgres;
let world: World;
// biome-ignore lint/suspicious/noExplicitAny: an answer's data
let app: any;

beforeAll(async () => {
  postgres = await ownPostgres();
  world = await createWorld("postgres", { databaseUrl: postgres.url });
  app = await world.app();
});

afterAll(async () => {
  await world?.close();
  await postgres?.stop();
});

function raise(text: string): Promise<Answer> {
  return world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text });
}

function status(path: string): Promise<number> {
  return fetch(world.address + path).then((response) => response.status);
}

async function idsOf(text: string): Promise<string[]> {
  const rows = await postgres.ask(`select id from issue where document like '%${text}%'`);
  return rows.map(({ id }) => id);
}

function expectUnavailable({ status: code, headers, body }: Answer): void {
  expect([code, body.error?.code, headers.get("retry-after")]).toEqual([503, "unavailable", "1"]);
  expect(body.error.message).not.toMatch(/select|insert|postgres:|ECONN|at .*\.ts/i);
}

async function expectRecovery(): Promise<void> {
  let answer = await raise("recovery");
  for (; answer.status === 503; answer = await raise("recovery")) await sleep(50);
  expect(answer.status).toBe(201);
}

/** A function that a trigger runs on each new issue; gone again after `work`. */
async function withTrigger(timing: string, body: string, work: () => Promise<void>): Promise<void> {
  await postgres.ask(`create function meddle() returns trigger language plpgsql as $$ begin ${body}; return new; end $$;
    create ${timing} on issue ${timing.includes("constraint") ? "deferrable initially deferred" : ""}
    for each row execute function meddle()`);
  await work().finally(() => postgres.ask("drop function meddle cascade"));
}

async function untilWaiting(event: string): Promise<void> {
  const sql = `select 1 from pg_stat_activity where application_name = 'retest' and ${event}`;
  await until(async () => (await postgres.ask(sql)).length > 0);
}

describe("a restart", () => {
  test.each(["SIGINT", "SIGQUIT", "SIGINT", "SIGQUIT"] as const)(
    "under load (%s): answers are 201 or 503, no 201 is false, the process lives, and writes go on by themselves",
    async (signal) => {
      const answers: Answer[] = [];
      let working = true;
      const load = Array.from({ length: 12 }, async () => {
        while (working) answers.push(await raise("load"));
      });
      const answered = (code: number) => answers.filter((answer) => answer.status === code).length;
      await expect.poll(() => answered(201)).toBeGreaterThan(12);
      await postgres.shutDown(signal);
      await expect.poll(() => answered(503)).toBeGreaterThan(0);
      await postgres.startAgain();
      await expectRecovery();
      working = false;
      await Promise.all(load);
      const raised = answers.filter((answer) => answer.status === 201).map(({ body }) => body.data.id);
      for (const answer of answers) if (answer.status !== 201) expectUnavailable(answer);
      expect(raised.length).toBeGreaterThan(0);
      expect(answers.length).toBeGreaterThan(raised.length);
      const kept = new Set(await idsOf("load"));
      expect(raised.filter((id) => !kept.has(id))).toEqual([]);
      expect(await world.problems()).toEqual([]);
    },
  );

  test("while the server is away reads and writes answer 503, /healthz 200 and /readyz 503", async () => {
    await postgres.shutDown("SIGINT");
    expectUnavailable(await raise("away"));
    expectUnavailable(await world.call(world.viewer, "GET", "/issues"));
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
    await postgres.startAgain();
    await expectRecovery();
    expect(await status("/readyz")).toBe(200);
  });

  test("a connection lost during COMMIT answers 503 and is not tried again", async () => {
    await withTrigger("constraint trigger meddle after insert", "perform pg_sleep(3)", async () => {
      const raising = raise("lost at commit");
      await untilWaiting("wait_event = 'PgSleep' and query = 'commit'");
      await postgres.shutDown("SIGQUIT");
      await postgres.startAgain();
      expectUnavailable(await raising);
    });
    expect(await idsOf("lost at commit")).toEqual([]);
    await expectRecovery();
  });

  test("connections that the administrator ends are replaced", async () => {
    await postgres.ask("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'retest'");
    await expectRecovery();
  });
});

describe("a transaction that PostgreSQL undoes", () => {
  test.each([
    ["serialisation failure", "40001"],
    ["deadlock", "40P01"],
  ])("for a %s is tried again, and happens once", async (_, code) => {
    await postgres.ask("create sequence tries");
    const fails = `if nextval('tries') <= 2 then raise exception 'again' using errcode = '${code}'; end if`;
    await withTrigger("trigger meddle before insert", fails, async () => {
      expect((await raise(`tried ${code}`)).status).toBe(201);
    });
    expect(await postgres.ask("select last_value::int as n from tries")).toEqual([{ n: 3 }]);
    await postgres.ask("drop sequence tries");
    expect(await idsOf(`tried ${code}`)).toHaveLength(1);
    expect(await world.problems()).toEqual([]);
  });

  test("again and again answers 503 after three more tries", async () => {
    await postgres.ask("create sequence tries");
    const fails = "perform nextval('tries'); raise exception 'again' using errcode = '40001'";
    await withTrigger("trigger meddle before insert", fails, async () => expectUnavailable(await raise("never")));
    expect(await postgres.ask("select last_value::int as n from tries")).toEqual([{ n: 4 }]);
    await postgres.ask("drop sequence tries");
    expect(await idsOf("never")).toEqual([]);
  });

  test("in a real deadlock with somebody else's is tried again", async () => {
    const other = await postgres.connect();
    // PostgreSQL ends the one that looks first: mostly ours, which has waited longer. If it was the other, once more.
    for (let tries = 1, wasOurs = false; !wasOurs; tries++) {
      await other.query("begin");
      await other.query("select 1 from standing for update");
      const text = `deadlocked ${tries}`;
      const raising = raise(text);
      await untilWaiting("wait_event_type = 'Lock'");
      wasOurs = await other.query(`select 1 from app where id = '${app.id}' for update`).then(
        () => true,
        () => false,
      );
      await other.query("rollback");
      expect((await raising).status).toBe(201);
      expect(await idsOf(text)).toHaveLength(1);
      expect(tries).toBeLessThan(10);
    }
    await other.end();
  });

  test("at its COMMIT is never answered 201", async () => {
    const refuses = "raise exception 'refused' using errcode = '53100'";
    await withTrigger("constraint trigger meddle after insert", refuses, async () => {
      expectUnavailable(await raise("refused at commit"));
    });
    expect(await idsOf("refused at commit")).toEqual([]);
  });
});

describe("a lock that somebody else holds", () => {
  test("answers 503 after two seconds, raises nothing, and works once it is let go", async () => {
    const other = await postgres.connect();
    await other.query("begin");
    await other.query(`select 1 from app where id = '${app.id}' for update`);
    expectUnavailable(await raise("locked out"));
    expect(await world.call(world.viewer, "GET", "/issues?limit=1")).toMatchObject({ status: 200 });
    await other.query("rollback");
    await other.end();
    expect(await idsOf("locked out")).toEqual([]);
    expect((await raise("let in")).status).toBe(201);
  });
});

describe("a server that is paused", () => {
  test("requests answer 503 before it resumes, /healthz goes on, and everything works afterwards", async () => {
    await Promise.all(Array.from({ length: 10 }, () => raise("warm")));
    const resume = await postgres.pause();
    const requests = Array.from({ length: 30 }, (_, i) =>
      i % 2 === 0 ? raise("paused") : world.call(world.viewer, "GET", "/issues"),
    );
    const ready = status("/readyz");
    expect(await status("/healthz")).toBe(200);
    const answers = await Promise.all([...requests, ready]).finally(resume);
    for (const answer of answers.slice(0, -1)) expectUnavailable(answer as Answer);
    expect(answers.at(-1)).toBe(503);
    await expectRecovery();
    expect(await world.problems()).toEqual([]);
  });

  test("whoever waits in line behind a write that hangs is answered before it resumes, too", async () => {
    const reach = { workspaceId: world.store.workspace.id, apps: null };
    const actor = { name: "Ada", channel: "interface", role: "admin", reach } as const;
    const entry = { check: "PAY-1", section: null, outcome: "passed", note: null, build: null } as const;
    const record = () => {
      const input = { actor, app: app.id, batch: false, entries: [{ ...entry, platforms: [] }] };
      return world.store.performer.perform(recordResults, input).catch(({ code }) => code);
    };
    expect(await record()).not.toBe("unavailable");
    const resume = await postgres.pause();
    const first = record();
    // What comes in one turn of the event loop is written together.
    for (let turns = 0; turns < 10; turns++) await turn();
    const ends = await Promise.all([first, record(), record()]).finally(resume);
    expect(ends).toEqual(Array(3).fill("unavailable"));
    await expectRecovery();
    expect(await world.problems()).toEqual([]);
  });

  test("a write that is under way when it stops answers 503 before it resumes", async () => {
    const other = await postgres.connect();
    await other.query("begin");
    await other.query(`select 1 from app where id = '${app.id}' for update`);
    const raising = raise("under way");
    await untilWaiting("wait_event_type = 'Lock'");
    const resume = await postgres.pause();
    const answer = await raising.finally(resume);
    await other.query("rollback");
    await other.end();
    expectUnavailable(answer);
    expect(await idsOf("under way")).toEqual([]);
    await expectRecovery();
  });
});
