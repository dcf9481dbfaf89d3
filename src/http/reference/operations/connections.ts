// What the document says about connections with other tools.
import {
  ChangeConnectionBody,
  ConnectionSchema,
  CreateConnectionBody,
  NewConnectionSchema,
} from "../../../wire/connections/connection.ts";
import { ForwardSchema } from "../../../wire/connections/forward.ts";
import { PublishedIssueSchema } from "../../../wire/connections/published-event.ts";
import type { OperationGroup } from "../document/operation.ts";

const shown = {
  url: "The URL that the tool sends its requests to; of `sentry-sdk` the DSN. Keep it private, like a password. Null for an event receiver, which only listens.",
  state:
    "`waiting` until the first request came in or the first message went out; `active` from then on; `paused` after many failures in a row; `off` when it is not enabled.",
  settings: "Which settings there are depends on the tool: see the guide to connections.",
  credentials: "The names of the credentials that are stored; never their values.",
  forwards: "Whether issues are forwarded to the tool.",
  heard: "The last request from the tool, and its outcome.",
  sent: "The last message to the tool, and its outcome.",
  failures: "How many messages in a row could not be delivered.",
  setup: "How to set up the tool: steps with Markdown links, and for Slack a manifest to paste.",
};

export const connections: OperationGroup = {
  tag: "Connections",
  about:
    "An app can be connected to chat tools, error trackers and issue trackers: they can raise issues, and Retest sends them what happens to issues. Programs of your own receive events.",
  schemas: {
    PublishedIssue: [
      PublishedIssueSchema,
      {
        "": "An issue in an event, as it was when that happened.",
        title: "The first line of its text.",
        platforms: "Codes; none means all.",
        section_id: "The section that it, or its check, is in.",
      },
    ],
    Connection: [ConnectionSchema, { "": "A connection.", ...shown }],
    NewConnection: [
      NewConnectionSchema,
      {
        "": "A connection that was just created.",
        ...shown,
        secret: "A generated secret, if the tool needs one. It is shown only once.",
      },
    ],
    CreateConnection: [
      CreateConnectionBody,
      {
        name: "The tool's name by default.",
        settings: "Which settings there are depends on the tool.",
        credentials: "Which credentials there are depends on the tool. They are never shown again.",
      },
    ],
    ChangeConnection: [
      ChangeConnectionBody,
      {
        "": "At least one of the fields.",
        paused: "false resumes it.",
        settings: "Only the named settings are changed; null removes one.",
        credentials: "Only the named credentials are changed; null removes one.",
      },
    ],
    Forward: [
      ForwardSchema,
      {
        "": "A message that was sent to the tool, or waits to be sent.",
        issue_code: "The issue's code at that time.",
        attempts: "How often sending was tried.",
        outcome: "The outcome, in a word.",
      },
    ],
  },
  operations: {
    "GET /apps/:id/connections": { id: "listConnections", description: "Not paged." },
    "POST /apps/:id/connections": { id: "createConnection", statuses: [201], codes: ["unknown_platform"] },
    "GET /apps/:id/connections/:connection": { id: "getConnection" },
    "PATCH /apps/:id/connections/:connection": { id: "changeConnection", codes: ["unknown_platform"] },
    "DELETE /apps/:id/connections/:connection": { id: "removeConnection" },
    "POST /apps/:id/connections/:connection/url": { id: "replaceConnectionUrl" },
    "POST /apps/:id/connections/:connection/test": { id: "testConnection", statuses: [201], codes: ["rate_limited"] },
    "POST /apps/:id/connections/:connection/secret": { id: "replaceEventSecret", codes: ["in_progress"] },
    "POST /apps/:id/forwards/:forward/resend": { id: "resendEvent", statuses: [201], codes: ["in_progress"] },
    "GET /apps/:id/connections/:connection/forwards": { id: "listForwards" },
  },
};
