// What the document says about apps, and about their runbooks as a whole.
import { AppEntrySchema, AppSchema, ChangeAppBody, CreateAppBody, SectionEntrySchema } from "../../../wire/app.ts";
import { BadgeSchema } from "../../../wire/badge.ts";
import { GateSchema } from "../../../wire/gate.ts";
import { ImportSchema } from "../../../wire/runbook/import-runbook.ts";
import { ExportedRunbookSchema, RunbookSchema as RunbookFile } from "../../../wire/runbook/runbook-schema.ts";
import { TrendSchema } from "../../../wire/trend.ts";
import { RunbookSchema } from "../../../wire/whole-runbook.ts";
import type { Family } from "../operation.ts";

const RUNBOOK_TYPES = ["application/yaml", "application/json", "text/csv"];

export const apps: Family = {
  tag: "Apps",
  about:
    "A software product: its platforms, and its runbook of sections and checks. Counts in a summary are of platform-checks: a check on four platforms counts four times.",
  schemas: {
    App: [
      AppSchema,
      {
        "": "An app with its summary and sections.",
        name: "Goes wherever an id does.",
        platforms: "Codes are the app's own.",
        mode: "`live` apps take issues by their webhook, and issues without a check.",
        prefix: "What the codes of its issues begin with.",
        repositories: "Where there are two or more, issues can be fixed on some platforms first.",
        summary:
          "`percent_complete` is passed and failed as a share of everything testable: `not_applicable` doesn't count.",
        sections: "In runbook order.",
      },
    ],
    AppEntry: [
      AppEntrySchema,
      { "": "An app in a list.", checks: "How many checks it has.", open_issues: "How many issues are open." },
    ],
    Section: [
      SectionEntrySchema,
      {
        "": "A section of a runbook.",
        ref: "Unique in the app.",
        checks: "How many checks it has.",
        summary: "Counts of platform-checks.",
      },
    ],
    CreateApp: [
      CreateAppBody,
      {
        name: "Unique in the workspace.",
        mode: "`testing` unless said.",
        prefix: "Derived from the name unless said.",
        platforms: "At least one. A label that is left out is the code.",
        sections: "With their checks, in runbook order. Refs that are left out are made.",
      },
    ],
    ChangeApp: [
      ChangeAppBody,
      {
        "": "At least one of the fields.",
        platforms: "The whole list. One that is in use can't be dropped.",
        repositories: "The whole list.",
      },
    ],
    Runbook: [
      RunbookSchema,
      {
        "": "A whole runbook, compact: statuses and open issues are lists in the order of the platforms.",
        revision: "Give it back as `since` to be told what changed after it.",
        whole: "Whether this is all of it, or only what was restated since.",
      },
    ],
    RunbookFile: [RunbookFile, { "": "A runbook as a file.", name: "The app's." }],
    ExportedRunbook: [ExportedRunbookSchema, { "": "A runbook as a file that can be imported.", name: "The app's." }],
    Import: [
      ImportSchema,
      {
        "": "What importing a file did, or would do.",
        app: "null when a dry run would create it.",
        plan: "Step by step.",
        counts: "Of sections and checks, by what became of them.",
      },
    ],
    Gate: [
      GateSchema,
      {
        "": "Whether an app is good enough to ship, and why not.",
        reasons: "One for each rule that is broken; empty for a pass.",
        thresholds: "What was asked for.",
        platforms: "Those that were looked at.",
      },
    ],
    Badge: [
      BadgeSchema,
      { "": "An app's public badge.", url: "null while it is off.", markdown: "The line to put into a readme." },
    ],
    Trend: [TrendSchema, { "": "One entry a day, oldest first; the last is today." }],
  },
  operations: {
    "GET /apps": { headers: ["ETag"], id: "listApps", description: "Not paged." },
    "POST /apps": { headers: ["Tag"], id: "createApp", statuses: [201], codes: ["unknown_platform", "name_taken"] },
    "GET /apps/:id": { headers: ["ETag"], id: "getApp" },
    "PATCH /apps/:id": { id: "changeApp", codes: ["unknown_platform", "name_taken", "not_empty"] },
    "GET /apps/:id/runbook": {
      headers: ["ETag"],
      id: "getRunbook",
      parameters: {
        since: "A revision: only checks that were restated after it, if the runbook is still the same one.",
      },
    },
    "GET /apps/:id/trend": { id: "getTrend", parameters: { days: "How many days back; 90 unless said." } },
    "GET /apps/:id/gate": {
      headers: ["ETag"],
      id: "getGate",
      description: "`needs_retest` and `untested` are not complete. The answer is 200 for both results: read `result`.",
      codes: ["unknown_platform"],
      parameters: {
        percent: "The least that must be complete; 100 unless said.",
        max_failed: "How many platform-checks may have failed; 0 unless said.",
        max_open: "How many issues may be open; 0 unless said.",
        platform: "Only these platforms: codes with commas, or the parameter several times.",
      },
    },
    "GET /apps/:id/badge": { id: "getBadge" },
    "PUT /apps/:id/badge": { id: "enableBadge" },
    "DELETE /apps/:id/badge": { id: "disableBadge" },
    "POST /apps/import": {
      id: "importRunbook",
      description:
        "The body is the file itself. Sections and checks are matched by ref, then by title; results and issues stay with them. What the file doesn't name stays, unless `prune` is set. Mistakes are told with line and column. Creating an app needs a key that reaches every app.",
      statuses: [200, 201],
      takes: RUNBOOK_TYPES,
      file: RunbookFile,
      codes: ["unknown_platform", "name_taken", "not_empty", "in_progress"],
      parameters: {
        app: "The app to update; without it the one that has the name in the file, or a new one.",
        dry_run: "`true` shows the plan and changes nothing.",
        prune: "`true` archives the checks, and deletes the sections, that the file does not name.",
      },
    },
    "GET /apps/:id/export": {
      id: "exportRunbook",
      description: "Importing the file again changes nothing.",
      types: RUNBOOK_TYPES,
      headers: ["Disposition", "ETag"],
      parameters: { format: "`yaml` unless said." },
    },
  },
};
