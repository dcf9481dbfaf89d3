// How one field of a report was found, for a preview: the value, where it stood, and a sentence if it is not used as it stands.
import { quote } from "../../lib/text/text.ts";
import { type Expression, pathsOf } from "../mapping/expression.ts";
import { pathsTaken } from "../mapping/mapping.ts";
import { type Payload, valueAt } from "../mapping/value-at-path.ts";
import type { ReportReader } from "./compiled-reader.ts";
import type { ReportField } from "./preset.ts";
import type { FoundValue, Readings, UsableFields } from "./read-fields.ts";
import type { ReportTarget } from "./report-defaults.ts";

export interface FieldReading {
  field:
    | "title"
    | "description"
    | "url"
    | "link"
    | "external_id"
    | "priority"
    | "platforms"
    | "reporter"
    | "source"
    | "recovered"
    | "check"
    | "section";
  /** The value as it is used; null when there is none. */
  value: string | string[] | null;
  from: "mapping" | "preset" | "native" | "default" | null;
  /** The expression that found something, and which alternative of it did; for a template the paths that filled it. */
  expression: string | null;
  alternative: string | null;
  /** A sentence if nothing was found, or if what was found isn't used as it is. */
  why: string | null;
}

/** What was found in one delivery, field by field. */
export interface DeliveryReading {
  reader: ReportReader;
  payload: Payload;
  app: ReportTarget;
  readings: Readings;
  used: UsableFields;
}

export type FieldFound = FoundValue<string | string[]> | null;
export type ReadingValue = FieldReading["value"];

export function reading(
  { payload }: DeliveryReading,
  field: FieldReading["field"],
  { value, found, why = null }: { value: ReadingValue; found: FieldFound; why?: string | null },
): FieldReading {
  return {
    field,
    value,
    from: found?.candidate.from ?? null,
    expression: found?.candidate.expression.text ?? null,
    alternative: found === null ? null : alternativeOf(found, payload),
    why,
  };
}

/** The path that supplied a value; for `{a|b} in {c}` the path of each placeholder that had one, as in `b, c`. */
function alternativeOf({ path, candidate }: FoundValue<string | string[]>, payload: Payload): string | null {
  if (candidate.expression.kind === "template") return pathsTaken(candidate.expression, payload).join(", ");
  return path?.text ?? null;
}

export function byDefault(
  delivery: DeliveryReading,
  field: FieldReading["field"],
  value: ReadingValue,
  why: string,
): FieldReading {
  const none = value === null || value.length === 0;
  return { ...reading(delivery, field, { value, found: null, why }), from: none ? null : "default" };
}

export function shown(found: FoundValue<string | string[]>): string {
  return quote(typeof found.value === "string" ? found.value : found.value.join(", "));
}

/** Names the places that were searched, and what was there that is no text. */
export function nothingAt({ reader, payload }: DeliveryReading, field: ReportField): string {
  const expressions = reader.candidates[field].map(({ expression }) => expression);
  const places = new Set(expressions.map(({ text }) => quote(text)));
  const strange = new Set(expressions.flatMap((expression) => strangers(payload, expression)));
  return [`Nothing at ${[...places].join(", nor at ")}.`, ...[...strange].slice(0, 3)].join(" ");
}

function strangers(payload: Payload, expression: Expression): string[] {
  return pathsOf(expression).flatMap((path) => {
    const kind = kindOf(valueAt(payload, path));
    return kind === null ? [] : [`${quote(path.text)} holds ${kind}, which is not text.`];
  });
}

function kindOf(value: unknown): string | null {
  if (value === undefined) return null;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "only space";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${String(value)}`;
}
