// Says for a preview where each field of a report came from, and why one has no value or not the value that was sent.
import { beginning, codePoints, quote } from "../../lib/text/text.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { MAX_LINK, MAX_SOURCE, MAX_URL } from "../limits.ts";
import { type Expression, pathsOf } from "../mapping/expression.ts";
import { pathsTaken } from "../mapping/mapping.ts";
import { type Payload, valueAt } from "../mapping/value-at-path.ts";
import type { ReportReader } from "./compiled-reader.ts";
import { hasMoreLines } from "./issue-text.ts";
import type { ReportField } from "./preset.ts";
import type { FoundValue, Readings, UsableFields } from "./read-fields.ts";
import { readRecovery } from "./recovery.ts";
import { platformsFor, priorityFor, type ReportTarget } from "./report-defaults.ts";

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
    | "recovered";
  /** As used; null when there is none. */
  value: string | string[] | null;
  from: "mapping" | "preset" | "native" | "default" | null;
  /** The expression that found something, and which alternative of it did; for a template the paths that filled it. */
  expression: string | null;
  alternative: string | null;
  /** A sentence when nothing was found, or when what was found is not used as it stands. */
  why: string | null;
}

/** One delivery, read. */
export interface DeliveryReading {
  reader: ReportReader;
  payload: Payload;
  app: ReportTarget;
  readings: Readings;
  used: UsableFields;
}

type Found = FoundValue<string | string[]> | null;
type Value = FieldReading["value"];

export function explainFields(delivery: DeliveryReading): FieldReading[] {
  const { used, readings } = delivery;
  return [
    titleField(delivery),
    descriptionField(delivery),
    urlField(delivery),
    plainField(delivery, "link", { value: used.link, found: readings.link, fault: NO_LINK }),
    plainField(delivery, "external_id", { value: used.externalId, found: readings.externalId, fault: "is blank" }),
    priorityField(delivery),
    platformsField(delivery),
    reporterField(delivery),
    sourceField(delivery),
    recoveredField(delivery),
  ];
}

const NO_LINK = `is not an http or https address of at most ${thousands(MAX_LINK)} characters, so it is left out`;

function titleField(delivery: DeliveryReading): FieldReading {
  const { title, description } = delivery.readings;
  if (title !== null) return reading(delivery, "title", { value: delivery.used.title, found: title });
  const then =
    description === null
      ? "There is no description to take a title from either."
      : "It is the description's first line.";
  return reading(delivery, "title", {
    value: delivery.used.title,
    found: description,
    why: `${nothingAt(delivery, "title")} ${then}`,
  });
}

function descriptionField(delivery: DeliveryReading): FieldReading {
  const { title, description: found } = delivery.readings;
  const text = delivery.used.description;
  const isLonger = title !== null && hasMoreLines(title.value);
  const why = isLonger
    ? "The title has several lines: all but the first are put at the start of the description."
    : null;
  if (text !== "") return reading(delivery, "description", { value: text, found: found ?? title, why });
  return reading(delivery, "description", {
    value: null,
    found,
    why: found === null ? nothingAt(delivery, "description") : "All of it is the title.",
  });
}

/** Of an address that is cut it says so. */
function urlField(delivery: DeliveryReading): FieldReading {
  const { used, readings } = delivery;
  const isCut = readings.url !== null && used.url !== null && codePoints(readings.url.value.trim(), MAX_URL) > MAX_URL;
  const field = plainField(delivery, "url", { value: used.url, found: readings.url, fault: "is blank" });
  return isCut ? { ...field, why: "It is longer than 2,048 characters, so it is cut." } : field;
}

interface PlainReading {
  value: Value;
  found: Found;
  /** What is wrong with a value that was found and is not used. */
  fault: string;
}

function plainField(
  delivery: DeliveryReading,
  field: "url" | "link" | "external_id",
  { value, found, fault }: PlainReading,
) {
  if (value !== null) return reading(delivery, field, { value, found });
  return reading(delivery, field, {
    value: null,
    found,
    why: found === null ? nothingAt(delivery, field) : `${shown(found)} ${fault}.`,
  });
}

