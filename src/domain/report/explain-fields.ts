// Says for a preview where each field of a report came from, and why one has no value or not the value that was sent.
import { beginning, codePoints, quote } from "../../lib/text/text.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { MAX_LINK, MAX_SOURCE, MAX_URL } from "../limits.ts";
import {
  byDefault,
  type DeliveryReading,
  type FieldFound,
  type FieldReading,
  nothingAt,
  type ReadingValue,
  reading,
  shown,
} from "./field-reading.ts";
import { hasMoreLines } from "./issue-text.ts";
import { readRecovery } from "./recovery.ts";
import { platformsFor, priorityFor } from "./report-defaults.ts";

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

/** The link's reading; it says so if the address was cut. */
function urlField(delivery: DeliveryReading): FieldReading {
  const { used, readings } = delivery;
  const isCut = readings.url !== null && used.url !== null && codePoints(readings.url.value.trim(), MAX_URL) > MAX_URL;
  const field = plainField(delivery, "url", { value: used.url, found: readings.url, fault: "is blank" });
  return isCut ? { ...field, why: "It is longer than 2,048 characters, so it is cut." } : field;
}

interface PlainReading {
  value: ReadingValue;
  found: FieldFound;
  /** Why a value that was found isn't used. */
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
