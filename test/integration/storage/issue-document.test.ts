// An issue's document: the JSON that is kept says all of the issue, whatever its texts hold.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Issue } from "../../../src/domain/issues/issue.ts";
import { dedupeKeyOf, keyToKeep } from "../../../src/domain/report/dedupe-key.ts";
import { fromDocument, toDocument } from "../../../src/storage/issues/issue-document.ts";

const text = fc.string({ unit: "binary", maxLength: 60 });
/** Some of them longer than a key spells out. */
const id = fc.oneof(text, fc.string({ unit: "binary", minLength: 150, maxLength: 250 }));
const at = fc.integer({ min: 0, max: 4_000_000_000_000 });
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
const texts = fc.array(text, { maxLength: 3 });

const fields = fc.record({
  id: text,
  appId: text,
  number: fc.nat(),
  checkId: maybe(text),
  sectionId: maybe(text),
  text,
  platforms: texts,
  status: fc.constantFrom("open", "fixed"),
  priority: maybe(fc.constantFrom("low", "high")),
  via: maybe(fc.constantFrom("api", "webhook")),
  raisedBy: text,
  raisedAt: at,
  reporter: maybe(fc.record({ name: text, email: text })),
  editedBy: maybe(text),
  editedAt: maybe(at),
  fixedBy: maybe(text),
  fixedAt: maybe(at),
  fixedRevision: maybe(fc.nat()),
  fixedOn: fc.array(fc.record({ platform: text, fixedBy: text, fixedAt: at, pullRequest: fc.constant(null) }), {
    maxLength: 2,
  }),
  stillOpenOn: texts,
  webhook: maybe(
    fc.record({
      source: maybe(text),
      externalId: maybe(id),
      link: maybe(text),
      deliveries: fc.integer({ min: 1 }),
      lastDeliveryAt: at,
    }),
  ),
  assignees: texts,
  confirmedFixedBy: maybe(text),
  confirmedFixedAt: maybe(at),
  tracker: maybe(fc.record({ shortId: text, url: text })),
  attachments: fc.constant([] as Issue["attachments"]),
});
const issues = fields.map(
  (issue) =>
    ({ ...issue, dedupeKey: dedupeKeyOf(issue.webhook?.source ?? null, issue.webhook?.externalId ?? null) }) as Issue,
);

test("an issue that is written and read again is the same", () => {
  fc.assert(
    fc.property(issues, (issue) => {
      const repeats = issue.webhook === null ? 0 : issue.webhook.deliveries - 1;
      const keys = { ...issue, repeats, repeatedAt: issue.webhook?.lastDeliveryAt ?? null };
      expect(fromDocument({ ...keys, dedupeKey: keyToKeep(issue) }, toDocument(issue))).toEqual(issue);
    }),
  );
});

test("the document is JSON without a space, in the order of the answer", () => {
  fc.assert(
    fc.property(issues, (issue) => {
      const document = toDocument(issue);
      const kept = JSON.parse(document);
      expect(JSON.stringify(kept)).toBe(document);
      expect(Object.keys(kept).slice(0, 4)).toEqual(["text", "platforms", "all_platforms", "status"]);
      expect(kept.all_platforms).toBe(issue.platforms.length === 0);
    }),
  );
});