function priorityField(delivery: DeliveryReading): FieldReading {
  const found = delivery.readings.priority;
  const value = priorityFor(delivery.used.priority, delivery.app);
  if (delivery.used.priority !== null) return reading(delivery, "priority", { value, found });
  const why = found === null ? nothingAt(delivery, "priority") : `${shown(found)} is not a priority.`;
  return byDefault(
    delivery,
    "priority",
    value,
    `${why} ${value === null ? "No default is set." : "The default applies."}`,
  );
}

function platformsField(delivery: DeliveryReading): FieldReading {
  const { used, readings, app } = delivery;
  const value = platformsFor(used.platforms, app);
  const unknown = used.platforms?.unknown ?? [];
  const strange =
    unknown.length === 0 ? null : `No single platform of the app is called ${unknown.map(quote).join(", ")}.`;
  if (used.platforms !== null && used.platforms.codes.length > 0) {
    return reading(delivery, "platforms", { value, found: readings.platforms, why: strange });
  }
  const then =
    value.length === 0 ? "No default is set, so the issue affects every platform." : "The default platforms apply.";
  return byDefault(delivery, "platforms", value, `${strange ?? nothingAt(delivery, "platforms")} ${then}`);
}

function reporterField(delivery: DeliveryReading): FieldReading {
  const { reporterName, reporterEmail } = delivery.readings;
  const { reporter } = delivery.used;
  if (reporter === null) {
    return reading(delivery, "reporter", {
      value: null,
      found: reporterName,
      why: nothingAt(delivery, "reporter_name"),
    });
  }
  const { name, email } = reporter;
  const dropped = email === undefined && reporterEmail !== null;
  const why = dropped
    ? `${shown(reporterEmail)} is too long for an e-mail address, or has control characters, so it is left out.`
    : null;
  return reading(delivery, "reporter", {
    value: email === undefined ? name : `${name} <${email}>`,
    found: reporterName,
    why,
  });
}

function sourceField(delivery: DeliveryReading): FieldReading {
  const { source } = delivery.used;
  const found = delivery.readings.source;
  if (delivery.reader.source !== null)
    return { ...reading(delivery, "source", { value: source, found: null }), from: "preset" };
  if (source === null) return reading(delivery, "source", { value: null, found, why: nothingAt(delivery, "source") });
  const short = beginning(source, MAX_SOURCE);
  const why = short === source ? null : "Its first 64 characters are shown; all of it is compared.";
  return reading(delivery, "source", { value: short, found, why });
}

/** The word that means it, or the title that does; no value for anything but a recovery. */
function recoveredField(delivery: DeliveryReading): FieldReading {
  const { reader, payload, used, readings } = delivery;
  const { isRecovery, found } = readRecovery(reader, payload, used.title);
  if (found !== null) {
    const why = isRecovery ? null : `${shown(found)} does not mean that it has recovered.`;
    return reading(delivery, "recovered", { value: isRecovery ? found.value : null, found, why });
  }
  if (!isRecovery) {
    return reading(delivery, "recovered", { value: null, found: null, why: nothingAt(delivery, "recovered") });
  }
  const title = readings.title ?? readings.description;
  return reading(delivery, "recovered", { value: used.title, found: title, why: "Its title says so." });
}

function reading(
  { payload }: DeliveryReading,
  field: FieldReading["field"],
  { value, found, why = null }: { value: Value; found: Found; why?: string | null },
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

function byDefault(delivery: DeliveryReading, field: FieldReading["field"], value: Value, why: string): FieldReading {
  const none = value === null || value.length === 0;
  return { ...reading(delivery, field, { value, found: null, why }), from: none ? null : "default" };
}

function shown(found: FoundValue<string | string[]>): string {
  return quote(typeof found.value === "string" ? found.value : found.value.join(", "));
}

/** Names where was looked, and what stood there that is no text. */
function nothingAt({ reader, payload }: DeliveryReading, field: ReportField): string {
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
