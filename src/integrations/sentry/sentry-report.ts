// What Sentry reports, whichever way it does: the error, and the thing in Sentry that it is about.

import { Fault } from "../../domain/fault.ts";
import { MAX_NAME } from "../../domain/limits.ts";
import { httpLink } from "../../domain/report/http-link.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { oneLine } from "../../lib/text/text.ts";
import { type ErrorReport, placesOf } from "../toolkit/error-report.ts";

type Payload = Record<string, unknown>;

/** Throws `invalid_request`. */
export function fromIssue(payload: Payload): ErrorReport {
  const issue = fieldAt(payload, "data", "issue");
  return {
    item: itemOf("data.issue.id", textAt(issue, "id"), textAt(issue, "shortId"), [
      textAt(issue, "web_url"),
      textAt(issue, "permalink"),
    ]),
    title: textAt(issue, "title"),
    description: textAt(issue, "culprit"),
    severity: [textAt(issue, "level"), textAt(issue, "priority")],
    platforms: [textAt(issue, "project", "platform"), textAt(issue, "platform")],
    project: textAt(issue, "project", "slug") || textAt(issue, "project", "name"),
  };
}

/** An event because of which an alert was sent: it belongs to an issue. Throws `invalid_request`. */
export function fromEvent(payload: Payload): ErrorReport {
  const event = fieldAt(payload, "data", "event");
  const rule = textAt(payload, "data", "triggered_rule");
  const culprit = textAt(event, "culprit") || textAt(event, "location");
  return {
    item: itemOf("data.event.issue_id", textAt(event, "issue_id"), "", [textAt(event, "web_url")]),
    title: textAt(event, "title") || textAt(event, "message"),
    description: [culprit, rule === "" ? "" : `Alert: ${rule}`].filter((part) => part !== "").join("\n\n"),
    severity: [textAt(event, "level")],
    platforms: placesOf(event),
    project: textAt(event, "project_slug"),
  };
}

/** Throws `invalid_request`. */
export function fromAlert(payload: Payload): ErrorReport {
  const data = fieldAt(payload, "data");
  const identifier = textAt(data, "metric_alert", "identifier") || textAt(data, "metric_alert", "id");
  const item = itemOf("data.metric_alert.identifier", identifier, identifier, [textAt(data, "web_url")]);
  const projects = fieldAt(data, "metric_alert", "projects");
  return {
    // Numbered apart from issues.
    item: { ...item, externalId: `metric_alert:${item.externalId}` },
    title: textAt(data, "description_title") || textAt(data, "metric_alert", "title"),
    description: textAt(data, "description_text"),
    severity: [textAt(payload, "action")],
    platforms: [],
    project: Array.isArray(projects) ? textAt(projects, "0") : "",
  };
}

/** The old hook of a project, which can't sign. Throws `invalid_request`. */
export function fromOldHook(payload: Payload): ErrorReport {
  const event = fieldAt(payload, "event");
  return {
    item: itemOf("id", textAt(payload, "id"), "", [textAt(payload, "url")]),
    title: [textAt(payload, "message"), textAt(event, "title"), textAt(payload, "culprit")].find(isSaid) ?? "",
    description: textAt(payload, "culprit"),
    severity: [textAt(payload, "level"), textAt(event, "level")],
    platforms: placesOf(event),
    project: textAt(payload, "project_slug") || textAt(payload, "project"),
  };
}

const MAX_ID = 200;

function itemOf(field: string, id: string, name: string, links: string[]): ErrorReport["item"] {
  const plain = oneLine(id);
  if (plain === "") throw new Fault("invalid_request", `${field}: expected Sentry's id.`);
  return {
    externalId: plain.length <= MAX_ID ? plain : sha256(plain),
    name: oneLine(name).slice(0, MAX_NAME).toWellFormed() || null,
    url: links.map((link) => httpLink(link)).find((link) => link !== null) ?? null,
  };
}

function isSaid(text: string): boolean {
  return text.trim() !== "";
}
