// Assistants that people let in, on two servers at once; and what bounds those that register, and those that are let in.
import { beforeAll, describe, expect, test } from "vitest";
import { registerClient } from "../../../src/actions/access/authorize-assistant.ts";
import { ASSISTANTS_A_PERSON, MAX_UNUSED_CLIENTS } from "../../../src/domain/limits/oauth-limits.ts";
import { runRetentionJob } from "../../../src/engine/retention-job.ts";
import { ask, outcomeOf } from "../../support/checks/route-table.ts";
import { assistantsOf, CALLBACK, proof } from "../../support/clients/assistant-client.ts";
import { newest } from "../../support/clients/audit-client.ts";
import { addTotp, nowIn } from "../../support/clients/factor-client.ts";
import { isSignedIn, join, PASSWORD } from "../../support/clients/person-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { createWorld, DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { publicRate: 10_000 });
  let other: string;
  beforeAll(async () => {
    other = await world.anotherServer();
  });
  const one = assistantsOf(world);
  const two = assistantsOf(world, () => other);
  const retain = () =>
    runRetentionJob({
      ...world.store,
      clock: () => nowIn(world),
      deliveryDays: 30,
      onError: (error) => expect.unreachable(String(error)),
    });
  const countOf = async (what: string) =>
    Number(Object.values((await behind(world, `select count(*) from ${what}`))[0]!)[0]);

  test("a code given on one server is exchanged on the other, and what it gives works and ends on both", async () => {
    const person = await world.person("viewer");
    const { client, code, verifier } = await one.begin(person);
    const { status, body } = await two.exchange(client, code, verifier);
    expect(status).toBe(200);
    const statuses = async (token: string) => [(await one.mcp(token)).status, (await two.mcp(token)).status];
    expect(await statuses(body.access_token)).toEqual([200, 200]);
    const renewed = (await one.renew(client, body.refresh_token)).body;
    expect(await statuses(body.access_token)).toEqual([401, 401]);
    expect(await statuses(renewed.access_token)).toEqual([200, 200]);
    const [{ id }] = (await world.callAt(other, person, "GET", "/assistants")).body.data;
    expect((await world.callAt(other, person, "DELETE", `/assistants/${id}`)).status).toBe(204);
    expect(await statuses(renewed.access_token)).toEqual([401, 401]);
    expect((await two.renew(client, renewed.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("of two who bring a code at once to two servers one gets tokens, which end because somebody else had the code", async () => {
    for (let i = 0; i < 5; i++) {
      const { client, code, verifier } = await one.begin(await world.person("viewer"));
      const answers = await Promise.all([one, two].map(({ exchange }) => exchange(client, code, verifier)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await countOf(`key where client_id = '${client}'`)).toBe(1);
      const given = answers.find(({ status }) => status === 200)!.body;
      expect([(await one.mcp(given.access_token)).status, (await two.mcp(given.access_token)).status]).toEqual([
        401, 401,
      ]);
      expect((await newest(world, "?action=key.revoked")).details).toEqual({ why: "code_used_twice" });
    }
  });

  test("where a second factor is demanded, who has none lets nobody in, gets nothing for a code, and their assistant waits", async () => {
    const admin = await join(world, { role: "admin" });
    await addTotp(world, admin.cookie);
    const person = await world.person("viewer");
    const { access, client: waiting, refresh } = await one.letIn(person);
    const { client, code, verifier } = await one.begin(person);
    const demand = async (to: string) =>
      expect((await ask(world, admin.cookie, "PATCH", "/workspace", { second_factor: to })).status).toBe(200);
    await demand("required");
    const query = new URLSearchParams({ client_id: client, redirect_uri: CALLBACK });
    expect(outcomeOf(await world.call(person, "GET", `/assistant-request?${query}`))).toBe("403 second_factor_needed");
    expect(outcomeOf(await one.allow(person, client, proof().challenge))).toBe("403 second_factor_needed");
    expect((await one.exchange(client, code, verifier)).body.error).toBe("invalid_grant");
    expect((await one.mcp(access)).status).toBe(401);
    expect((await one.renew(waiting, refresh)).body.error).toBe("invalid_grant");
    // It was not ended: it goes on once its person has a factor, also with what would have renewed it before.
    await addTotp(world, person);
    expect((await one.mcp(access)).status).toBe(200);
    expect((await one.renew(waiting, refresh)).status).toBe(200);
    expect((await one.allow(person, client, proof().challenge)).status).toBe(200);
    await demand("optional");
  });

  test("from one network address 20 clients register in a minute, and then more in the next", async () => {
    world.clock.frozenAt = Math.ceil(nowIn(world) / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
    for (let i = 0; i < 20; i++) expect((await one.register()).status).toBe(201);
    const refused = await one.register();
    expect([refused.status, refused.body]).toEqual([
      429,
      {
        error: "temporarily_unavailable",
        error_description: expect.stringMatching(/^Too many registrations; try again in/),
      },
    ]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    world.clock.frozenAt += MINUTE_MS;
    expect((await one.register()).status).toBe(201);
    world.clock.frozenAt = null;
  });

  test("where everybody asks too often from one network address, OAuth's endpoints say so in its form", async () => {
    const few = await createWorld(kind, { publicRate: 3 });
    try {
      const { form } = assistantsOf(few);
      for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/register"]) {
        let told = await form(path, {});
        for (let i = 0; i < 4 && told.status !== 429; i++) told = await form(path, {});
        expect([told.status, told.body]).toEqual([
          429,
          { error: "temporarily_unavailable", error_description: expect.any(String) },
        ]);
        expect(Number(told.headers.get("retry-after"))).toBeGreaterThan(0);
      }
    } finally {
      await few.close();
    }
  });

  test(`of clients that nobody lets in there are never more than ${MAX_UNUSED_CLIENTS}: the oldest make room, and those that were let in stay`, async () => {
    const person = await world.person("viewer");
    const { client, access } = await one.letIn(person);
    const client_ids: string[] = [];
    for (let i = 0; i < MAX_UNUSED_CLIENTS + 5; i++) {
      const { id } = await world.store.performer.perform(registerClient, { name: `${i}`, redirects: [CALLBACK] });
      client_ids.push(id);
    }
    expect(await countOf("oauth_client where used_at is null")).toBe(MAX_UNUSED_CLIENTS);
    const { challenge } = proof();
    expect((await one.allow(person, client_ids[0]!, challenge)).status).toBe(404);
    expect((await one.allow(person, client_ids.at(-1)!, challenge)).status).toBe(200);
    expect(await countOf(`oauth_client where id = '${client}'`)).toBe(1);
    expect((await one.mcp(access)).status).toBe(200);
  });

  test(`a person has ${ASSISTANTS_A_PERSON} assistants at the most; those that ran out don't count, and end with the hour`, async () => {
    const person = await world.person("viewer");
    const { client } = await one.letIn(person);
    const [row] = await behind(world, `select * from key where client_id = '${client}'`);
    const columns = Object.keys(row!).filter((name) => name !== "id");
    for (let i = 1; i < ASSISTANTS_A_PERSON; i++) {
      const copy = `insert into key (id, ${columns}) select '${row!.id}${i}', ${columns} from key where id = '${row!.id}'`;
      await behind(world, copy);
    }
    const allow = () => one.allow(person, client, proof().challenge);
    const refused = await allow();
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining("end one of them first"),
    ]);
    const past = nowIn(world) - 1;
    await behind(world, `update key set expires_at = ${past} where client_id = '${client}' and id <> '${row!.id}'`);
    expect((await world.call(person, "GET", "/assistants")).body.data).toHaveLength(1);
    expect((await allow()).status).toBe(200);
    await retain();
    expect(await countOf(`key where client_id = '${client}' and revoked_at is null`)).toBe(1);
    expect(await newest(world, "?action=key.revoked")).toMatchObject({
      actor: { kind: "system" },
      details: { why: "not_used" },
    });
  });

  test("codes, tokens and clients are forgotten once they are of no use", async () => {
    const person = await world.person("viewer");
    const { client, refresh } = await one.letIn(person);
    await one.begin(person);
    const { client_id: unused } = (await one.register()).body;
    const left = async () => [
      await countOf("oauth_code"),
      await countOf("refresh_token"),
      await countOf(`oauth_client where id in ('${client}', '${unused}')`),
    ];
    world.clock.offset = 29 * DAY_MS;
    await retain();
    const [codes, tokens, clients] = await left();
    expect([codes, tokens! > 0, clients]).toEqual([0, true, 2]);
    world.clock.offset = 31 * DAY_MS;
    await retain();
    expect(await left()).toEqual([0, 0, 0]);
    expect((await one.renew(client, refresh)).body.error).toBe("invalid_client");
    world.clock.offset = 0;
  });

  test("where other sessions end because of how one signs in, assistants end with them, and codes that nobody has brought yet", async () => {
    const admin = await join(world, { role: "admin" });
    const changes: [what: string, change: (cookie: string, id: string) => Promise<number>][] = [
      [
        "a new password",
        async (cookie) => {
          const passwords = { current_password: PASSWORD, new_password: "another horse battery" };
          return (await ask(world, cookie, "PUT", "/me/password", passwords)).status;
        },
      ],
      [
        "a factor that is removed",
        async (cookie) => {
          const factor = await addTotp(world, cookie);
          return (await ask(world, cookie, "DELETE", `/me/second-factors/${factor.id}`)).status;
        },
      ],
      [
        "factors that an admin takes away",
        async (cookie, id) => {
          await addTotp(world, cookie);
          return (await ask(world, admin.cookie, "DELETE", `/people/${id}/second-factors`)).status;
        },
      ],
      [
        "an identity that an admin disconnects",
        async (_, id) => {
          const identity = `('https://issuer.example', 'sub-${id}', '${id}', 1)`;
          await behind(world, `insert into identity (issuer, subject, person_id, created_at) values ${identity}`);
          return (await ask(world, admin.cookie, "DELETE", `/people/${id}/identities`)).status;
        },
      ],
    ];
    for (const [what, change] of changes) {
      const { cookie, id } = await join(world);
      const { client, access, refresh } = await one.letIn(cookie);
      const begun = await one.begin(cookie);
      expect((await one.mcp(access)).status, what).toBe(200);
      expect(await change(cookie, id), what).toBe(204);
      expect([(await one.mcp(access)).status, (await two.mcp(access)).status], what).toEqual([401, 401]);
      expect((await one.renew(client, refresh)).body.error, what).toBe("invalid_grant");
      expect((await one.exchange(begun.client, begun.code, begun.verifier)).body.error, what).toBe("invalid_grant");
      expect((await newest(world, "?action=key.revoked")).details, what).toEqual({ why: "with_its_person" });
    }
    expect(await isSignedIn(world.address, admin.cookie)).toBe(true);
  });

  test("who signs out everywhere takes a code back that nobody has brought yet", async () => {
    const { cookie } = await join(world);
    const { client, code, verifier } = await one.begin(cookie);
    const { access } = await one.letIn(cookie);
    expect((await world.call(cookie, "DELETE", "/sessions")).status).toBe(204);
    expect((await one.exchange(client, code, verifier)).body.error).toBe("invalid_grant");
    expect((await one.mcp(access)).status).toBe(401);
  });
});
