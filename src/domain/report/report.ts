// What a delivered payload reports: the issue to raise. Wrong types are passed over, never thrown.
import { beginning } from "../../lib/text/text.ts";
import type { Priority, Reporter } from "../issues/issue.ts";
import { MAX_EXTERNAL_ID, MAX_SOURCE } from "../limits.ts";
import { readText } from "../mapping/mapping.ts";
import { type Payload, payloadOf } from "../mapping/value-at-path.ts";
import { lookUp } from "../mapping/words.ts";
import type { ReportReader } from "./compiled-reader.ts";
import { dedupeKeyOf, formerKeyOf } from "./dedupe-key.ts";
import { explainFields } from "./explain-fields.ts";
import { explainPlace } from "./explain-place.ts";
import type { FieldReading } from "./field-reading.ts";
import { composeText } from "./issue-text.ts";
import { readAll, type UsableFields, use } from "./read-fields.ts";
import { type Recoveries, type RecoveryRule, readRecovery } from "./recovery.ts";
import { platformsFor, priorityFor, type ReportTarget } from "./report-defaults.ts";
import type { PlacedReport, ReportPlace } from "./report-place.ts";

export interface Report {
  /** The first line of the text. */
  title: string;
  text: string;
  /** Codes of platforms; empty means every platform. */
  platforms: string[];
  priority: Priority | null;
  reporter: Reporter | null;
  /** The tool's name, as much of it as is shown. */
  source: string | null;
  /** The part of the tool's own id that is stored. */
  externalId: string | null;
  link: string | null;
  /** Tells further deliveries of the same thing, by the whole name of the tool and the whole id; null without an id. */
  dedupeKey: string | null;
  /** The key that the first version of Retest gave such issues; null if it is the same. */
  formerKey: string | null;
  /** How to handle a report of a recovery; null for any other report. */
  recovery: RecoveryRule | null;
  place: ReportPlace;
}

export interface Reported {
  /** Null when it is to be ignored, or has neither a title nor a description to take one from. */
  report: Report | null;
  /** How each field was found, for a preview; computed only when read. */
  readonly fields: FieldReading[];
  /** How the place was read; called once it was looked up in the runbook. */
  placeFields(placed: PlacedReport): FieldReading[];
  /** Whether it reports a recovery, whatever the webhook does with one; previews show it. */
  readonly isRecovery: boolean;
  /** Whether the message reports nothing: a ping, or the handshake of a subscription. */
  isIgnored: boolean;
}

/** What a payload reports that is read as one. */
export function toReport(
  reader: ReportReader,
  root: Record<string, unknown>,
  app: ReportTarget,
  recoveries: Recoveries = "raise",
): Reported {
  return reportIn(reader, payloadOf(root), app, recoveries);
}

/** Reads a payload. Recoveries aren't looked for where the webhook raises them as issues like all others. */
export function reportIn(reader: ReportReader, payload: Payload, app: ReportTarget, recoveries: Recoveries): Reported {
  const readings = readAll(reader, payload);
  const used = use(reader, readings, app.platforms);
  const isIgnored = meansNothing(reader, payload);
  const isRecovery = () => readRecovery(reader, payload, used.title).isRecovery;
  const recovery = recoveries !== "raise" && isRecovery() ? recoveries : null;
  const delivery = { reader, payload, app, readings, used };
  return {
    report: isIgnored || used.title === null ? null : reportOf(used.title, used, app, recovery),
    get fields() {
      return explainFields(delivery);
    },
    placeFields: (placed) => explainPlace(delivery, placed),
    get isRecovery() {
      return isRecovery();
    },
    isIgnored,
  };
}

function meansNothing({ ignored, words }: ReportReader, payload: Payload): boolean {
  const kind = ignored === null ? undefined : readText(ignored, payload);
  return kind !== undefined && lookUp(words.ignored, kind.value) === true;
}

function reportOf(title: string, used: UsableFields, app: ReportTarget, recovery: RecoveryRule | null): Report {
  const { externalId } = used;
  return {
    title,
    text: composeText(title, used.description, used.url),
    platforms: platformsFor(used.platforms, app),
    priority: priorityFor(used.priority, app),
    reporter: used.reporter,
    source: used.source === null ? null : beginning(used.source, MAX_SOURCE),
    externalId: externalId === null ? null : externalId.slice(0, MAX_EXTERNAL_ID).toWellFormed(),
    link: used.link,
    dedupeKey: dedupeKeyOf(used.source, externalId),
    formerKey: formerKeyOf(used.source, externalId),
    recovery,
    place: { check: used.check, section: used.section, defaultSection: app.defaultSection ?? null },
  };
}
