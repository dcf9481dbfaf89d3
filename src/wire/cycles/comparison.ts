// Two cycles compared, as it crosses the boundary: the newly failed first.
import * as z from "zod";
import { type ComparedCheck, DIFFERENCES, type DifferenceKind } from "../../domain/cycles/compare-cycles.ts";
import { MAX_COMPARED } from "../../domain/limits.ts";
import { lookupName } from "../../lib/schema/fields.ts";
import { status } from "../fields.ts";

export const CompareQuery = z.strictObject({ with: lookupName });

const named = z.strictObject({ id: z.string(), name: z.string() });
const list = z.array(
  z.strictObject({
    section: z.strictObject({ id: z.string(), title: z.string() }),
    check: z.strictObject({ id: z.string(), ref: z.string(), title: z.string() }),
    platform: z.string(),
    before: status.nullable(),
    now: status.nullable(),
  }),
);
const each = <Schema extends z.ZodType>(schema: Schema) =>
  Object.fromEntries(DIFFERENCES.map((kind) => [kind, schema])) as Record<DifferenceKind, Schema>;

export const ComparisonSchema = z.strictObject({
  cycle: named,
  with: named,
  counts: z.strictObject(each(z.number().int())),
  ...each(list),
});

export function presentComparison(
  { id, name }: { id: string; name: string },
  other: { id: string; name: string },
  lists: Record<DifferenceKind, readonly ComparedCheck[]>,
): string {
  const of = <Value>(present: (rows: readonly ComparedCheck[]) => Value) =>
    Object.fromEntries(DIFFERENCES.map((kind) => [kind, present(lists[kind])])) as Record<DifferenceKind, Value>;
  return JSON.stringify({
    cycle: { id, name },
    with: { id: other.id, name: other.name },
    counts: of((rows) => rows.length),
    ...of((rows) => rows.slice(0, MAX_COMPARED).map(presentCompared)),
  } satisfies z.infer<typeof ComparisonSchema>);
}

function presentCompared({ checkId, platform, ref, title, sectionId, sectionTitle, before, now }: ComparedCheck) {
  const section = { id: sectionId, title: sectionTitle };
  return { section, check: { id: checkId, ref, title }, platform, before, now };
}
