// Writes on the embedded database: one transaction for what arrives together, and answers only after it.
import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { DatabaseSync } from "@photostructure/sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createKey } from "../../../src/actions/access/change-key.ts";
import { ensureWorkspace } from "../../../src/actions/workspace/change-workspace.ts";
import { runBatch, type WriteJob } from "../../../src/engine/sqlite-batch.ts";
import { performOnSqlite } from "../../../src/engine/sqlite-performer.ts";
import { openSqliteWriter } from "../../../src/storage/database/sqlite.ts";
import { MIGRATIONS } from "../../../src/storage/migrations/all.ts";
import { migrateSqlite } from "../../../src/storage/migrations/migrate.ts";
import { migrateInChild } from "../../support/database/migrate-in-process.ts";

const SETTINGS = {
  freePlanIssues: 100,
  auditKeys: ["of a test"] as const,
  secretKeys: { secretKey: "of a test", oldSecretKey: null },
  webhookRate: 120,
  baseUrl: "http://localhost:3000",
};

let dir: string;
let file: string;
let errors: Error[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "retest-batch-"));
  file = join(dir, "retest.db");
  errors = [];
  migrateSqlite(file);
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function openPerformer() {
  const performer = await performOnSqlite({
    file,
    settings: SETTINGS,
    clock: Date.now,
    onError: (error) => errors.push(error),
  });
  await performer.perform(ensureWorkspace, null);
  return performer;
}

type OpenPerformer = Awaited<ReturnType<typeof openPerformer>>;

const keyInput = (name: string, apps: string[] | null = null) => ({
  workspaceId: "wsp_default",
  name,
  role: "viewer" as const,
  apps,
});

function addKey(performer: OpenPerformer, name: string, apps: string[] | null = null) {
  return performer.perform(createKey, keyInput(name, apps));
}

/** Until the thread does nothing but the work that it was given. */
async function untilBusy(thread: Worker): Promise<void> {
  const idle = () => thread.performance.eventLoopUtilization().idle;
  for (let before = -1; before !== idle(); await sleep(10)) before = idle();
}

/** What another connection finds in the file. */
function keyNames(): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare("select name from key order by id")
      .all()
      .map((row) => (row as { name: string }).name);
  } finally {
    db.close();
  }
}

/** Commits in the write-ahead log: frames whose header says how large the database is after them. */
function commitsInLog(): number {
  const log = readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at < log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) commits += 1;
  return commits;
}

