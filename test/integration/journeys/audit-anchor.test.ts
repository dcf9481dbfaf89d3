// Whoever rewrites the database, the chain of the audit log included, is found out: they have not got the secret key.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setPlan } from "../../../src/actions/workspace/change-workspace.ts";
import { auditNotes, readAuditVerification } from "../../../src/cli/doctor/examine-audit-log.ts";
import { auditHash } from "../../../src/domain/workspace/audit-chain.ts";
import type { AuditEntry } from "../../../src/domain/workspace/audit-log.ts";
import { secretCipher } from "../../../src/startup/secret-key-in-use.ts";
import { findAuditHead } from "../../../src/storage/workspace/audit-heads.ts";
import { listAuditChain } from "../../../src/storage/workspace/audit-log.ts";
import { rowsOf } from "../../support/clients/person-client.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const HOUR = 3_600_000;

describe.each(DATABASES)("on %s", (kind) => {
  const lines: string[] = [];
  const world = worldOf(kind, {}, (line) => lines.push(line));
  const run = async (...statements: string[]) => {
    for (const sql of statements) await rowsOf(world, sql);
  };
  const entries = () => listAuditChain(world.store.reader, world.store.workspace.id, {}, 1_000);
  const said = () => lines.map((line) => JSON.parse(line));
  const KEPT = ["audit", "audit_head", "secret_check"];
  beforeEach(async () => {
    for (const name of ["one", "two", "three"])
      await world.call(world.admin, "POST", "/keys", { name, role: "viewer" });
    expect(await world.problems()).toEqual([]);
    await run(...KEPT.map((table) => `create table kept_${table} as select * from ${table}`));
  });
  afterEach(async () => {
    await run(...KEPT.flatMap((table) => [`delete from ${table}`, `insert into ${table} select * from kept_${table}`]));
    await run(...KEPT.map((table) => `drop table kept_${table}`));
    expect(await world.problems()).toEqual([]);
  });

  /** As a server of before has left the database. */
  const asBefore = () => {
    const word = secretCipher(world.config).encrypt("secret-check", "secret-check");
    return run(
      `update secret_check set audit_since = null, sealed = '${word}'`,
      "update audit_head set mac = '', unanchored_id = ''",
    );
  };

  /** As somebody would who knows how the chain is made: every hash after the change is computed anew, and the head with them. */
  const rechain = async (chain: readonly AuditEntry[]) => {
    let previous = chain[0]!.previous;
    for (const entry of chain) {
      await run(`update audit set previous = '${previous}' where id = '${entry.id}'`);
      previous = auditHash({ ...entry, previous });
    }
    const { id, at } = chain.at(-1)!;
    const counts = `entries = ${chain.length}, last_id = '${id}', last_at = ${at}, last_hash = '${previous}'`;
    await run(`update audit_head set ${counts}`);
  };

  test("an entry that was changed, with the whole chain made anew", async () => {
    const chain = (await entries()).map((entry, i) => (i === 1 ? { ...entry, actorName: "Somebody else" } : entry));
    await run(`update audit set actor_name = 'Somebody else' where id = '${chain[1]!.id}'`);
    await rechain(chain);
    expect(await world.problems()).toEqual([
      expect.stringContaining("audit log: the database was changed by something other than Retest"),
    ]);
  });

  test("an entry that was taken out of the middle, with the whole chain made anew", async () => {
    const [first, gone, ...rest] = await entries();
    await run(`delete from audit where id = '${gone!.id}'`);
    await rechain([first!, ...rest]);
    expect(await world.problems()).toEqual([expect.stringContaining("not as a server with the secret key left it")]);
  });

  test("newest entries that were cut off, and it is not forgotten when the server goes on", async () => {
    const chain = await entries();
    await run(`delete from audit where id = '${chain.at(-1)!.id}'`);
    await rechain(chain.slice(0, -1));
    expect(await world.problems()).toHaveLength(1);
    expect((await world.call(world.admin, "POST", "/keys", { name: "after", role: "viewer" })).status).toBe(201);
    expect(await world.problems()).toEqual([expect.stringContaining("not as a server with the secret key left it")]);
  });

  test("an entry that was added", async () => {
    const chain = await entries();
    const added = { ...chain.at(-1)!, id: `${chain.at(-1)!.id}0`, action: "key.revoked" as const };
    await run(
      `insert into audit select '${added.id}', workspace_id, at, actor_kind, actor_id, actor_name, address, request_id, 'key.revoked',
       target_kind, target_id, target_name, app_id, details, previous, salts from audit where id = '${chain.at(-1)!.id}'`,
    );
    await rechain([...chain, added]);
    expect(await world.problems()).toHaveLength(1);
  });

  test("the whole log taken away, with or without what says since when it is vouched for", async () => {
    await run("delete from audit", "delete from audit_head");
    expect(await world.problems()).toEqual([expect.stringContaining("a whole log was removed")]);
    // The server goes on with a new log, and it is not forgotten.
    expect((await world.call(world.admin, "POST", "/keys", { name: "after", role: "viewer" })).status).toBe(201);
    expect(await world.problems()).toEqual([expect.stringContaining("a whole log was removed")]);
    await run("update secret_check set audit_since = '1 1 1 00'");
    expect(await world.problems()).toContainEqual(
      expect.stringContaining("the record of when its protection began was changed"),
    );
  });

  test("a log that was made to look as if it were from before, or as if no server had used the database, also after a start", async () => {
    const chain = (await entries()).map((entry, i) => (i === 1 ? { ...entry, actorName: "Somebody else" } : entry));
    await run(`update audit set actor_name = 'Somebody else' where id = '${chain[1]!.id}'`);
    await rechain(chain);
    await run("update secret_check set audit_since = null", "update audit_head set mac = '', unanchored_id = ''");
    expect(await world.problems()).toEqual([
      expect.stringContaining("the record of when its protection began was changed"),
    ]);
    await world.anotherServer();
    expect(await world.problems()).toEqual([
      expect.stringContaining("the record of when its protection began was changed"),
    ]);
    await run("delete from secret_check");
    expect(await world.problems()).toEqual([
      expect.stringContaining("the record of when its protection began was changed"),
    ]);
    await world.anotherServer();
    expect(await world.problems()).toEqual([expect.stringContaining("not as a server with the secret key left it")]);
  });

  test("a workspace in which nothing was recorded yet is nothing to report, and its log is missed once it has one", async () => {
    await run(
      "insert into workspace (id, name, plan, created_at, keys_revision) values ('wsp_other', 'Other', 'unlimited', 9999999999999, 1)",
    );
    expect(await world.problems()).toEqual([]);
    await world.store.performer.perform(setPlan, { workspaceId: "wsp_other", plan: "free" });
    expect(await world.problems()).toEqual([]);
    await run(
      "delete from audit where workspace_id = 'wsp_other'",
      "delete from audit_head where workspace_id = 'wsp_other'",
    );
    expect(await world.problems()).toEqual([expect.stringContaining("a whole log was removed")]);
    await run("delete from counter where scope like '%wsp_other%'", "delete from workspace where id = 'wsp_other'");
  });

  test("what says since when it is vouched for, taken away", async () => {
    await run("update secret_check set audit_since = null");
    expect(await world.problems()).toEqual([
      expect.stringContaining("the record of when its protection began was changed"),
    ]);
  });

  test("a log from before is taken as it is, once, and the doctor says up to where nobody vouches for it", async () => {
    await asBefore();
    const last = (await entries()).at(-1)!.id;
    lines.splice(0);
    await world.anotherServer();
    expect(said()).toContainEqual(expect.objectContaining({ level: 40, entries: (await entries()).length }));
    expect(await world.problems()).toEqual([]);
    const vouching = await readAuditVerification(world.store.reader, world.config);
    const notes = await auditNotes(world.store.reader, [world.store.workspace], vouching);
    expect(notes).toEqual([expect.stringContaining(`to entries up to ${last} can't be detected`)]);
    lines.splice(0);
    await world.anotherServer();
    expect(said().filter(({ level }) => level === 40)).toEqual([]);
  });

  test("a server of before that goes on beside new ones for a while breaks nothing, and later it would be found out", async () => {
    await asBefore();
    await world.anotherServer();
    const { entries: n, mac } = (await findAuditHead(world.store.reader, world.store.workspace.id))!;
    expect((await world.call(world.admin, "POST", "/keys", { name: "of before", role: "viewer" })).status).toBe(201);
    // A server of the version before leaves the head's code as it was.
    await run(`update audit_head set mac = '${mac}'`);
    expect(await world.problems()).toEqual([]);
    world.clock.offset += 2 * HOUR;
    expect(await world.problems()).toHaveLength(1);
    world.clock.offset -= 2 * HOUR;
    await world.call(world.admin, "POST", "/keys", { name: "of a new one", role: "viewer" });
    world.clock.offset += 2 * HOUR;
    expect(await world.problems()).toEqual([]);
    expect((await findAuditHead(world.store.reader, world.store.workspace.id))!.entries).toBe(n + 2);
  });

  test("where the log ends is in the server's log, so that a database that was taken back as a whole is found out", async () => {
    lines.splice(0);
    await world.anotherServer();
    const { entries: n, lastId, lastHash } = (await findAuditHead(world.store.reader, world.store.workspace.id))!;
    // Nobody waits for it at the start.
    await expect
      .poll(said)
      .toContainEqual(expect.objectContaining({ msg: "audit log", entries: n, last: lastId, hash: lastHash }));
  });
});
