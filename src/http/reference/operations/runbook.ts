// What the document says about sections and checks.
import { MAX_BATCH_CHECKS, MAX_BATCH_MEGABYTES, MAX_COPIED_SECTIONS } from "../../../domain/limits.ts";
import { thousands } from "../../../lib/text/thousands.ts";
import {
  ArchivedCheckSchema,
  ArchivedSectionSchema,
  RestoreCheckBody,
} from "../../../wire/archive/archived-entries.ts";
import {
  ArchiveChecksBody,
  ChangeCheckBody,
  CheckSchema,
  CreateCheckBody,
  CreateChecksBody,
  NewCheckBody,
  NotApplicableBody,
} from "../../../wire/runbook/check.ts";
import { CopyChecksBody, CopySectionsBody } from "../../../wire/runbook/copy.ts";
import { ChangeSectionBody, CreateSectionBody } from "../../../wire/runbook/section.ts";
import { IDEMPOTENT, type OperationGroup } from "../document/operation.ts";

const ref = "Unique in the app. Generated if it is left out.";
const position = "Its position, counted from 0; last by default.";

const after = "The check of the section to insert it after: id or ref. Use it instead of `position`.";
const NOTHING_TO_TEST = "Codes of platforms on which there is nothing to test.";
const COPIED =
  "Titles, instructions and refs are copied; a ref that is in use there is replaced by a new one. Results and issues are not copied.";
const COPIED_MARKS =
  "Whether what is marked N/A is marked in the copies, too, on platforms that are there; true by default.";
const create = {
  statuses: [201],
  codes: ["unknown_platform", "ambiguous_section", "name_taken", ...IDEMPOTENT.codes],
  requestHeaders: IDEMPOTENT.requestHeaders,
} as const;

export const sections: OperationGroup = {
  tag: "Sections",
  about: "The parts of an app's runbook, in runbook order.",
  schemas: {
    CreateSection: [CreateSectionBody, { app: "Id or exact name.", ref, position }],
    CopySections: [
      CopySectionsBody,
      {
        app: "The app that gets them: id or exact name.",
        from: "The app that they are copied from; it may be the same.",
        sections: `1 to ${MAX_COPIED_SECTIONS}: ids, refs or titles.`,
        with_not_applicable: COPIED_MARKS,
      },
    ],
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
    "POST /sections/copy": {
      headers: IDEMPOTENT.headers,
      id: "copySections",
      description: `The copies are put at the end of the runbook, in the order in which they are named. ${COPIED}`,
      statuses: [201],
      codes: ["ambiguous_section", ...IDEMPOTENT.codes],
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "GET /sections/archived": {
      headers: ["ETag"],
      id: "listArchivedSections",
      parameters: { app: "Id or exact name.", section: "Only the deleted section with this id." },
    },
    "POST /sections/:id/restore": {
      id: "restoreSection",
      headers: ["Tag"],
      description:
        "It returns to its old position, together with the checks that an import archived along with it. A section that is not deleted stays as it is. The answer is `name_taken` if another section or check uses its ref now.",
      codes: ["name_taken"],
    },
    "GET /sections/:id": { headers: ["ETag"], id: "getSection" },
    "PATCH /sections/:id": { id: "changeSection", codes: ["name_taken"] },
    "DELETE /sections/:id": { id: "deleteSection", codes: ["not_empty"] },
  },
};

export const checks: OperationGroup = {
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
        checks: `1 to ${thousands(MAX_BATCH_CHECKS)} checks, in the order in which to add them.`,
        position: "The position of the first one, counted from 0; last by default.",
        after,
      },
    ],
    CopyChecks: [
      CopyChecksBody,
      {
        app: "The app that gets them: id or exact name.",
        section: "The section that gets them: id, ref or title.",
        from: "The app that they are copied from; it may be the same.",
        checks: `1 to ${thousands(MAX_BATCH_CHECKS)}: ids, refs or titles.`,
        position: "The position of the first one, counted from 0; last by default.",
        after,
        with_not_applicable: COPIED_MARKS,
      },
    ],
    ArchiveChecks: [
      ArchiveChecksBody,
      {
        app: "Id or exact name.",
        checks: `1 to ${thousands(MAX_BATCH_CHECKS)} ids. Checks that are archived already stay archived.`,
      },
    ],
    ChangeCheck: [
      ChangeCheckBody,
      {
        "": "At least one of the fields.",
        instructions: "null removes them.",
        section: "Moves it there: id, ref or title.",
        position: "Moves it there, counted from 0.",
        after: "Moves it after this check of the section: id or ref. Use it instead of `position`.",
      },
    ],
    ArchivedCheck: [
      ArchivedCheckSchema,
      {
        "": "A check that is no longer in the runbook.",
        section:
          "The section that it was in, with `archived` if that was deleted too. null if the section is not known any more.",
      },
    ],
    RestoreCheck: [
      RestoreCheckBody,
      { section: "The section to put it at the end of: id, ref or title. By default it returns to its old position." },
    ],
    NotApplicable: [NotApplicableBody, { platforms: "Replaces the list; `[]` removes all marks." }],
  },
  operations: {
    "GET /checks": {
      headers: ["ETag"],
      id: "listChecks",
      description:
        "Statuses are computed when they are read: with a filter by status, a check can move between pages when a result is recorded meanwhile. In an app with many platforms a page may have fewer checks than `limit`.",
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
      description: `All of them are added, or none. The body may have up to ${MAX_BATCH_MEGABYTES} MB.`,
      ...create,
    },
    "POST /checks/copy": {
      headers: IDEMPOTENT.headers,
      id: "copyChecks",
      description: COPIED,
      statuses: [201],
      codes: ["ambiguous_check", "ambiguous_section", ...IDEMPOTENT.codes],
      requestHeaders: IDEMPOTENT.requestHeaders,
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
      parameters: {
        app: "Id or exact name.",
        check: "Only the archived check with this id, or those with this ref (in small or capital letters).",
      },
    },
    "POST /checks/:id/restore": {
      id: "restoreCheck",
      headers: ["Tag"],
      description:
        "It returns to its old position with its results, issues and N/A marks; fixes and new issues from the meantime count. If its section was deleted, that is restored too. A check that is not archived stays as it is. The answer is `name_taken` if another check or section uses its ref now.",
      codes: ["ambiguous_section", "name_taken"],
    },
    "GET /checks/:id": { headers: ["ETag"], id: "getCheck" },
    "PATCH /checks/:id": { id: "changeCheck", codes: ["ambiguous_section", "name_taken"] },
    "DELETE /checks/:id": { id: "archiveCheck" },
    "PUT /checks/:id/not-applicable": { headers: ["Tag"], id: "setNotApplicable", codes: ["unknown_platform"] },
  },
};
