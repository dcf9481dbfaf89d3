// Sign-ins in the audit log: those that succeed, fail or are throttled; bounded, and never with what a stranger has typed.
import { describe, expect, test } from "vitest";
import { runRetentionJob } from "../../../../src/engine/retention-job.ts";
import { ThrottledSignIns } from "../../../../src/http/pipeline/throttled-sign-ins.ts";
import { auditOf } from "../../../support/clients/audit-client.ts";
import { giveEachTestAMinute } from "../../../support/clients/factor-client.ts";
import { from, LOCAL_PROXY } from "../../../support/clients/local-proxy.ts";
import { join, PASSWORD, SAME_ORIGIN, signIn, ui } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const MINUTE = 60_000;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, LOCAL_PROXY);
  const minute = giveEachTestAMinute(world, 15_000);

  const guess = (email: string, address: string, password = "a wrong guess") =>
    signIn(world, email, password, from(address));
  /** Those of this test's minute on. */
  const signIns = (action = "sign_in.") =>
    auditOf(world, `?limit=200&action=${action}&after=${new Date(minute.start()).toISOString()}`);

  test("one that succeeds names the person and the address", async () => {
    const { id, email } = await join(world);
    const answer = await guess(email, "192.0.2.1", PASSWORD);
    expect(answer.status).toBe(200);
    expect(await signIns()).toMatchObject([
      {
        action: "sign_in.succeeded",
        actor: { kind: "person", id, name: "Ada" },
        address: "192.0.2.1",
        request_id: answer.headers.get("x-request-id"),
        target: null,
      },
    ]);
  });

  test("one that fails names the person it was aimed at, or nobody", async () => {
    const { id, email } = await join(world);
    await guess(email, "192.0.2.1");
    await guess("stranger@example.com", "192.0.2.2");
    expect(await signIns()).toMatchObject([
      { action: "sign_in.failed", actor: { kind: "person", id: null, name: "unknown" }, address: "192.0.2.2" },
      { action: "sign_in.failed", actor: { kind: "person", id, name: "Ada" }, address: "192.0.2.1" },
    ]);
    expect(JSON.stringify(await signIns())).not.toContain("stranger");
  });

  test("one that is throttled is recorded as such, even with the right password", async () => {
    const { email } = await join(world);
    for (let i = 0; i < 5; i++) expect((await guess(email, "192.0.2.8")).status).toBe(401);
    expect((await guess(email, "192.0.2.8", PASSWORD)).status).toBe(429);
    // The five of the minute are listed; the throttled one is the sixth, and counted.
    expect((await signIns()).map(({ action }) => action)).toEqual(Array(5).fill("sign_in.failed"));
    minute.next();
    for (let i = 0; i < 20; i++) await guess(`n${i}@example.com`, "198.51.100.7");
    expect((await guess(email, "198.51.100.7", PASSWORD)).status).toBe(429);
    expect(await signIns("sign_in.throttled")).toMatchObject([{ actor: { name: "Ada" }, address: "198.51.100.7" }]);
  });

  test("of many that are throttled in a minute the first is listed, and the others are counted in one write", async () => {
    const { id } = await join(world);
    const refusals = new ThrottledSignIns(world.store.performer, () => expect.unreachable());
    const ada = { kind: "person", id, name: "Ada", address: "192.0.2.9", requestId: null } as const;
    const signIn = { workspaceId: world.store.workspace.id, purpose: "sign_in" } as const;
    for (let i = 0; i < 9; i++) await refusals.add("scope", minute.start(), signIn, ada);
    expect(await signIns("sign_in.throttled")).toMatchObject([{ actor: { name: "Ada" }, address: "192.0.2.9" }]);
    await refusals.flush();
    minute.next();
    await guess((await join(world)).email, "192.0.2.1");
    // Five of the nine could have been listed.
    const [unlisted] = await signIns("sign_in.unlisted");
    expect(unlisted.details).toMatchObject({ aimed_at: "known", count: 4 });
  });

  test("a wrong present password is recorded with what it was for", async () => {
    const { id, cookie } = await join(world);
    const body = { current_password: "a wrong guess", new_password: "another password" };
    const answer = await ui(world.address, "PUT", "/me/password", body, { ...SAME_ORIGIN, cookie });
    expect(answer.status).toBe(400);
    expect(await signIns("sign_in.failed")).toMatchObject([
      { action: "sign_in.failed", actor: { id, name: "Ada" }, details: { purpose: "password_change" } },
    ]);
  });

  test("five of a minute are listed for whom nobody knows, and what is aimed at somebody still shows", async () => {
    const { id, email } = await join(world);
    const tries = Array.from({ length: 30 }, (_, i) => guess(`flood-${i}@example.com`, `203.0.113.${i}`));
    await Promise.all(tries);
    await guess(email, "192.0.2.1");
    const listed = await signIns("sign_in.failed");
    expect(listed.filter(({ actor }) => actor.id === null)).toHaveLength(5);
    expect(listed.filter(({ actor }) => actor.id === id)).toHaveLength(1);
    minute.next();
    await guess("one-more@example.com", "192.0.2.1");
    const [count] = await signIns("sign_in.unlisted");
    expect(count).toMatchObject({
      actor: { kind: "system", id: null, name: "system" },
      address: null,
      details: {
        count: 25,
        aimed_at: "unknown",
        from: new Date(minute.start() - MINUTE).toISOString(),
        to: new Date(minute.start()).toISOString(),
      },
    });
  });

  test("what was counted and not listed is noted by the retention job, once, when nobody tries again", async () => {
    for (let i = 0; i < 8; i++) await guess(`quiet-${i}@example.com`, `203.0.113.${i}`);
    minute.next();
    const clock = () => world.clock.frozenAt!;
    const options = { ...world.store, clock, deliveryDays: 30, onError: () => expect.unreachable() };
    await Promise.all([runRetentionJob(options), runRetentionJob(options)]);
    expect(await signIns("sign_in.unlisted")).toMatchObject([{ details: { count: 3, aimed_at: "unknown" } }]);
    expect(await world.problems()).toEqual([]);
  });
});
