// What the document says about sections, checks and results.
import * as z from "zod";
import {
  ArchiveChecksBody,
  ChangeCheckBody,
  CheckSchema,
  CreateCheckBody,
  CreateChecksBody,
  NewCheckBody,
  NotApplicableBody,
} from "../../../wire/check.ts";
import { RecordResultBody, RecordResultsBody, ResultSchema } from "../../../wire/result.ts";
import { ChangeSectionBody, CreateSectionBody } from "../../../wire/section.ts";
import { RunSchema } from "../../../wire/test-run/present-run.ts";
import { type Family, IDEMPOTENT } from "../operation.ts";

const ref = "Unique in the app. One is made if it is left out.";
const position = "Where it stands, counted from 0; last if it is left out.";

const RUN =
  "The body is the file itself, up to 20 MB. A case belongs to a check by a property, else by a ref in its name, else by an exact title; what is ambiguous is told, never guessed. All of it is recorded, or nothing.";
const run = {
  statuses: [200, 201],
  codes: ["unknown_platform", "in_progress", "timeout", ...IDEMPOTENT.codes],
  headers: IDEMPOTENT.headers,
  requestHeaders: IDEMPOTENT.requestHeaders,
  parameters: {
    app: "Id or exact name.",
    platforms: "Codes with commas between them; every platform unless said.",
    build: "What was tested: a version, a commit.",
    run: "Where the run can be looked at; it stands in the note of every result.",
    dry_run: "`true` tells what would be recorded, and records nothing.",
  },
} as const;
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
    "GET /checks/:id": { headers: ["ETag"], id: "getCheck" },
    "PATCH /checks/:id": { id: "changeCheck", codes: ["ambiguous_section", "name_taken"] },
    "DELETE /checks/:id": { id: "archiveCheck" },
    "PUT /checks/:id/not-applicable": { headers: ["Tag"], id: "setNotApplicable", codes: ["unknown_platform"] },
  },
};

export const results: Family = {
  tag: "Results",
  about:
    "One outcome of one check on one platform, recorded by somebody. Only a result that comes after a fix brings a platform back to `passed`.",
  schemas: {
    Result: [ResultSchema, { "": "A result.", build: "What was tested.", recorded_by: "The name shown." }],
    TestRun: [
      RunSchema,
      {
        "": "What became of a report, case by case.",
        counts: "Of cases by their fate, and of what was recorded.",
        cases: "In the order of the file; `candidates` are what an ambiguous case could have meant.",
      },
    ],
    RecordResult: [
      RecordResultBody,
      {
        "": "One result.",
        app: "Id or exact name.",
        check: "Ref, id or exact title.",
        section: "Id, ref or title: decides between checks of one title.",
        platforms: "Codes; left out or empty: every platform on which the check is applicable.",
        build: "What was tested: a version, a commit.",
      },
    ],
    RecordResults: [
      RecordResultsBody,
      { "": "A batch: all of it is recorded, or nothing.", app: "Id or exact name.", results: "Up to 1,000." },
    ],
  },
  operations: {
    "POST /results": {
      id: "recordResults",
      description: "The answer has one entry for each check and platform.",
      statuses: [201],
      codes: ["unknown_platform", "ambiguous_check", "ambiguous_section", ...IDEMPOTENT.codes],
      headers: IDEMPOTENT.headers,
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "POST /results/junit": {
      id: "recordJunit",
      description: RUN,
      takes: ["application/xml"],
      ...run,
    },
    "POST /results/ctrf": {
      id: "recordCtrf",
      description: RUN,
      takes: ["application/json"],
      file: z.looseObject({ results: z.looseObject({ tests: z.array(z.looseObject({})) }) }),
      ...run,
    },
    "GET /results": {
      headers: ["ETag"],
      id: "listResults",
      codes: ["unknown_platform", "ambiguous_check"],
      parameters: {
        app: "Only results of this app: its id or exact name.",
        check: "Only results of this check: its id, or its ref together with `app`.",
        platform: "Only results on this platform.",
      },
    },
  },
};
