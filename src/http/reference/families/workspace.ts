// What the document says about keys, the audit log and the workspace.
import { AuditEntrySchema } from "../../../wire/audit.ts";
import { CreateKeyBody, KeySchema, NewKeySchema, RotateKeyBody } from "../../../wire/key.ts";
import { MeSchema } from "../../../wire/me.ts";
import { WorkspaceSchema } from "../../../wire/workspace.ts";
import type { Family } from "../operation.ts";

const apps = "Ids of the apps it reaches; null for every app.";

export const keys: Family = {
  tag: "Keys",
  about:
    "A key has a role (`viewer` < `tester` < `admin`) and a reach: every app, or some. What a key can't reach does not exist for it.",
  schemas: {
    Key: [KeySchema, { "": "A key, without its secret.", apps, last_used_at: "To the hour or so." }],
    NewKey: [NewKeySchema, { "": "A key that was just made.", apps, key: "The key itself: shown this once." }],
    CreateKey: [CreateKeyBody, { name: "What issues and results show.", apps: "Ids or names; left out: every app." }],
    RotateKey: [RotateKeyBody, { overlap_seconds: "How long the old secret goes on working; 0 unless said." }],
    Me: [MeSchema, { "": "Who is asking.", apps }],
  },
  operations: {
    "GET /me": { id: "getMe" },
    "GET /keys": { id: "listKeys", description: "Not paged." },
    "POST /keys": { id: "createKey", statuses: [201], codes: ["not_found"] },
    "GET /keys/:id": { id: "getKey" },
    "POST /keys/:id/rotate": { id: "rotateKey" },
    "DELETE /keys/:id": { id: "revokeKey" },
  },
};

export const workspace: Family = {
  tag: "Workspace",
  about: "What owns everything: its plan, and what its admins did.",
  schemas: {
    Workspace: [
      WorkspaceSchema,
      {
        "": "The workspace.",
        usage: "Issues of the month; a `limit` of null is no limit.",
        apps: "How many.",
        people: "How many.",
        keys: "How many.",
      },
    ],
    AuditEntry: [
      AuditEntrySchema,
      {
        "": "One entry of the audit log.",
        address: "Where the request came from.",
        target: "What it was done to.",
        app: "The id of the app concerned.",
        details: "What changed; never a secret.",
        previous: "The hash of the entry before: entries are chained.",
      },
    ],
  },
  operations: {
    "GET /workspace": { id: "getWorkspace" },
    "GET /audit": {
      id: "listAudit",
      parameters: {
        action: "An action such as `key.created`, or all of a kind: `key.`",
        actor: "The id or name of whoever did it.",
        app: "Only what concerns this app: its id or exact name.",
        after: "Only what was done after this time.",
        before: "Only what was done before this time.",
      },
    },
  },
};
