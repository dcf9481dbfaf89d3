// What counts as the same external id, and what does not.
import { beforeEach, describe, expect, test } from "vitest";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

/** Pairs of bodies' ids and sources, as they are written in JSON. */
const APART: [string, string, string][] = [
  ["numbers beyond what a double holds", "9007199254740993", "9007199254740992"],
  ["long numbers that differ in the last digit", "123456789012345678901", "123456789012345678902"],
  ["a leading zero", '"7"', '"07"'],
  ["upper and lower case", '"abc"', '"ABC"'],
  ["a space at the end", '"abc"', '"abc "'],
  ["a letter composed and decomposed", '"\u00e9"', '"e\u0301"'],
  ["zero and none", "0", "null"],
];
const SAME: [string, string, string][] = [
  ["a number and the same digits as text", "123", '"123"'],
  ["a long number and its digits as text", "9007199254740993", '"9007199254740993"'],
  ["an escape and the letter itself", '"\\u0041"', '"A"'],
  ["a NUL, which is left out", '"a\\u0000b"', '"ab"'],
  ["zero", "0", '"0"'],
];
const NO_ID = ['""', '" "', "null", "{}", "[]", '["a"]', "true", "false"];

const body = (id: string, more = "") => `{"title":"T","external_id":${id}${more}}`;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let hook: Hook;
  beforeEach(async () => {
    hook = await openHook(world);
  });

  test.each(APART)("two issues: %s", async (_sentence, one, other) => {
    await hook.raised(body(one));
    await hook.raised(body(other));
    if (one !== "null" && other !== "null") await hook.duplicated(body(other));
    await hook.duplicated(body(one));
  });

  test.each(SAME)("one issue: %s", async (_sentence, one, other) => {
    const { id } = await hook.raised(body(one));
    expect(await hook.duplicated(body(other))).toBe(id);
  });

  test.each(NO_ID)("%s is no external id: each delivery is its own issue", async (id) => {
    for (let i = 0; i < 2; i++) expect((await hook.raised(body(id))).webhook!.external_id).toBeNull();
  });

  test("an id keeps all its digits where it is shown", async () => {
    const shown = async (id: string) => (await hook.raised(body(id))).webhook!.external_id;
    expect(await shown("9007199254740993")).toBe("9007199254740993");
    expect(await shown("-0.12345678901234567890")).toBe("-0.12345678901234567890");
    expect(await shown("42")).toBe("42");
  });

  test.each([255, 256, 3_000, 100_000])(
    "ids of %i characters that differ only at the end are kept apart",
    async (length) => {
      const [one, other] = ["a", "b"].map((end) => JSON.stringify("x".repeat(length - 1) + end));
      const first = await hook.raised(body(one!));
      const second = await hook.raised(body(other!));
      expect(await hook.duplicated(body(one!))).toBe(first.id);
      expect(await hook.duplicated(body(other!))).toBe(second.id);
      if (length <= 4_096) expect(JSON.stringify(second.webhook!.external_id)).toBe(other);
    },
  );

  test("long ids that a template puts together are kept apart by their ends", async () => {
    await hook.configure({ preset: "custom", mapping: { external_id: "{part}-{external_id}" } });
    const [one, other] = ["a", "b"].map((end) => JSON.stringify("x".repeat(5_000) + end));
    const { id } = await hook.raised(body(one!, ',"part":1'));
    await hook.raised(body(other!, ',"part":1'));
    expect(await hook.duplicated(body(one!, ',"part":1'))).toBe(id);
  });

  test("an id of a hundred thousand digits is an id like any other", async () => {
    const digits = "7".repeat(100_000);
    const { id } = await hook.raised(body(digits));
    expect(await hook.duplicated(body(JSON.stringify(digits)))).toBe(id);
    await hook.raised(body(`${digits}8`));
  });

  test('the sources "a" and "A" are two, and no source is one of its own', async () => {
    const of = (source: string) => body('"1"', source);
    const sources = ["", ',"source":"a"', ',"source":"A"', ',"source":"b"'];
    const ids = [];
    for (const source of sources) ids.push((await hook.raised(of(source))).id);
    for (const [i, source] of sources.entries()) expect(await hook.duplicated(of(source))).toBe(ids[i]);
    expect(await hook.duplicated(of(',"source":null'))).toBe(ids[0]);
    expect(await hook.duplicated(of(',"source":" a "'))).toBe(ids[1]);
  });

  test("source and id can't be mistaken for each other", async () => {
    await hook.raised({ title: "T", source: "a", external_id: "b" });
    await hook.raised({ title: "T", source: "b", external_id: "a" });
    await hook.raised({ title: "T", source: 'a","b', external_id: "" });
    await hook.raised({ title: "T", external_id: '["a","b"]' });
    await hook.raised({ title: "T", source: 'a"', external_id: "b" });
  });

  test("the same id on two apps is two issues", async () => {
    const other = await openHook(world);
    await hook.raised(body('"1"'));
    await other.raised(body('"1"'));
  });

  test("issues of the API never stand in a delivery's way", async () => {
    await world.call(world.tester, "POST", "/issues", { app: hook.app.id, text: "T" });
    await hook.raised(body('"1"'));
  });
});
