// What is kept for a time only is forgotten when its time has passed, and nothing else is.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noteFile } from "../../../src/actions/attachments/keep-file.ts";
import { attachFile } from "../../../src/actions/issues/attach-file.ts";
import { runRetentionJob, takeTurn } from "../../../src/engine/retention-job.ts";
import { HOUR_MS } from "../../../src/lib/clock.ts";
import { newFileKey } from "../../../src/lib/files/file-store.ts";
import { filesFolder } from "../../../src/startup/config.ts";
import type { Reader } from "../../../src/storage/database/database.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { connect } from "../../support/clients/connection-client.ts";
import { rowsOf } from "../../support/clients/person-client.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { multiply } from "../../support/database/multiply-rows.ts";
import { notingReader } from "../../support/database/statement-cost.ts";
import { attach, attachmentPath, download, PNG } from "../../support/samples/sample-files.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const DAY_MS = 24 * 3_600_000;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind, { webhookRate: 0 });
  });
  afterAll(() => world.close());

  const now = () => Date.now() + world.clock.offset;
  const onError = (error: Error) => expect.unreachable(String(error));
  const run = (deliveryDays: number, more = {}) =>
    runRetentionJob({
      ...world.store,
      clock: now,
      deliveryDays,
      onError,
      ...more,
    });

  test.each([30, 7, 0])(
    "deliveries and notifications are kept for as many days as RETEST_DELIVERY_DAYS=%i says",
    async (days) => {
      world.clock.offset = 0;
      const hook = await openHook(world);
      const notifications = () => dataOf(world, "GET", `/apps/${hook.app.id}/notifications`);
      await hook.setSecret("a secret");
      await hook.configure({ notify_url: "http://127.0.0.1:9/" });
      await dataOf(world, "POST", `/apps/${hook.app.id}/notifications/test`);
      await expect.poll(async () => (await notifications())[0].state).toBe("failed");
      for (let n = 0; n < 3; n++) await hook.deliver({ title: "Unsigned" });
      await hook.log(3);
      // Without bodies the entries are kept for thirty days.
      world.clock.offset = (days || 30) * DAY_MS - 60_000;
      await hook.deliver({ title: "Later" });
      await hook.log(4);
      await run(days);
      expect(await hook.log(4)).toHaveLength(4);
      world.clock.offset += 120_000;
      await run(days);
      expect(await hook.log(1)).toHaveLength(1);
      expect(await notifications()).toEqual([]);
    },
  );

  test("bytes of files that a server of a version before did not count are counted anew, once an hour", async () => {
    const scope = `file-bytes:${world.store.workspace.id}`;
    const counted = async () => Number((await behind(world, `select n from counter where scope = '${scope}'`))[0]?.n);
    const app = (await world.app()).id;
    const { id } = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
    await attach(world, await world.person("tester"), id, "one.png", PNG);
    const right = await counted();
    for (const wrong of [right + 77, 3]) {
      await behind(world, `update counter set n = ${wrong} where scope = '${scope}'`);
      world.clock.offset += DAY_MS / 24;
      await run(30);
      expect(await counted()).toBe(right);
    }
    expect(await world.problems()).toEqual([]);
  });

  test("files that nothing has named for a day are removed, and no others", async () => {
    world.clock.offset = 0;
    const tester = await world.person("tester");
    const app = await world.app();
    const { id } = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    for (const name of ["stays.png", "goes.png"]) await attach(world, tester, id, name, PNG);
    const key = async (name: string) =>
      String(
        (await rowsOf(world, `select file from attachment where issue_id = '${id}' and name = '${name}'`))[0]!.file,
      );
    const place = (file: string) => join(filesFolder(world.config), file.slice(0, 2), file.slice(2));
    const gone = await key("goes.png");
    const stays = await key("stays.png");
    const recording = { app: app.id, check: "PAY-1", outcome: "passed", platforms: ["ios"] };
    const result = (await world.call(tester, "POST", "/results", recording)).body.data[0].id;
    await attach(world, tester, result, "kept.png", PNG);
    await world.call(tester, "DELETE", attachmentPath(id, "goes.png"));
    // Interrupted: one that never became whole, one that became whole and was not attached, one that was never begun.
    const [half, whole, never, unknown] = [newFileKey(), newFileKey(), newFileKey(), newFileKey()];
    for (const file of [half, whole, never]) await world.store.performer.perform(noteFile, { file });
    const unfinished = join(filesFolder(world.config), "incoming", half);
    writeFileSync(unfinished, "half");
    for (const file of [whole, unknown]) {
      mkdirSync(join(place(file), ".."), { recursive: true });
      writeFileSync(place(file), "whole");
    }

    world.clock.offset = DAY_MS - 60_000;
    await run(30);
    for (const path of [place(gone), place(stays), place(whole), unfinished]) expect(existsSync(path)).toBe(true);
    world.clock.offset = DAY_MS + 60_000;
    await run(30);
    for (const path of [place(gone), place(whole), unfinished]) expect(existsSync(path)).toBe(false);
    for (const path of [place(stays), place(unknown)]) expect(existsSync(path)).toBe(true);
    expect(await rowsOf(world, "select * from loose_file")).toEqual([]);
    const viewer = await world.person("viewer");
    const back = await download(world, viewer, id, "stays.png");
    expect(back.bytes.equals(PNG)).toBe(true);
    expect((await download(world, viewer, result, "kept.png")).bytes.equals(PNG)).toBe(true);
  });

  test("attachments of results are kept for as many days as are set, or as long as the result; results stay", async () => {
    world.clock.offset = 0;
    const tester = await world.person("tester");
    const app = await world.app();
    const recording = { app: app.id, check: "PAY-1", outcome: "passed", platforms: ["ios"] };
    const record = async () => (await world.call(tester, "POST", "/results", recording)).body.data[0].id as string;
    const [old, both] = [await record(), await record()];
    for (const name of ["a.png", "b.png"]) await attach(world, tester, old, name, PNG);
    await attach(world, tester, both, "old.png", PNG);
    const { id: issue } = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    await attach(world, tester, issue, "issue.png", PNG);
    world.clock.offset = 10 * DAY_MS;
    await attach(world, await world.person("admin"), both, "new.png", PNG);
    const kept = async () =>
      (
        await rowsOf(
          world,
          `select name from result_attachment where file is not null and result_id in ('${old}', '${both}') order by name`,
        )
      ).map(({ name }) => name);
    await run(30);
    world.clock.offset = 29 * DAY_MS;
    await run(30, { resultAttachmentDays: 30 });
    expect(await kept()).toEqual(["a.png", "b.png", "new.png", "old.png"]);
    world.clock.offset = 31 * DAY_MS;
    await run(30, { resultAttachmentDays: 30 });
    expect(await kept()).toEqual(["new.png"]);
    expect(await world.problems()).toEqual([]);
    const viewer = await world.person("viewer");
    expect((await download(world, viewer, both, "new.png")).bytes.equals(PNG)).toBe(true);
    expect((await download(world, viewer, issue, "issue.png")).bytes.equals(PNG)).toBe(true);
    expect((await world.call(viewer, "GET", attachmentPath(old, "a.png"))).status).toBe(404);
    const events = await rowsOf(
      world,
      `select actor from event where app_id = '${app.id}' and kind = 'result_detached'`,
    );
    expect(events).toEqual(Array(3).fill({ actor: "system" }));
  });

  test("an erasure that is done is listed as long as the audit log keeps entries, and for a month at least", async () => {
    world.clock.offset = 0;
    await behind(
      world,
      `insert into erasure (id, workspace_id, kind, state, progress, changed, started_at, settles_at, finished_at)
       values ('era_1', '${world.store.workspace.id}', 'reporter', 'done', '{"pass":1,"step":0,"after":null}', 0, ${now()}, ${now()}, ${now()})`,
    );
    world.clock.offset = 30 * DAY_MS;
    await run(30, { auditDays: 1 });
    expect(await rowsOf(world, "select id from erasure")).toEqual([{ id: "era_1" }]);
    world.clock.offset = 32 * DAY_MS;
    await run(30, { auditDays: 60 });
    expect(await rowsOf(world, "select id from erasure")).toEqual([{ id: "era_1" }]);
    await run(30, { auditDays: 1 });
    expect(await rowsOf(world, "select id from erasure")).toEqual([]);
  });

  test("inboxes and what tools have said are forgotten however much there is of it, and what is newer stays", async () => {
    world.clock.offset = 0;
    const app = await world.app();
    const { id } = await connect(world, app.id, "github");
    const numbers =
      "(with recursive n (i) as (select 1 union all select i + 1 from n where i < 1200) select i from n) as n";
    const write = async (at: number, prefix: string) => {
      await behind(
        world,
        `insert into inbox_entry (id, person_id, app_id, kind, subject, actor, times, at, revision)
         select '${prefix}' || i, 'per_1', '${app.id}', 'commented', '${prefix}' || i, 'Kim', 1, ${at}, 1 from ${numbers}`,
      );
      await behind(
        world,
        `insert into receipt (connection_id, name, at) select '${id}', '${prefix}' || i, ${at} from ${numbers}`,
      );
    };
    await write(1, "inb_0");
    await write(now(), "inb_z");
    await run(30);
    for (const [table, name] of [
      ["inbox_entry", "id"],
      ["receipt", "name"],
    ]) {
      const counts = `select sum(case when ${name} like 'inb_0%' then 1 else 0 end) as old, count(*) as n from ${table}`;
      expect((await rowsOf(world, counts)).map(({ old, n }) => [Number(old), Number(n)])).toEqual([[0, 1200]]);
    }
    await behind(world, "delete from inbox_entry");
  });

  test("a file that came so late that it may be swept is not attached", async () => {
    world.clock.offset = 0;
    const app = await world.app();
    const { id } = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    const reach = { workspaceId: world.store.workspace.id, apps: null };
    const actor = { name: "Ada", channel: "interface", role: "tester", reach } as const;
    const attaching = (file: string) =>
      world.store.performer.perform(attachFile, {
        actor,
        id,
        name: "late.png",
        kind: "screenshot",
        type: "image/png",
        size: 1,
        hash: "0",
        file,
      });
    const file = newFileKey();
    await expect(attaching(file)).rejects.toMatchObject({ code: "timeout" });
    await world.store.performer.perform(noteFile, { file });
    world.clock.offset = DAY_MS / 2 + 60_000;
    await expect(attaching(file)).rejects.toMatchObject({ code: "timeout" });
    expect((await dataOf(world, "GET", `/issues/${id}`)).attachments).toEqual([]);
  });

  test("of all servers on a database one does an hour's work, and of the next hour one again; what is its own each does itself", async () => {
    const { reader, noted } = notingReader(world.store.reader);
    const ends: string[] = [];
    // Hours that the server of this test does not come to by itself.
    const turn = async (name: string, hours: number) => {
      const from = noted.length;
      const clock = () => now() + hours * HOUR_MS;
      const onDone = async () => void ends.push(name);
      await takeTurn({ ...world.store, reader, clock, deliveryDays: 30, onError, onDone });
      return noted.length - from;
    };
    const before = now() + 4 * HOUR_MS;
    expect(await turn("first", 5)).toBeGreaterThan(0);
    expect(await turn("second", 5)).toBe(0);
    expect(ends).toEqual(["first", "second"]);
    await Promise.all([turn("first", 6), turn("second", 6), turn("third", 6)]);
    expect(ends).toHaveLength(5);
    const claims = await rowsOf(world, `select n from counter where scope = 'retention' and period > ${before}`);
    expect(claims.map(({ n }) => Number(n))).toEqual([1, 1]);
  });

  test("it looks at some apps and workspaces at a time, however many there are", async () => {
    const { id: app } = await world.app();
    const name = "'Many ' || n";
    const many = { id: "'app_m' || (10000 + n)", name, name_form: name, name_of_form: name, prefix: "'M' || n" };
    await multiply(world.config, [{ table: "app", of: `id = '${app}'`, with: { ...many, revision: "0" } }], 600);
    const largest = new Map<string, number>();
    const reader: Reader = {
      ...world.store.reader,
      stamp: () => world.store.reader.stamp(),
      get: (query, ...values) => world.store.reader.get(query, ...values),
      async all(query, ...values) {
        const rows = await world.store.reader.all(query, ...values);
        largest.set(query.text, Math.max(largest.get(query.text) ?? 0, rows.length));
        return rows;
      },
    };
    await run(30, { reader });
    expect(Math.max(...largest.values())).toBe(500);
    await behind(world, "delete from app where id like 'app_m%'");
  });

  test("what fails in one workspace or app keeps the job from none of the others", async () => {
    const app = await world.app({ name: "Beyond all numbers" });
    const before = await rowsOf(world, `select last_number from app where id = '${app.id}'`);
    const other = await world.app({ name: "Another beyond" });
    // The sum of two is more than can be read of the embedded database, and than PostgreSQL can hold.
    const half = kind === "sqlite" ? "8000000000000000" : "9000000000000000000";
    await behind(world, `update app set last_number = ${half} where id in ('${app.id}', '${other.id}')`);
    await behind(world, "update workspace_use set counted_at = 0");
    const told: string[] = [];
    const done: string[] = [];
    await takeTurn({
      ...world.store,
      clock: () => now() + 8 * HOUR_MS,
      deliveryDays: 30,
      onError: (error: Error) => told.push(error.name),
      onDone: async () => void done.push("done"),
    });
    expect([told, done]).toEqual([[expect.any(String)], ["done"]]);
    await behind(
      world,
      `update app set last_number = ${before[0]!.last_number} where id in ('${app.id}', '${other.id}')`,
    );
  });

  test("an issue that can't be put into the index of searches keeps the job from nothing else", async () => {
    const { id: app } = await world.app({ mode: "live" });
    const { id } = await dataOf(world, "POST", "/issues", { app, text: "Broken" });
    const [{ document }] = (await rowsOf(world, `select document from issue where id = '${id}'`)) as [
      { document: string },
    ];
    await behind(world, `update issue set searched = 1, document = '?' where id = '${id}'`);
    const told: Error[] = [];
    await run(30, { onError: (error: Error) => told.push(error) });
    expect(told).toHaveLength(1);
    await behind(world, `update issue set document = '${document.replaceAll("'", "''")}' where id = '${id}'`);
    await run(30);
    expect(Number((await rowsOf(world, `select searched from issue where id = '${id}'`))[0]!.searched)).toBe(2);
  });
});
