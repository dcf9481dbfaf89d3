// What the document says about connections with other tools.
import {
  ChangeConnectionBody,
  ConnectionSchema,
  CreateConnectionBody,
  ForwardSchema,
  NewConnectionSchema,
} from "../../../wire/connection.ts";
import type { Family } from "../operation.ts";

const shown = {
  url: "The URL that the tool sends its requests to. Keep it private, like a password.",
  state:
    "`waiting` until the first request came in or the first message went out; `active` from then on; `paused` after many failures in a row; `off` when it is not enabled.",
  settings: "Which settings there are depends on the tool: see the guide to connections.",
  credentials: "The names of the credentials that are stored; never their values.",
  forwards: "Whether issues are forwarded to the tool.",
  heard: "The last request from the tool, and what came of it.",
  sent: "The last message to the tool, and what came of it.",
  failures: "How many messages in a row could not be delivered.",
  setup: "How to set the tool up: steps with links as in Markdown, and for Slack a manifest to paste.",
};

export const connections: Family = {
  tag: "Connections",
  about:
    "An app can be connected with chat tools, error trackers and issue trackers: they raise issues, and are told what happens to them.",
  schemas: {
    Connection: [ConnectionSchema, { "": "A connection.", ...shown }],
    NewConnection: [
      NewConnectionSchema,
      { "": "A connection that was just made.", ...shown, secret: "Made for you: shown this once." },
    ],
    CreateConnection: [
      CreateConnectionBody,
      {
        name: "The tool's unless said.",
        settings: "They depend on the tool.",
        credentials: "They depend on the tool, and are not shown again.",
      },
    ],
    ChangeConnection: [
      ChangeConnectionBody,
      {
        "": "At least one of the fields.",
        paused: "false resumes it.",
        settings: "Those that are named; null removes one.",
        credentials: "Those that are named; null removes one.",
      },
    ],
    Forward: [
      ForwardSchema,
      {
        "": "Something that a tool was told, or will be.",
        issue_code: "As the issue was called then.",
        attempts: "How often it was tried.",
        outcome: "What came of it, in a word.",
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
    "GET /apps/:id/connections/:connection/forwards": { id: "listForwards" },
  },
};
