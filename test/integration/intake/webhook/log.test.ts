// The log of deliveries: every one with its answer, refused ones too, newest first.
import { beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { TIMESTAMP } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook, signed } from "../../../support/clients/webhook-client.ts";
import { type Answer, DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 6 });
  let hook: Hook;
  let base: string;
  beforeEach(async () => {
    hook = await openHook(world);
    base = `/apps/${hook.app.id}/webhook/deliveries`;
  });

  /** A moment apart, so that their order in time is plain. */
  const later = () => {
    world.clock.offset += 2;
  };

  test("every delivery is listed with its status and error code, newest first", async () => {
    const answers: Answer[] = [];
    const send = async (payload: unknown, headers?: Record<string, string>) => {
      answers.unshift(await hook.deliver(payload, headers));
      later();
      await hook.log(answers.length);
    };
    await send({ title: "T", external_id: "1" });
    await send({ title: "T", external_id: "1" });
    await send("[]");
    await send({});
    await send(" ".repeat(1_048_577));
    await hook.setSecret("a secret");
    await send({ title: "T" });
    await hook.setMode("testing");
    await send({ title: "T" }, signed("a secret", { title: "T" }));
    await hook.setMode("live");
    for (let i = 0; i < 3; i++) await send({ title: "T" }, signed("a secret", { title: "T" }));
    const log = await hook.log(10);
    expect(log.map(({ status, error }) => (error === null ? String(status) : `${status} ${error.code}`))).toEqual([
      "429 rate_limited",
      ...["201", "201", "409 not_live", "401 invalid_signature", "413 too_large"],
      ...["400 missing_title", "400 invalid_json", "200", "201"],
    ]);
    expect(log.map(({ status, error }) => ({ status, error }))).toEqual(
      answers.map(({ status, body }) => ({ status, error: body.error ?? null })),
    );
    expect(log.map(({ issue }) => issue)).toEqual(answers.map(({ body }) => body.issue ?? null));
    expect(log.map(({ duplicate }) => duplicate)).toEqual(answers.map(({ status }) => status === 200));
    const times = log.map(({ at }) => at);
    for (const at of times) expect(at).toMatch(TIMESTAMP);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("deliveries of one millisecond are listed in the order they came", async () => {
    world.clock.frozenAt = Date.now() + world.clock.offset;
    try {
      const ids: string[] = [];
      for (let n = 0; n < 6; n++) {
        await hook.deliver(n % 2 === 0 ? { title: "T", external_id: "1" } : {});
        const entries = await hook.log(n + 1);
        ids.unshift(...entries.map(({ id }) => id).filter((id) => !ids.includes(id)));
      }
      expect((await hook.log(6)).map(({ id }) => id)).toEqual(ids);
    } finally {
      world.clock.frozenAt = null;
    }
  });

  test("it is paged with a sealed cursor that belongs to this list alone", async () => {
    for (let i = 0; i < 5; i++) {
      await hook.deliver({ title: `T${i}` });
      later();
    }
    const all = await hook.log(5);
    const page = (query: string) => ask(world, world.admin, "GET", `${base}?${query}`);
    const first = await page("limit=2");
    const cursor = first.body.next_cursor;
    await hook.deliver({ title: "Meanwhile" });
    const second = await page(`limit=2&cursor=${cursor}`);
    const third = await page(`limit=2&cursor=${second.body.next_cursor}`);
    expect([first, second, third].flatMap(({ body }) => body.data)).toEqual(all);
    expect(third.body.next_cursor).toBeNull();
    for (const bad of [`${cursor}x`, `x${cursor.slice(1)}`, "x", "", `${cursor}=`]) {
      expect(outcomeOf(await page(`limit=2&cursor=${bad}`))).toBe("400 invalid_cursor");
    }
    const other = await openHook(world);
    const elsewhere = await ask(world, world.admin, "GET", `/apps/${other.app.id}/webhook/deliveries?cursor=${cursor}`);
    expect(outcomeOf(elsewhere)).toBe("400 invalid_cursor");
    expect(outcomeOf(await ask(world, world.admin, "GET", `/issues?cursor=${cursor}`))).toBe("400 invalid_cursor");
    for (const limit of ["0", "201", "x", "-1"]) {
      expect(outcomeOf(await page(`limit=${limit}`))).toBe("400 invalid_request");
    }
  });

  test("only an admin of the app sees it, and sees no other app's", async () => {
    await hook.deliver({ title: "T" });
    const [{ id }] = await hook.log(1);
    const other = await openHook(world);
    const scoped = await world.key("admin", [other.app.id]);
    for (const path of [base, `${base}/${id}`]) {
      for (const key of [world.tester, world.viewer]) {
        expect(outcomeOf(await ask(world, key, "GET", path))).toBe("403 forbidden");
      }
      expect(outcomeOf(await ask(world, scoped, "GET", path))).toBe("404 not_found");
    }
    const elsewhere = `/apps/${other.app.id}/webhook/deliveries/${id}`;
    for (const [method, path] of [
      ["GET", elsewhere],
      ["POST", `${elsewhere}/replay`],
    ] as const) {
      expect(outcomeOf(await ask(world, world.admin, method, path))).toBe("404 not_found");
    }
  });

  test.each<[string, string | Buffer, string, string]>([
    ["JSON as it was written", ' {"title" : "T",\t"n":1.0}\r\n', "utf8", ' {"title" : "T",\t"n":1.0}\r\n'],
    ["text that is no JSON", "no JSON é 😀", "utf8", "no JSON é 😀"],
    ["a byte order mark", '\ufeff{"title":"T"}', "utf8", '\ufeff{"title":"T"}'],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), "base64", "e//+fQ=="],
    ["NUL bytes", "a\0b", "base64", "YQBi"],
  ])("the body is kept byte for byte: %s", async (_sentence, body, encoding, kept) => {
    await hook.deliver(body, { "content-type": "text/x-test", "user-agent": "Tool/1.0" });
    const [{ id }] = await hook.log(1);
    const entry = await hook.entry(id);
    expect(entry).toMatchObject({ encoding, body: kept });
    expect(entry.headers).toMatchObject({ "content-type": "text/x-test", "user-agent": "Tool/1.0" });
  });

  test("a payload larger than an issue's text is kept whole", async () => {
    const description = "x".repeat(1_000_000);
    await hook.raised({ title: "T", description });
    const [{ id }] = await hook.log(1);
    expect(JSON.parse((await hook.entry(id)).body)).toEqual({ title: "T", description });
  });

  test("a body that was too large was not read, and is not kept", async () => {
    await hook.deliver(" ".repeat(1_048_577));
    const [{ id }] = await hook.log(1);
    expect(await hook.entry(id)).toMatchObject({ status: 413, encoding: "none", body: null });
  });

  test("an app back in testing keeps its log in sight", async () => {
    await hook.deliver({ title: "T" });
    await hook.setMode("testing");
    expect(await dataOf(world, "GET", base)).toHaveLength(1);
  });

  test("a delivery that is not there: 404", async () => {
    for (const id of ["dlv_0", "x", "%00", hook.app.id]) {
      expectError(await ask(world, world.admin, "GET", `${base}/${id}`), 404, "not_found");
    }
  });
});
