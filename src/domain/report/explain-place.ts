// Says for a preview where the place of a report came from; only for what is looked for at all.
import { type DeliveryReading, type FieldReading, nothingAt, reading, shown } from "./field-reading.ts";
import type { PlacedReport } from "./report-place.ts";

export function explainPlace(delivery: DeliveryReading, placed: PlacedReport): FieldReading[] {
  const { candidates } = delivery.reader;
  const fields: FieldReading[] = [];
  if (candidates.check.length > 0) fields.push(checkField(delivery, placed));
  if (candidates.section.length > 0 || (delivery.app.defaultSection ?? null) !== null)
    fields.push(sectionField(delivery, placed));
  return fields;
}

function checkField(delivery: DeliveryReading, { check, similar }: PlacedReport): FieldReading {
  const found = delivery.readings.check;
  if (check !== null) return reading(delivery, "check", { value: `${check.ref} ${check.title}`, found });
  if (found === null) return reading(delivery, "check", { value: null, found, why: nothingAt(delivery, "check") });
  const why =
    similar > 0
      ? `${similar} checks are called ${shown(found)}, so it is ignored: map a section that decides, or a ref.`
      : `No check of the app has ${shown(found)} as its ref or exact title, so it is ignored.`;
  return reading(delivery, "check", { value: null, found, why });
}

function sectionField(delivery: DeliveryReading, { check, section, isDefault }: PlacedReport): FieldReading {
  const found = delivery.readings.section;
  const isLookedFor = delivery.reader.candidates.section.length > 0;
  if (check !== null) {
    return reading(delivery, "section", {
      value: null,
      found,
      why: "The issue is on a check, whose section it is in.",
    });
  }
  if (section !== null && !isDefault) return reading(delivery, "section", { value: section.title, found });
  const why = [
    isLookedFor && found === null ? nothingAt(delivery, "section") : null,
    found === null
      ? null
      : `No section of the app, or more than one, has ${shown(found)} as its ref or exact title, so it is ignored.`,
    isDefault ? "The default section applies." : "No default is set.",
  ];
  const said = why.filter((sentence) => sentence !== null).join(" ");
  const shownField = reading(delivery, "section", { value: section?.title ?? null, found, why: said });
  return isDefault ? { ...shownField, from: "default", expression: null, alternative: null } : shownField;
}
