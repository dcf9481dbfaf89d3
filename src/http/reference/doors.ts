// What the document says about what is not in the table of routes: the webhook's door, what we send, the server itself.
import * as z from "zod";
import { BADGE_PATH } from "../../domain/badge.ts";
import { WEBHOOK_PATH } from "../../domain/webhook-secrets.ts";
import { HealthySchema, ReadySchema } from "../../wire/health.ts";
import { IssueFixedSchema } from "../../wire/notification.ts";
import { DuplicateSchema, NativePayload, RaisedSchema } from "../../wire/receipt.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Family } from "./operation.ts";

export const deliveries: Family = {
  tag: "Deliveries",
  about:
    "What other tools post to an app's webhook. For tools that can only post to a URL: the token in it is the permission, and there is no key.",
  schemas: {
    NativePayload: [
      NativePayload,
      {
        "": "The native shape. Fields of a wrong type are ignored, and so is what is not known.",
        title: "The first line of the issue. Without it the first line of `description` is taken.",
        description: "The rest of the text.",
        platforms:
          "Codes or names of the app's platforms, as a list or with commas; or a word such as ios that fits exactly one. A name that several platforms have means all of them.",
        priority: "One of ours, or a severity, a P1 to P5, a level: see the guide to the webhook.",
        url: "Where it happened; goes below the text.",
        external_id: "The tool's own id: while its issue is open, deliveries with the same id raise nothing.",
        link: "Back to the item in the tool; http or https.",
        source: "A short name of the tool; presets fill it in.",
      },
    ],
    IssueFixed: [
      IssueFixedSchema,
      {
        "": "An issue that came in by the webhook was fixed, or its fix was verified.",
        event: "Also in the header `X-Service-Event`.",
      },
    ],
  },
  operations: {},
};

export const server: Family = {
  tag: "Server",
  about: "For whoever runs the server, or wants to know what it offers.",
  schemas: {},
  operations: {},
};

const SIGNATURE =
  "`sha256=` and the hex HMAC-SHA256 of the exact bytes of the body, keyed with the signing secret. Needed when there is one.";

/** Of what is open to anybody, so many times a minute from one network address. */
const PUBLIC_CODES: Endpoint["codes"] = ["invalid_request", "rate_limited", "internal", "unavailable"];

export const DOORS: readonly Endpoint[] = [
  {
    id: "deliver",
    method: "POST",
    path: `${WEBHOOK_PATH}/:token`,
    tag: deliveries.tag,
    summary: "Deliver a report: it raises an issue, or meets one that is open",
    description:
      "JSON is read whatever the Content-Type says. A form is read as its fields, or as the JSON in its field `payload`. Up to 1 MB, and 120 an hour for each app.",
    access: null,
    body: NativePayload,
    takes: ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"],
    requestHeaders: { "X-Signature": SIGNATURE },
    answers: { 200: DuplicateSchema, 201: RaisedSchema },
    codes: [
      "invalid_json",
      "invalid_request",
      "missing_title",
      "invalid_signature",
      "limit_reached",
      "not_found",
      "not_live",
      "in_progress",
      "too_large",
      "rate_limited",
      "internal",
      "unavailable",
    ],
  },
  {
    id: "callAssistantTools",
    method: "POST",
    path: "/mcp",
    tag: server.tag,
    summary: "Assistants speak the Model Context Protocol here",
    description:
      "JSON-RPC, in the forms of that protocol; failures of the protocol have its form, too. Each request stands for itself.",
    access: "Needs a key; what it may do depends on its role.",
    body: z.looseObject({ jsonrpc: z.literal("2.0"), method: z.string() }),
    answers: { 200: z.looseObject({ jsonrpc: z.literal("2.0") }), 202: null },
    types: ["application/json", "text/event-stream"],
    codes: ["invalid_request", "unauthorized", "forbidden", "rate_limited", "too_large", "internal", "unavailable"],
  },
  door("getBadgePicture", `${BADGE_PATH}/:name`, "An app's public badge, if an admin has switched it on", {
    answers: { 200: null },
    types: ["image/svg+xml"],
    headers: ["ETag"],
    codes: ["invalid_request", "not_found", "rate_limited", "internal", "unavailable"],
  }),
  door("getMetrics", "/metrics", "How the server does, for Prometheus", {
    description:
      "For whoever asks from the same machine, or sends the token that the server was given as a bearer token.",
    answers: { 200: null },
    types: ["text/plain"],
    codes: ["invalid_request", "unauthorized", "forbidden", "not_found", "internal", "unavailable"],
  }),
  door("getHealth", "/healthz", "Whether the process answers", { answers: { 200: HealthySchema } }),
  door("getReadiness", "/readyz", "Whether the database answers, and what was last written could be", {
    answers: { 200: ReadySchema },
  }),
  door("getDocument", "/openapi.json", "This document", {
    answers: { 200: z.looseObject({ openapi: z.string() }) },
    headers: ["ETag"],
    codes: PUBLIC_CODES,
  }),
  door("getDocs", "/docs", "This document as a page to read", {
    answers: { 200: null },
    types: ["text/html"],
    headers: ["ETag"],
    codes: PUBLIC_CODES,
  }),
  door("getCatalog", "/.well-known/api-catalog", "Where the API and its documents are (RFC 9727)", {
    answers: { 200: z.looseObject({ linkset: z.array(z.looseObject({ anchor: z.string() })) }) },
    types: ["application/linkset+json"],
    headers: ["ETag"],
    codes: PUBLIC_CODES,
  }),
];

/** What is sent by us, under the name of its event. */
export const SENT: Record<string, Endpoint> = {
  "issue.fixed": {
    id: "issueFixed",
    method: "POST",
    path: "",
    tag: deliveries.tag,
    summary: "An issue that came in by the webhook was fixed, or its fix was verified",
    description:
      "Sent to the app's notify URL, once: within five seconds, without following redirects. Check the signature over the exact bytes before you believe it.",
    access: null,
    body: IssueFixedSchema,
    requestHeaders: {
      "X-Service-Event": "`issue.fixed`",
      "X-Signature": "`sha256=` and the hex HMAC-SHA256 of the exact bytes of the body, keyed with the signing secret.",
    },
    answers: { 200: null },
    codes: [],
  },
};

function door(
  id: string,
  path: string,
  summary: string,
  more: Pick<Endpoint, "answers"> & Partial<Endpoint>,
): Endpoint {
  return {
    id,
    method: "GET",
    path,
    tag: server.tag,
    summary,
    access: null,
    codes: ["invalid_request", "internal", "unavailable"],
    ...more,
  };
}
