// What the document says about cycles.
import { ComparisonSchema } from "../../../wire/cycles/comparison.ts";
import { ChangeCycleBody, CycleSchema, StartCycleBody } from "../../../wire/cycles/cycle.ts";
import { CycleRunbookSchema } from "../../../wire/cycles/cycle-checks.ts";
import { CycleReportSchema } from "../../../wire/cycles/cycle-report.ts";
import { IDEMPOTENT, type OperationGroup, REPORT } from "../document/operation.ts";

const testers = "Who tests which sections: a section by id, ref or title, a person by id.";

export const cycles: OperationGroup = {
  tag: "Cycles",
  about:
    "A round of testing of one app, for a release. In a cycle a check is `passed` or `failed` by results of that cycle alone; open issues, fixes that wait for a retest and N/A count as they do everywhere. The statuses of checks outside a cycle stay what they are.",
  schemas: {
    Cycle: [
      CycleSchema,
      {
        "": "A cycle.",
        name: "Unique in the app.",
        build:
          "What is tested: results of another build don't count unless they name the cycle. null takes every build.",
        platforms: "Codes; null for all platforms, also those that are added later.",
        sections: "null for all sections, also those that are added later.",
        from: "The cycle that it was started with the rest of.",
        summary: "Counts of platform-checks, as in an app's summary, and how many checks are in the cycle.",
        testers: "Who tests which sections.",
      },
    ],
    StartCycle: [
      StartCycleBody,
      {
        name: "Unique in the app.",
        build: "What is tested: a version, a commit.",
        platforms: "Codes; all platforms if it is left out or empty.",
        sections: "Ids, refs or titles; all sections if it is left out or empty.",
        from: "Only what reads one of `statuses` in another cycle of the app, named by id or name, at this moment; `failed`, `needs_retest` and `untested` by default.",
        testers,
      },
    ],
    ChangeCycle: [
      ChangeCycleBody,
      {
        "": "At least one of the fields.",
        build: "null takes every build. Which results count is worked out anew.",
        testers: `${testers} The list replaces the one before.`,
      },
    ],
    CycleRunbook: [
      CycleRunbookSchema,
      {
        "": "All of a cycle in one compact answer.",
        revision: "Of the app; ask with it for what has changed since.",
        whole: "False if only checks with changed statuses are listed.",
        checks: "Statuses are in the order of the platforms; null where the check is not in the cycle.",
      },
    ],
    Comparison: [
      ComparisonSchema,
      {
        "": "What became of one cycle's findings in another.",
        counts: "How many platform-checks there are in each list; a list shows up to 1,000.",
        no_longer_tested: "Passed or failed in the other cycle, and neither in this one.",
      },
    ],
    CycleReport: [
      CycleReportSchema,
      {
        "": "The evidence of a cycle. Of a closed one it never changes.",
        gate: "What the release gate says of the cycle, with the thresholds that were asked for.",
        sections: "In runbook order, each with its checks; `issues` are the codes of open issues.",
      },
    ],
  },
  operations: {
    "GET /apps/:id/cycles": {
      id: "listCycles",
      headers: ["ETag"],
      parameters: { status: "Only cycles that are `open`, or `closed`." },
    },
    "POST /apps/:id/cycles": {
      id: "startCycle",
      description:
        "An app has at most 20 open cycles, and 10,000 in all. What can't be in the cycle is refused with 400.",
      statuses: [201],
      headers: ["Tag", ...IDEMPOTENT.headers],
      codes: ["unknown_platform", "ambiguous_section", "name_taken", "too_many_cycles", ...IDEMPOTENT.codes],
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "GET /cycles/:id": { id: "getCycle", headers: ["ETag"] },
    "PATCH /cycles/:id": {
      id: "changeCycle",
      codes: ["name_taken", "ambiguous_section", "cycle_closed"],
    },
    "POST /cycles/:id/close": {
      id: "closeCycle",
      headers: ["Tag"],
      description:
        "The status, tester, time, note, build and open issues of every platform-check are kept as they are at this moment. A closed cycle can't be opened again.",
      codes: ["cycle_closed"],
    },
    "GET /cycles/:id/checks": {
      id: "listCycleChecks",
      headers: ["ETag"],
      description:
        "As `GET /checks`, with the platforms and statuses of the cycle; `last_result` is the last result that counts for it. Of a closed cycle everything is as it was when it was closed.",
      codes: ["unknown_platform", "ambiguous_section"],
      parameters: {
        section: "Only checks in this section: id, ref or title.",
        status: "Only checks with this status on at least one platform in the cycle.",
        platform: "Only checks that are in the cycle on this platform; with `status`, only that platform counts.",
        mine: "`true`: only sections that you test. For people; a key has none.",
      },
    },
    "GET /cycles/:id/runbook": {
      id: "getCycleRunbook",
      headers: ["ETag"],
      parameters: {
        since:
          "A revision: get only the checks whose status has changed after it. If sections or checks themselves have changed, or the cycle is closed, all of it is returned.",
      },
    },
    "GET /cycles/:id/compare": {
      id: "compareCycles",
      headers: ["ETag"],
      parameters: { with: "Another cycle of the same app, the earlier one: id or name." },
    },
    "GET /cycles/:id/report": { id: "getCycleReport", ...REPORT },
    "GET /cycles/:id/burndown": { id: "getBurndown" },
  },
};
