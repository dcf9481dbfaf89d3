// What the document says about what is not in the table of routes: the webhook's endpoint, the server itself.
import * as z from "zod";
import { DELIVERIES_AN_HOUR, MAX_DELIVERY_MEGABYTES } from "../../../domain/limits.ts";
import { UNSUBSCRIBE_PATH } from "../../../domain/mail/unsubscribe.ts";
import { BADGE_PATH } from "../../../domain/status/badge-text.ts";
import { WEBHOOK_PATH } from "../../../domain/webhook/webhook-secrets.ts";
import { HealthySchema, ReadySchema } from "../../../wire/health.ts";
import {
  DuplicateSchema,
  FixedSchema,
  IgnoredSchema,
  NativePayload,
  RaisedSchema,
} from "../../../wire/webhook/delivery-answer.ts";
import { IssueFixedSchema } from "../../../wire/webhook/notification.ts";
import type { Endpoint } from "../document/endpoint.ts";
import type { OperationGroup } from "../document/operation.ts";

export const deliveries: OperationGroup = {
  tag: "Deliveries",
  about:
    "What other tools post to an app's webhook. It is for tools that can only post to a URL: no key is needed, because the token in the URL is the permission.",
  schemas: {
    NativePayload: [
      NativePayload,
      {
        "": "The native shape. Unknown fields, and fields of a wrong type, are ignored.",
        title: "The first line of the issue. If it is missing, the first line of `description` is used.",
        description: "The rest of the text.",
        platforms:
          "Codes or names of the app's platforms, as a list or separated by commas; or a word such as ios, if exactly one platform is of that kind. A name that several platforms have means all of them.",
        priority:
          "`urgent`, `high`, `medium`, `low`, or a severity, P1 to P5, or a numeric level: see the guide to the webhook.",
        url: "The page where it happened; it is appended to the text.",
        external_id:
          "The tool's own id. While an issue with this id is open, further deliveries with it raise nothing.",
        link: "A link back to the item in the tool; http or https.",
        source: "A short name of the tool. Presets fill it in.",
        recovered:
          "Whether it is over: true, or a word such as resolved or ok. What happens then is the webhook's setting `recoveries`.",
      },
    ],
    IssueFixed: [
      IssueFixedSchema,
      {
        "": "An issue that was raised through the webhook was fixed, or its fix was verified.",
        event: "Also in the header `X-Service-Event`.",
      },
    ],
  },
  operations: {},
};

export const server: OperationGroup = {
  tag: "Server",
  about: "Health, metrics, this document, and the endpoint for assistants.",
  schemas: {},
  operations: {},
};

const SIGNATURE =
  "`sha256=` and the hex HMAC-SHA256 of the exact bytes of the body, keyed with the signing secret. Required if the webhook has a signing secret.";

/** Codes of endpoints that are open to anybody, with a limit for each network address. */
const PUBLIC_CODES: Endpoint["codes"] = ["invalid_request", "rate_limited", "internal", "unavailable"];

export const ENDPOINTS_OUTSIDE_THE_API: readonly Endpoint[] = [
  {
    id: "deliver",
    method: "POST",
    path: `${WEBHOOK_PATH}/:token`,
    tag: deliveries.tag,
    summary: "Deliver a report, which raises an issue unless one with its id is open",
    description: `JSON is read whatever the Content-Type says. A form is read as its fields, or as the JSON in its field \`payload\`. The body may have up to ${MAX_DELIVERY_MEGABYTES} MB, and an app accepts ${DELIVERIES_AN_HOUR} deliveries an hour.`,
    access: null,
    body: NativePayload,
    takes: ["application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"],
    requestHeaders: { "X-Signature": SIGNATURE },
    answers: { 200: z.union([DuplicateSchema, FixedSchema, IgnoredSchema]), 201: RaisedSchema },
    codes: [
      "invalid_json",
      "invalid_request",
      "missing_title",
      "too_many_items",
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
    summary: "Call a tool through the Model Context Protocol (for assistants)",
    description:
      "JSON-RPC messages as that protocol defines them, errors of the protocol included. Requests are stateless.",
    access: "Needs a key; what it may do depends on its role.",
    body: z.looseObject({ jsonrpc: z.literal("2.0"), method: z.string() }),
    answers: { 200: z.looseObject({ jsonrpc: z.literal("2.0") }), 202: null },
    types: ["application/json", "text/event-stream"],
    codes: ["invalid_request", "unauthorized", "forbidden", "rate_limited", "too_large", "internal", "unavailable"],
  },
  {
    id: "unsubscribe",
    method: "POST",
    path: UNSUBSCRIBE_PATH,
    tag: server.tag,
    summary: "Stop the mails about an inbox, by the address in one of them (RFC 8058)",
    description: "What is sent does not matter: the token in the address says who wants no more.",
    access: null,
    query: z.looseObject({ token: z.string().optional() }),
    parameters: { token: "As the mail has it." },
    answers: { 204: null },
    codes: ["not_found", "too_large", "rate_limited", "internal", "unavailable"],
  },
  endpoint("getBadgePicture", `${BADGE_PATH}/:name`, "Get an app's public badge, if an admin has switched it on", {
    answers: { 200: null },
    types: ["image/svg+xml"],
    query: z.looseObject({ cycle: z.string().optional() }),
    parameters: { cycle: "How this cycle stands, instead of the app: id or name." },
    headers: ["ETag"],
    codes: ["invalid_request", "not_found", "rate_limited", "internal", "unavailable"],
  }),
  endpoint("getMetrics", "/metrics", "Get the server's metrics, for Prometheus", {
    description:
      "Answered to requests from the same machine, and to requests with the metrics token as a bearer token.",
    answers: { 200: null },
    types: ["text/plain"],
    codes: ["invalid_request", "unauthorized", "forbidden", "not_found", "internal", "unavailable"],
  }),
  endpoint("getHealth", "/healthz", "Check that the process answers", { answers: { 200: HealthySchema } }),
  endpoint("getReadiness", "/readyz", "Check that the database answers, and that the last write succeeded", {
    answers: { 200: ReadySchema },
  }),
  endpoint("getCliFile", "/cli.mjs", "Get the command line as one file, for Node 20 and later", {
    description:
      "The commands that talk to a server, of this server's version: `results upload`, `gate`, `cycle`, `app import`, `app export`, `mcp`.",
    answers: { 200: null },
    types: ["text/javascript"],
    headers: ["ETag"],
    codes: PUBLIC_CODES,
  }),
  endpoint("getDocument", "/openapi.json", "Get this document", {
    answers: { 200: z.looseObject({ openapi: z.string() }) },
    headers: ["ETag"],
    codes: PUBLIC_CODES,
  }),
  endpoint("getDocs", "/docs", "Get this document as a page to read", {
    answers: { 200: null },
    types: ["text/html"],
    headers: ["ETag"],
    codes: PUBLIC_CODES,
  }),
  endpoint("getCatalog", "/.well-known/api-catalog", "Get the addresses of the API and its documents (RFC 9727)", {
    answers: { 200: z.looseObject({ linkset: z.array(z.looseObject({ anchor: z.string() })) }) },
    types: ["application/linkset+json"],
    headers: ["ETag"],
    codes: PUBLIC_CODES,
  }),
];

function endpoint(
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
