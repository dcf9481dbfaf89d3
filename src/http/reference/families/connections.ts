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
  url: "Where the tool sends what it has to say. The URL is a part of the permission: keep it private.",
  state: "`paused` by itself after many failures; `off` when it is not enabled.",
  settings: "What the tool's kind of connection may be told; see the guide to connections.",
  credentials: "Which there are; never what they are.",
  forwards: "Whether it tells the tool what happens to issues.",
  heard: "What it last heard from the tool.",
  sent: "What it last told the tool.",
  failures: "How many in a row.",
  setup: "How to set the tool up.",
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
