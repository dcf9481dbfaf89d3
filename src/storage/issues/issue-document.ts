// An issue's fields as they are kept: the very JSON that an answer carries, without what can be renamed around it
// (the app, the check). A page of issues is put together from these texts without taking them apart.

import type { Issue, PlatformFix, WebhookReport } from "../../domain/issues/issue.ts";
import type { TermSource } from "../../domain/issues/search-terms.ts";
import { keyOfKept } from "../../domain/report/dedupe-key.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";

/** The fields of the row that stand beside the document; of the dedupe key what `keyToKeep` says. */
export interface IssueKeys extends Pick<Issue, "id" | "appId" | "number" | "checkId" | "fixedRevision" | "dedupeKey"> {
  repeats: number;
  repeatedAt: number | null;
}

export type IssueRow = IssueKeys & { document: string };

export const ISSUE_ROW: Record<keyof IssueRow, string> = {
  id: "id",
  appId: "app_id",
  number: "number",
  checkId: "check_id",
  fixedRevision: "fixed_revision",
  dedupeKey: "dedupe_key",
  repeats: "repeats",
  repeatedAt: "repeated_at",
  document: "document",
};

/** Written field by field: stringifying the whole object takes twice as long, and most fields are empty. */
export function toDocument(issue: Issue): string {
  return (
    `{"text":${JSON.stringify(issue.text)}` +
    `,"platforms":${list(issue.platforms)}` +
    `,"all_platforms":${issue.platforms.length === 0}` +
    `,"status":${JSON.stringify(issue.status)}` +
    `,"raised_by":${JSON.stringify(issue.raisedBy)}` +
    `,"raised_at":"${isoTime(issue.raisedAt)}"` +
    `,"reporter":${valueOrNull(issue.reporter)}` +
    `,"via":${valueOrNull(issue.via)}` +
    `,"edited_by":${valueOrNull(issue.editedBy)}` +
    `,"edited_at":${valueOrNull(isoTimeOrNull(issue.editedAt))}` +
    `,"fixed_by":${valueOrNull(issue.fixedBy)}` +
    `,"fixed_at":${valueOrNull(isoTimeOrNull(issue.fixedAt))}` +
    `,"fixed_on":${list(issue.fixedOn.map(fixFields))}` +
    `,"still_open_on":${list(issue.stillOpenOn)}` +
    `,"webhook":${valueOrNull(issue.webhook && webhookFields(issue.webhook))}` +
    `,"section_id":${valueOrNull(issue.sectionId)}` +
    `,"priority":${valueOrNull(issue.priority)}` +
    `,"assignees":${list(issue.assignees)}` +
    `,"confirmed_fixed_by":${valueOrNull(issue.confirmedFixedBy)}` +
    `,"confirmed_fixed_at":${valueOrNull(isoTimeOrNull(issue.confirmedFixedAt))}` +
    `,"tracker":${valueOrNull(issue.tracker && { short_id: issue.tracker.shortId, url: issue.tracker.url })}` +
    `,"attachments":${list(issue.attachments)}}`
  );
}

function fixFields({ platform, fixedBy, fixedAt, pullRequest }: PlatformFix) {
  return { platform, fixed_by: fixedBy, fixed_at: isoTime(fixedAt), pull_request: pullRequest };
}

function webhookFields({ source, externalId, link }: NonNullable<Issue["webhook"]>) {
  return { source, external_id: externalId, link };
}

function list(values: readonly unknown[]): string {
  return values.length === 0 ? "[]" : JSON.stringify(values);
}

function valueOrNull(value: unknown): string {
  return value === null ? "null" : JSON.stringify(value);
}

export function fromDocument(keys: IssueKeys, document: string): Issue {
  const kept = JSON.parse(document);
  const raisedAt = Date.parse(kept.raised_at);
  const webhook: WebhookReport | null = kept.webhook && {
    source: kept.webhook.source,
    externalId: kept.webhook.external_id,
    link: kept.webhook.link,
    deliveries: 1 + keys.repeats,
    lastDeliveryAt: keys.repeatedAt ?? raisedAt,
  };
  // Field by field: with a spread in front, an object of this size is made, and copied, ten times as slowly.
  return {
    id: keys.id,
    appId: keys.appId,
    number: keys.number,
    checkId: keys.checkId,
    fixedRevision: keys.fixedRevision,
    dedupeKey: keyOfKept(webhook, keys.dedupeKey),
    sectionId: kept.section_id,
    text: kept.text,
    platforms: kept.platforms,
    status: kept.status,
    priority: kept.priority,
    via: kept.via,
    raisedBy: kept.raised_by,
    raisedAt,
    reporter: kept.reporter,
    editedBy: kept.edited_by,
    editedAt: parsedOrNull(kept.edited_at),
    fixedBy: kept.fixed_by,
    fixedAt: parsedOrNull(kept.fixed_at),
    fixedOn: kept.fixed_on.map(
      (fix: { platform: string; fixed_by: string; fixed_at: string; pull_request: PlatformFix["pullRequest"] }) => ({
        platform: fix.platform,
        fixedBy: fix.fixed_by,
        fixedAt: Date.parse(fix.fixed_at),
        pullRequest: fix.pull_request,
      }),
    ),
    stillOpenOn: kept.still_open_on,
    webhook,
    assignees: kept.assignees,
    confirmedFixedBy: kept.confirmed_fixed_by,
    confirmedFixedAt: parsedOrNull(kept.confirmed_fixed_at),
    tracker: kept.tracker && { shortId: kept.tracker.short_id, url: kept.tracker.url },
    attachments: kept.attachments,
  };
}

/**
 * The document with how often its webhook has reported it: that changes with each delivery, and stands in columns of its
 * own. Inside a text quotes would be escaped, so the names can only be the fields themselves.
 */
export function withDeliveries(document: string, { repeats, repeatedAt }: Pick<IssueKeys, "repeats" | "repeatedAt">) {
  const start = document.indexOf(',"webhook":{');
  if (start === -1) return document;
  const end = document.indexOf('},"section_id":', start);
  const last = repeatedAt === null ? raisedAtIn(document) : isoTime(repeatedAt);
  return `${document.slice(0, end)},"deliveries":${1 + repeats},"last_delivery_at":"${last}"${document.slice(end)}`;
}

const RAISED_AT = ',"raised_at":"';

function raisedAtIn(document: string): string {
  const start = document.indexOf(RAISED_AT) + RAISED_AT.length;
  return document.slice(start, document.indexOf('"', start));
}

/** The parts of an issue by which it can be found. */
export function termSource(checkId: string | null, document: string): TermSource {
  const { text, status, priority, via, platforms, section_id: sectionId, assignees } = JSON.parse(document);
  return { text, status, priority, via, platforms, checkId, sectionId, assignees };
}

function parsedOrNull(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
