// What the document says about results.
import * as z from "zod";
import { MAX_RESULTS, MAX_RUN_MEGABYTES } from "../../../domain/limits.ts";
import { thousands } from "../../../lib/text/thousands.ts";
import { LOOKED_THROUGH } from "../../../storage/results/result-ranges.ts";
import { ALL_FORMATS } from "../../../wire/results/reports/report-formats.ts";
import { RecordResultBody, RecordResultsBody, ResultSchema } from "../../../wire/results/result.ts";
import { RunSchema } from "../../../wire/results/test-run-answer.ts";
import { IDEMPOTENT, LIST, type OperationGroup } from "../document/operation.ts";

const RUN = `The body is the file itself, up to ${MAX_RUN_MEGABYTES} MB, or a form (multipart/form-data) with the file as the field \`report\` and a mapping in YAML as the field \`map\`: \`checks\` from patterns to checks, \`platforms\` from projects to platforms. A test case is matched to a check by a property, else by the mapping, else by a ref in its name or tags, else by its title, else by a ref in its suites; ambiguous cases are listed and not recorded. Either everything that matched is recorded, or nothing.`;
const run = {
  statuses: [200, 201],
  codes: ["unknown_platform", "in_progress", "cycle_closed", "too_few_matched", "timeout", ...IDEMPOTENT.codes],
  headers: IDEMPOTENT.headers,
  requestHeaders: IDEMPOTENT.requestHeaders,
  parameters: {
    app: "Id or exact name.",
    platforms: `Platform codes; every platform by default: ${LIST}`,
    build: "What was tested: a version, a commit.",
    run: "A link to the run; it is put into the note of every result.",
    cycle: "The open cycle that the results are recorded for: id or name.",
    min_matched:
      "How many of the cases that were run have to match a check: a number, or a share such as `50%`. If fewer do, or none was run at all, nothing is recorded; `0` and `0%` ask for nothing. Without it a report of which nothing matches answers 200.",
    dry_run: "`true` shows what would be recorded, and records nothing.",
  },
} as const;

const filters = {
  outcome: "Only results with this outcome.",
  tester: "Only results recorded by somebody of exactly this name, as `recorded_by` shows it.",
  build: "Only results of exactly this build.",
  cycle: "Only results that were recorded for this cycle: its id, or its name together with `app`.",
  since: "Only results recorded at this time or later.",
  until: "Only results recorded before this time.",
};
const FEWER = `With \`outcome\`, \`tester\`, \`build\` or \`cycle\` a page looks through about ${thousands(LOOKED_THROUGH)} results: it may hold fewer than \`limit\`, even none, and still have a \`next_cursor\`.`;

export const results: OperationGroup = {
  tag: "Results",
  about:
    "One outcome of one check on one platform, recorded by somebody. Only a result that comes after a fix brings a platform back to `passed`.",
  schemas: {
    Result: [
      ResultSchema,
      {
        "": "A result.",
        build: "What was tested.",
        recorded_by: "The name shown.",
        cycle: "The cycle that it was recorded for; left out if it names none.",
        attachments: "Screenshots and recordings, viewed in the interface; left out if there are none.",
      },
    ],
    TestRun: [
      RunSchema,
      {
        "": "What was recorded from a report, case by case.",
        counts: "How many cases matched, were skipped and so on, and how many results were recorded.",
        cases:
          "In the order of the file; `candidates` are the checks that an ambiguous case could mean, or that an unmatched one is close to.",
      },
    ],
    RecordResult: [
      RecordResultBody,
      {
        "": "One result.",
        app: "Id or exact name.",
        check: "Ref, id or exact title.",
        section: "Id, ref or title: decides between checks with the same title.",
        platforms:
          "Platform codes. If it is left out or empty, the result counts for every platform on which the check is applicable.",
        build: "What was tested: a version, a commit.",
        cycle:
          "The open cycle that it is recorded for: id or name. A result that names none counts for every open cycle whose build it doesn't contradict.",
      },
    ],
    RecordResults: [
      RecordResultsBody,
      {
        "": "A batch: all of it is recorded, or nothing.",
        app: "Id or exact name.",
        results: `Up to ${thousands(MAX_RESULTS)}.`,
      },
    ],
  },
  operations: {
    "POST /results": {
      id: "recordResults",
      description: "The answer has one entry for each check and platform.",
      statuses: [201],
      codes: ["unknown_platform", "ambiguous_check", "ambiguous_section", "cycle_closed", ...IDEMPOTENT.codes],
      headers: IDEMPOTENT.headers,
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "POST /results/report": {
      id: "recordReport",
      description: `${ALL_FORMATS}: the format is recognised by what the file holds, whatever its content type. ${RUN}`,
      takes: ["application/octet-stream"],
      ...run,
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
        ...filters,
      },
      description: FEWER,
    },
    "GET /results/:id": { id: "getResult" },
    "GET /results/export": {
      id: "exportResults",
      statuses: [200],
      description:
        "Everything that the filters of `GET /results` let through, most recently recorded first, in one file of any length. If the connection breaks off before its end, the file is not whole.",
      headers: ["Disposition"],
      types: ["text/csv", "application/x-ndjson"],
      codes: ["unknown_platform", "ambiguous_check"],
      parameters: {
        app: "Id or exact name.",
        check: "Only results of this check: its id or its ref.",
        platform: "Only results on this platform.",
        ...filters,
        format: "`csv` by default, for spreadsheets; `jsonl` has a result on each line, as `GET /results` shows it.",
      },
    },
  },
};
