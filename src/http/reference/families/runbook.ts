// What the document says about sections and checks.
import { ArchivedCheckSchema, ArchivedSectionSchema, RestoreCheckBody } from "../../../wire/archived.ts";
import {
  ArchiveChecksBody,
  ChangeCheckBody,
  CheckSchema,
  CreateCheckBody,
  CreateChecksBody,
  NewCheckBody,
  NotApplicableBody,
} from "../../../wire/check.ts";
import { ChangeSectionBody, CreateSectionBody } from "../../../wire/section.ts";
import { type Family, IDEMPOTENT } from "../operation.ts";

const ref = "Unique in the app. One is made if it is left out.";
const position = "Where it stands, counted from 0; last if it is left out.";

const after = "The check of the section to stand behind: id or ref. In place of `position`.";
const NOTHING_TO_TEST = "Codes of platforms on which there is nothing to test.";
const create = {
  statuses: [201],
  codes: ["unknown_platform", "ambiguous_section", "name_taken", ...IDEMPOTENT.codes],
  requestHeaders: IDEMPOTENT.requestHeaders,
} as const;

export const sections: Family = {
  tag: "Sections",
  about: "The parts of an app's runbook, in its order.",
  schemas: {
    CreateSection: [CreateSectionBody, { app: "Id or exact name.", ref, position }],
    ArchivedSection: [ArchivedSectionSchema, { "": "A section that was deleted." }],
    ChangeSection: [ChangeSectionBody, { "": "At least one of the fields.", position: "Moves it there." }],
  },
  operations: {
    "GET /sections": {
      headers: ["ETag"],
      id: "listSections",
      description: "Not paged.",
      parameters: { app: "Id or exact name." },
    },
    "POST /sections": {
      headers: ["Tag", ...IDEMPOTENT.headers],
      id: "createSection",
      statuses: [201],
      codes: ["name_taken", ...IDEMPOTENT.codes],
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "GET /sections/archived": {
      headers: ["ETag"],
      id: "listArchivedSections",
      parameters: { app: "Id or exact name." },
    },
    "POST /sections/:id/restore": {
      id: "restoreSection",
      headers: ["Tag"],
      description:
        "It comes back to its place, with the checks that left the runbook in the same step (by an import). One that is in the runbook stays as it is. `name_taken` if another section or check has got its ref meanwhile.",
      codes: ["name_taken"],
    },
    "GET /sections/:id": { headers: ["ETag"], id: "getSection" },
    "PATCH /sections/:id": { id: "changeSection", codes: ["name_taken"] },
    "DELETE /sections/:id": { id: "deleteSection", codes: ["not_empty"] },
  },
};

export const checks: Family = {
  tag: "Checks",
  about:
    "What is to be tested. A check has a status on each platform: `passed`, `failed`, `needs_retest` (a fix came after the last result), `untested`, `not_applicable`.",
  schemas: {
    Check: [
      CheckSchema,
      {
        "": "A check with its status on each platform.",
        ref: "Unique in the app.",
        instructions: "How to test it.",
        platforms: "In the app's order.",
      },
    ],
    CreateCheck: [
      CreateCheckBody,
      {
        app: "Id or exact name.",
        section: "Id, ref or title.",
        ref,
        instructions: "How to test it.",
        not_applicable: NOTHING_TO_TEST,
        position,
        after,
      },
    ],
    NewCheck: [
      NewCheckBody,
      { "": "A check of a list.", ref, instructions: "How to test it.", not_applicable: NOTHING_TO_TEST },
    ],
    CreateChecks: [
      CreateChecksBody,
      {
        app: "Id or exact name.",
        section: "Id, ref or title.",
        checks: "1 to 1,000, in the order that they shall have.",
        position: "Where the first of them stands, counted from 0; last if it is left out.",
        after,
      },
    ],
    ArchiveChecks: [
      ArchiveChecksBody,
      { app: "Id or exact name.", checks: "Ids, 1 to 1,000. Those that are archived already stay so." },
    ],
    ChangeCheck: [
      ChangeCheckBody,
      {
        "": "At least one of the fields.",
        instructions: "null takes them away.",
        section: "Moves it there: id, ref or title.",
        position: "Moves it there, counted from 0.",
        after: "Moves it behind this check of the section: id or ref. In place of `position`.",
      },
    ],
    ArchivedCheck: [
      ArchivedCheckSchema,
      {
        "": "A check that left the runbook.",
        section: "The one that it was in; `archived` if that is deleted, too. null if it is not known any more.",
      },
    ],
    RestoreCheck: [
      RestoreCheckBody,
      { section: "Where to, if not to where it was: id, ref or title. It stands last there." },
    ],
    NotApplicable: [NotApplicableBody, { platforms: "In place of those before; `[]` clears the marks." }],
  },
  operations: {
    "GET /checks": {
      headers: ["ETag"],
      id: "listChecks",
      description:
        "Statuses are those of the moment of reading: a check filtered by status can move between pages when a result is recorded meanwhile. With many platforms a page has fewer checks than asked for.",
      codes: ["unknown_platform", "ambiguous_section"],
      parameters: {
        app: "Id or exact name.",
        section: "Only checks of this section: id, ref or title.",
        status: "Only checks that have this status on a platform.",
        platform: "The platform that `status` is about.",
      },
    },
    "POST /checks": {
      headers: ["Tag", ...IDEMPOTENT.headers],
      id: "createCheck",
      ...create,
    },
    "POST /checks/batch": {
      headers: IDEMPOTENT.headers,
      id: "createChecks",
      description: "All of them are added, or none. The body may have up to 1 MB.",
      ...create,
    },
    "POST /checks/archive": {
      headers: IDEMPOTENT.headers,
      id: "archiveChecks",
      description: "The answer names those that were archived by this request.",
      codes: IDEMPOTENT.codes,
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "GET /checks/archived": {
      headers: ["ETag"],
      id: "listArchivedChecks",
      parameters: { app: "Id or exact name." },
    },
    "POST /checks/:id/restore": {
      id: "restoreCheck",
      headers: ["Tag"],
      description:
        "It comes back to its place with its results, issues and N/A marks; what happened to its issues meanwhile counts. A section that was deleted comes back with it. One that is in the runbook stays as it is. `name_taken` if another check or section has got the ref meanwhile.",
      codes: ["ambiguous_section", "name_taken"],
    },
    "GET /checks/:id": { headers: ["ETag"], id: "getCheck" },
    "PATCH /checks/:id": { id: "changeCheck", codes: ["ambiguous_section", "name_taken"] },
    "DELETE /checks/:id": { id: "archiveCheck" },
    "PUT /checks/:id/not-applicable": { headers: ["Tag"], id: "setNotApplicable", codes: ["unknown_platform"] },
  },
};