describe("a batch", () => {
  test("units that arrive together share one transaction", async () => {
    const performer = await openPerformer();
    const before = commitsInLog();
    await Promise.all(Array.from({ length: 50 }, (_, i) => addKey(performer, `key ${i}`)));
    expect(commitsInLog() - before).toBe(1);
    expect(keyNames()).toHaveLength(50);
    await performer.close();
  });

  test("one unit's failure leaves the others of its transaction untouched", async () => {
    const performer = await openPerformer();
    const outcomes = await Promise.allSettled([
      addKey(performer, "first"),
      addKey(performer, "second", ["no such app"]),
      performer.perform(createKey, { ...keyInput("third"), role: null as never }),
      addKey(performer, "fourth"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { name: "Fault", code: "not_found" } });
    expect(outcomes[2]).not.toMatchObject({ reason: { name: "Fault" } });
    expect(keyNames()).toEqual(["first", "fourth"]);
    await performer.close();
  });

  test("a commit that fails takes every unit of its transaction with it, and each of them is told", async () => {
    const writer = openSqliteWriter(file);
    writer.exec(
      "insert into workspace (id, name, plan, created_at, keys_revision) values ('wsp_default', 'Workspace', 'unlimited', 0, 1)",
    );
    // A reference that is only checked at the COMMIT, and that nothing answers.
    writer.exec("create table broken (id text references workspace (id) deferrable initially deferred)");
    writer.exec("create trigger break after insert on key begin insert into broken values ('nobody'); end");
    const jobs: WriteJob[] = [1, 2].map((id) => [id, "createKey", keyInput(`key ${id}`), 0]);
    const { answers } = await runBatch(writer, SETTINGS, jobs);
    expect(answers.map(([id, ok]) => [id, ok])).toEqual([
      [1, false],
      [2, false],
    ]);
    expect(writer.inTransaction).toBe(false);
    writer.close();
    expect(keyNames()).toEqual([]);
  });

  test("an answer leaves only after the COMMIT: another connection sees the row when the promise resolves", async () => {
    const performer = await openPerformer();
    for (let i = 0; i < 20; i++) {
      const name = `key ${i}`;
      await Promise.all([
        addKey(performer, name).then(() => expect(keyNames()).toContain(name)),
        addKey(performer, "beside"),
      ]);
    }
    await performer.close();
  });

  test("a write waits for another process that holds the file for a while", async () => {
    const performer = await openPerformer();
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    let answered = false;
    const added = addKey(performer, "patient").then(() => {
      answered = true;
    });
    await untilBusy(performer.writer());
    expect(answered).toBe(false);
    other.exec("commit");
    await added;
    expect(keyNames()).toEqual(["patient"]);
    other.close();
    await performer.close();
  });

  test("a file that another process does not let go of answers unavailable, and works again afterwards", async () => {
    const performer = await openPerformer();
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    await expect(addKey(performer, "refused")).rejects.toMatchObject({ code: "unavailable" });
    other.exec("commit");
    await addKey(performer, "accepted");
    expect(keyNames()).toEqual(["accepted"]);
    other.close();
    await performer.close();
  });
});

describe("a writer thread that dies", () => {
  test("takes no acknowledged write with it; what it had not answered is rejected as unavailable", async () => {
    const performer = await openPerformer();
    const acknowledged: string[] = [];
    const refused: string[] = [];
    const add = (name: string) =>
      addKey(performer, name).then(
        () => acknowledged.push(name),
        (error) => refused.push(error.code),
      );
    for (let round = 0; round < 5; round++) {
      const first = Array.from({ length: 100 }, (_, i) => add(`key ${round} ${i}`));
      await turn();
      // Nothing that can be read as an order: the thread fails on it, before, between or after the batches.
      performer.writer().postMessage(0);
      const second = Array.from({ length: 100 }, (_, i) => add(`key ${round} ${100 + i}`));
      await Promise.all([...first, ...second]);
      await add(`after ${round}`);
    }
    expect(acknowledged.length + refused.length).toBe(1_005);
    expect(refused.length).toBeGreaterThan(0);
    expect(new Set(refused)).toEqual(new Set(["unavailable"]));
    expect(acknowledged.filter((name) => name.startsWith("after"))).toHaveLength(5);
    const kept = new Set(keyNames());
    expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
    await performer.close();
  });

  test("is replaced, and the error log says so", async () => {
    const performer = await openPerformer();
    const dead = performer.writer();
    await dead.terminate();
    await addKey(performer, "later");
    expect(performer.writer()).not.toBe(dead);
    expect(keyNames()).toEqual(["later"]);
    expect(errors.map(({ message }) => message).join()).toContain("writer");
    await performer.close();
  });

  test("what arrives while there is none is kept for the next one", async () => {
    const performer = await openPerformer();
    const gone = performer.writer().terminate();
    await gone;
    await Promise.all([addKey(performer, "one"), addKey(performer, "two")]);
    expect(keyNames()).toEqual(["one", "two"]);
    await performer.close();
  });

  test("and can't be replaced keeps nobody waiting: writes are refused until the file can be opened again", async () => {
    // The clock that ends every wait after ten seconds is stopped.
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const performer = await openPerformer();
    renameSync(dir, `${dir}-away`);
    await performer.writer().terminate();
    for (const name of ["one", "two"]) {
      await expect(addKey(performer, name)).rejects.toMatchObject({ code: "unavailable" });
    }
    renameSync(`${dir}-away`, dir);
    await expect
      .poll(() =>
        addKey(performer, "three").then(
          () => "added",
          ({ code }) => code,
        ),
      )
      .toBe("added");
    expect(keyNames()).toEqual(["three"]);
    await performer.close();
    vi.useRealTimers();
  });
});

describe("closing", () => {
  test("waits for what was accepted, and refuses what comes after", async () => {
    const performer = await openPerformer();
    const accepted = Promise.all(Array.from({ length: 100 }, (_, i) => addKey(performer, `key ${i}`)));
    const closed = performer.close();
    await expect(addKey(performer, "too late")).rejects.toMatchObject({ code: "unavailable" });
    await closed;
    expect(keyNames()).toHaveLength(100);
    await accepted;
  });

  test("waits for what was accepted while the writer is being replaced", async () => {
    const performer = await openPerformer();
    await performer.writer().terminate();
    const accepted = addKey(performer, "accepted");
    await performer.close();
    await accepted;
    expect(keyNames()).toEqual(["accepted"]);
  });

  test.each([false, true])("lets go of the file and ends the thread (writer being replaced: %s)", async (replacing) => {
    // Brought into being elsewhere, so that nobody in this process has it open.
    file = join(dir, "other.db");
    await once(migrateInChild(file, MIGRATIONS), "exit");
    const threads: Worker[] = [];
    const note = (thread: Worker) => threads.push(thread);
    process.on("worker", note);
    const performer = await openPerformer();
    if (replacing) await performer.writer().terminate();
    await performer.close();
    process.off("worker", note);
    // A thread that was only starting has ended, too.
    expect(threads.map(({ threadId }) => threadId)).toEqual(replacing ? [-1, -1] : [-1]);
    const alone = new DatabaseSync(file);
    expect(alone.prepare("pragma journal_mode = delete").get()).toEqual({ journal_mode: "delete" });
    alone.close();
  });
});
