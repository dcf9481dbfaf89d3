// An address among what people sign in, join and are listed with: of whoever is erased all of it goes, of others what holds the address.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removePerson } from "../../../src/actions/access/change-person.ts";
import { startErasure } from "../../../src/actions/privacy/start-erasure.ts";
import { askToSignUp } from "../../../src/actions/workspace/sign-up.ts";
import { SETTLE_MS } from "../../../src/domain/privacy/erasure.ts";
import { COMMAND_LINE } from "../../../src/domain/workspace/audit-log.ts";
import { runErasure } from "../../../src/engine/erasing.ts";
import { type AddressRange, readAddressRanges } from "../../../src/lib/network/address-range.ts";
import { PERSONAL_DATA } from "../../../src/storage/privacy/personal-data.ts";
import { ask, dataOf } from "../../support/checks/route-table.ts";
import { auditOf } from "../../support/clients/audit-client.ts";
import { erase } from "../../support/clients/erasing.ts";
import { expectForgotten } from "../../support/clients/kept-bytes.ts";
import {
  accept,
  invite,
  isSignedIn,
  type Joined,
  join,
  rowsOf,
  SAME_ORIGIN,
  signIn,
  ui,
} from "../../support/clients/person-client.ts";
import { anotherWorkspace, joinWith } from "../../support/clients/workspace-client.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const PROXY = "x-forwarded-email";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let admin: Joined;
  const log: string[] = [];
  beforeAll(async () => {
    const trustedProxies = readAddressRanges("127.0.0.1") as AddressRange[];
    world = await createWorld(kind, { proxyUserHeader: PROXY, trustedProxies }, (line) => log.push(line));
    admin = await join(world, { role: "admin" });
  });
  afterAll(() => world.close());
  const run = (sql: string) => rowsOf(world, sql);
  const joined = async (name: string, email: string) => {
    const answer = await accept(world, { token: await invite(world, { role: "tester" }), name, email });
    expect(answer.status).toBe(201);
    return { id: answer.body.data.id as string, cookie: answer.cookie! };
  };
  const nameOf = async (id: string) => (await run(`select name from person where id = '${id}'`))[0]!.name as string;
  const eraseIn = async (workspaceId: string, email: string) => {
    const input = { workspaceId, kind: "person", subject: email, confirm: email, removesFirst: true } as const;
    const { id } = await world.store.performer.perform(startErasure, input, COMMAND_LINE);
    world.clock.offset += SETTLE_MS;
    await runErasure(world.store, id);
  };
  /** To the end; gives how many rows it says that it changed. */
  const changedBy = async (email: string) => {
    const id = await erase(world, "reporter", email);
    return (await dataOf(world, "GET", `/erasures/${id}`)).rows_changed;
  };

  test("invitations that name a reporter's address are counted, those that have ended, too", async () => {
    const email = "ivy@invited.example";
    await invite(world, { email });
    await run(`update invitation set expires_at = created_at where email = '${email}'`);
    await invite(world, { email });
    expect(await changedBy(email)).toBe(2);
    expect(await changedBy(email)).toBe(0);
    await expectForgotten(world, email);
  });

  test("a mail by which the address signs up goes, whichever workspace erases it; an account of it elsewhere stays until it is erased there", async () => {
    const email = "uma@several.example";
    const other = await anotherWorkspace(world);
    await joinWith(world, other, email);
    await joinWith(world, world.store.workspace.id, email);
    await world.store.performer.perform(askToSignUp, { email, network: "sign-in:sign-up:test" });
    await eraseIn(other, email);
    const left = `select workspace_id as id from person where email = '${email}'`;
    expect((await run(left)).map(({ id }) => id)).toEqual([world.store.workspace.id]);
    expect(await run(`select id from mail where old_address = '${email}'`)).toEqual([]);
    await eraseIn(world.store.workspace.id, email);
    await expectForgotten(world, email);
    expect(await world.problems()).toEqual([]);
  });

  test("a removed person who had a reporter's address is counted with what was left of them", async () => {
    const email = "rita@removed.example";
    const { id } = await joined("Rita Moved", email);
    await world.store.performer.perform(removePerson, { workspaceId: world.store.workspace.id, id });
    expect(await changedBy(email)).toBeGreaterThanOrEqual(1);
    expect(await nameOf(id)).toBe("Deleted person");
    await expectForgotten(world, email, "rita moved");
  });

  test("what others are called, their factors and browsers, and the audit log lose an address in them", async () => {
    const email = "kim@typed.example";
    const other = await joined(`Kim ${email}`, "kim@elsewhere.example");
    const alike = await joined("Kim kim%40typed.example", "kim2@elsewhere.example");
    const { cookie } = await signIn(world, "kim@elsewhere.example", undefined, { "user-agent": `${email}/1.0` });
    await run(
      `insert into second_factor (id, person_id, kind, name, counter, created_at) values ('fac_1', '${alike.id}', 'totp', 'Phone of KIM@typed.example', 0, 0)`,
    );
    const app = await world.app();
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Seen" });
    await world.call(admin.cookie, "PUT", `/issues/${issue.id}/assignees`, { people: [other.id, alike.id] });
    await world.call(cookie!, "POST", `/issues/${issue.id}/comments`, { text: "Seen, too" });
    await erase(world, "reporter", email);
    await expectForgotten(world, email, "kim%40typed");
    const names = [await nameOf(other.id), await nameOf(alike.id)];
    for (const name of names) expect(name).toMatch(/^Kim erased-/);
    expect(new Set(names).size).toBe(2);
    expect((await dataOf(world, "GET", `/issues/${issue.id}`)).assignees).toEqual(names);
    expect((await dataOf(world, "GET", `/issues/${issue.id}/comments`))[0].written_by).toBe(names[0]);
    expect(await isSignedIn(world.address, cookie!)).toBe(true);
    const signedIn = await auditOf(world, "?action=sign_in.succeeded&limit=1");
    expect(signedIn[0].actor).toMatchObject({ id: other.id, name: "(erased)" });
    expect(log.join("").toLowerCase()).not.toContain("typed.example");
    expect(await world.problems()).toEqual([]);
  });

  test("whoever stays and is called by the address where they sign in is disconnected first, and is asked to sign in again", async () => {
    const email = "pat@proxy.example";
    await invite(world, { email, role: "tester" });
    const headers = { ...SAME_ORIGIN, [PROXY]: email };
    const { cookie, body } = await ui(world.address, "POST", "/session/proxy", undefined, headers);
    const { id, name } = body.data as { id: string; name: string };
    // The address at the proxy is then one that they had before they were called otherwise here.
    await run(`update person set email = 'pat@new.example' where id = '${id}'`);
    await expect(erase(world, "reporter", email)).rejects.toMatchObject({
      code: "in_use",
      message: `${name} signs in elsewhere as ${email}: disconnect them first.`,
    });
    expect(await changedBy("at@proxy.example")).toBe(0);
    await run(`delete from identity where person_id = '${id}'`);
    await erase(world, "reporter", email);
    expect(await isSignedIn(world.address, cookie!)).toBe(false);
    await expectForgotten(world, email);
  });

  test("of a person nothing stays that they signed in with or were written to by", async () => {
    const email = "sue@signed.example";
    const { id } = await joined("Sue Signed", email);
    const workspaceId = world.store.workspace.id;
    await world.store.performer.perform(removePerson, { workspaceId, id });
    // A server of the version before, or a request that was under way, may leave such rows behind.
    const left: Record<string, string> = {
      session: `(hash, person_id, created_at, last_seen_at, expires_at, agent, vouched_for) values ('s', '${id}', 0, 0, 9e12, '${email}', '${email}')`,
      half_session: `(hash, person_id, expires_at) values ('h', '${id}', 9e12)`,
      sign_in_choice: `(hash, person_id, vouched_by, vouched_for, expires_at) values ('w', '${id}', 'proxy', '${email}', 9e12)`,
      reset_link: `(person_id, hash, expires_at) values ('${id}', 'r', 9e12)`,
      mailed_reset_link: `(person_id, hash, expires_at) values ('${id}', 'm', 9e12)`,
      email_link: `(person_id, email, asked_at, expires_at) values ('${id}', 'other@signed.example', 0, 9e12)`,
      second_factor: `(id, person_id, kind, name, counter, created_at) values ('fac_2', '${id}', 'totp', 'Sue', 0, 0)`,
      recovery_code: `(person_id, hash) values ('${id}', 'c')`,
      inbox_mail: `(person_id, choice) values ('${id}', 'daily')`,
      identity: `(issuer, subject, person_id, created_at) values ('https://i.example', '${email}', '${id}', 0)`,
      mail: `(id, workspace_id, kind, person_id, state, attempts, due_at, created_at, outcome, old_address) values ('mai_1', '${workspaceId}', 'email_changed', '${id}', 'failed', 1, 0, 0, 'no such box: ${email}', '${email}')`,
    };
    for (const [table, row] of Object.entries(left)) await run(`insert into ${table} ${row}`);
    await erase(world, "person", email);
    const owned = Object.entries(PERSONAL_DATA).filter(([, { owner }]) => owner !== undefined);
    expect(owned.map(([table]) => table)).toEqual(expect.arrayContaining(Object.keys(left)));
    for (const [table, { owner }] of owned)
      expect(await run(`select * from ${table} where ${owner} = '${id}'`)).toEqual([]);
    await expectForgotten(world, "signed.example", "sue signed");
    expect((await ask(world, admin.cookie, "GET", "/people")).status).toBe(200);
    expect(await world.problems()).toEqual([]);
  });
});
