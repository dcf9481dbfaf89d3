// What the document says about keys, the audit log and the workspace.

import { CreateKeyBody, KeySchema, NewKeySchema, RotateKeyBody } from "../../../wire/access/key.ts";
import { MeSchema } from "../../../wire/access/me.ts";
import { ErasureSchema, StartErasureBody } from "../../../wire/privacy/erasure.ts";
import { AuditEntrySchema } from "../../../wire/workspace/audit-log.ts";
import { WorkspaceSchema } from "../../../wire/workspace/workspace.ts";
import type { OperationGroup } from "../document/operation.ts";

const apps = "Ids of the apps it reaches; null for every app.";

const assistant =
  "Whether it is an assistant that a person let in at `/mcp`: it has no key that could be shown or rotated.";

const madeAndEnds = {
  created_by:
    "The name of the person who made it. A key that was made with another key was made by whoever made that one. Null for the command line.",
  expires_at: "From then on it is refused; null for a key that never expires.",
};

export const keys: OperationGroup = {
  tag: "Keys",
  about:
    "A key has a role (`viewer` < `tester` < `admin`) and a reach: every app, or some. If a key can't reach something, the answer is 404.",
  schemas: {
    Key: [
      KeySchema,
      { "": "A key, without its secret.", apps, assistant, ...madeAndEnds, last_used_at: "Accurate to about an hour." },
    ],
    NewKey: [
      NewKeySchema,
      {
        "": "A key that was just created.",
        apps,
        assistant,
        ...madeAndEnds,
        key: "The key itself. It is shown only once.",
      },
    ],
    CreateKey: [
      CreateKeyBody,
      {
        name: "The name that issues and results show.",
        apps: "Ids or names of the apps it reaches; every app by default.",
        expires_at:
          "When it stops working; by default never, or with the key that creates it. A key that expires creates none that ends later.",
      },
    ],
    RotateKey: [
      RotateKeyBody,
      {
        overlap_seconds: "For how many seconds the old secret still works; 0 by default.",
        expires_at:
          "A new end of the key; by default it keeps the one that it has. A key that expires rotates none that ends later than itself.",
      },
    ],
    Me: [MeSchema, { "": "The key or person that sent the request.", apps }],
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

export const workspace: OperationGroup = {
  tag: "Workspace",
  about: "The workspace owns all apps, people and keys. It has a plan and an audit log.",
  schemas: {
    Workspace: [
      WorkspaceSchema,
      {
        "": "The workspace.",
        second_factor: "Whether everybody has to have a second factor to use the interface.",
        usage: "Issues raised this month; a `limit` of null means no limit.",
        apps: "How many apps there are.",
        people: "How many people there are.",
        keys: "How many keys there are.",
      },
    ],
    AuditEntry: [
      AuditEntrySchema,
      {
        "": "One entry of the audit log.",
        address: "The network address that the request came from.",
        target: "What was changed.",
        app: "The id of the app that it concerns.",
        details: "What changed; never a secret.",
        salts: "What the hash of the entry is computed with, beside the entry itself; null for old entries.",
        previous: "The hash of the previous entry, which chains the entries.",
      },
    ],
    Erasure: [
      ErasureSchema,
      {
        "": "That a person, a reporter or an app was erased. Nothing in it says who or what it was.",
        state:
          "`running`: the tables are gone through. `settling`: that is done, and what was being written when the person was removed is waited for. `cleaning`: attached files are looked through for the e-mail address, then the database's files are cleaned. `done`: nothing is left, but in files of PostgreSQL (see `GET /erasures/:id`).",
        steps_done: "How many steps are done; `steps` is how many there are.",
        steps: "A step goes through one table.",
        rows_changed:
          "How many rows were changed or deleted so far, an attachment included whose file held the address; 0 when it is done: nothing was found.",
        started_by: "Who began it.",
        finished_at: "Null until it is done.",
        failed_at:
          "When it failed, if it has not gone on since; otherwise null. The server's log says why. It is tried again every hour.",
      },
    ],
    StartErasure: [
      StartErasureBody,
      {
        subject:
          "The e-mail address of the person or reporter, also what a reporter of some issue gave for one, or the id or exact name of the app.",
        confirm: "The e-mail address once more, or the exact name of the app. Otherwise nothing is erased.",
      },
    ],
  },
  operations: {
    "GET /workspace": { id: "getWorkspace" },
    "GET /erasures": { id: "listErasures" },
    "POST /erasures": {
      id: "startErasure",
      description:
        "It goes on in the background; `GET /erasures/:id` says how far it has come. It can't be undone. A person has to be removed first (409 `in_use`), an app has to be archived (409 `not_archived`). If the same is being erased already, that erasure is the answer.",
      statuses: [201],
      codes: ["not_found", "in_use", "not_archived"],
    },
    "GET /erasures/:id": {
      id: "getErasure",
      description:
        "Once it is `done`, nobody reads anything of it by this API or by SQL. Where the database is PostgreSQL, its own files hold the old bytes until their room is used again: whoever runs the server takes them out at once with `retest erase remains`.",
      parameters: { id: "The id of the erasure." },
    },
    "GET /audit": {
      id: "listAudit",
      parameters: {
        action: "An action such as `key.created`, or the beginning of several: `key.`",
        actor: "The id or name of the person or key that did it.",
        app: "Only entries about this app: its id or exact name.",
        after: "Only entries after this time.",
        before: "Only entries before this time.",
      },
    },
  },
};
