// What tells deliveries of the same thing from others.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dedupeKeyOf, keyOfKept, keyToKeep } from "../../../../src/domain/report/dedupe-key.ts";
import { beginning } from "../../../../src/lib/text/text.ts";

const source = fc.option(
  fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 64 }),
      fc.string({ minLength: 60, maxLength: 70 }),
      fc.constantFrom(...[62, 63, 64, 65].flatMap((length) => ["a".repeat(length), `${"a".repeat(length)}…`])),
    )
    .filter((text) => !text.includes("\n")),
  { nil: null },
);
const externalId = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.string({ unit: "grapheme", minLength: 60, maxLength: 300 }),
);

describe("the key of a delivery", () => {
  test("spells out the source and the id", () => {
    expect(dedupeKeyOf("sentry", "4711")).toBe("sentry\n4711");
    expect(dedupeKeyOf(null, "4711")).toBe("\n4711");
  });

  test("is none without an id", () => {
    expect(dedupeKeyOf("sentry", null)).toBeNull();
  });

  test("is a hash for an id of more than 200 bytes", () => {
    expect(dedupeKeyOf("s", "x".repeat(200))).toBe(`s\n${"x".repeat(200)}`);
    for (const long of ["x".repeat(201), "ü".repeat(101), "😀".repeat(51), "x".repeat(1_000_000)]) {
      expect(dedupeKeyOf("s", long)).toMatch(/^[\w-]{43}$/);
    }
  });

  test("is the same for the same source and id, and for no others", () => {
    fc.assert(
      fc.property(source, externalId, source, externalId, (source, id, otherSource, otherId) => {
        const isSame = source === otherSource && id === otherId;
        expect(dedupeKeyOf(source, id) === dedupeKeyOf(otherSource, otherId)).toBe(isSame);
        expect(dedupeKeyOf(source, id)).toBe(dedupeKeyOf(source, id));
      }),
    );
  });

  test("is known again from what is kept of an issue, of an id that was cut too", () => {
    fc.assert(
      fc.property(source, externalId, fc.nat(300), (source, id, more) => {
        const whole = id + "+".repeat(more);
        const dedupeKey = dedupeKeyOf(source, whole);
        const shown = source === null ? null : beginning(source, 64);
        const webhook = { source: shown, externalId: whole.length > 250 ? whole.slice(0, 250) : whole, link: null };
        expect(keyOfKept(webhook, keyToKeep({ webhook, dedupeKey }))).toBe(dedupeKey);
      }),
    );
    expect(keyOfKept(null, null)).toBeNull();
    expect(keyToKeep({ webhook: null, dedupeKey: null })).toBeNull();
  });
});
