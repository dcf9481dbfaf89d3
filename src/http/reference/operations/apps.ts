// What the document says about apps, and about their runbooks as a whole.
import { AppEntrySchema, AppSchema, ChangeAppBody, CreateAppBody, SectionEntrySchema } from "../../../wire/apps/app.ts";
import { ArchivedAppSchema } from "../../../wire/archive/archived-app.ts";
import { CopyAppBody } from "../../../wire/runbook/copy.ts";
import { ImportSchema } from "../../../wire/runbook/import-request.ts";
import { IMPORTED_TOOLS } from "../../../wire/runbook/importers/importer-registry.ts";
import { ExportedRunbookSchema, RunbookFileSchema } from "../../../wire/runbook/runbook-schema.ts";
import { RunbookSchema } from "../../../wire/runbook/runbook-snapshot.ts";
import { AppReportSchema } from "../../../wire/status/app-report.ts";
import { BadgeSchema } from "../../../wire/status/badge.ts";
import { GateSchema } from "../../../wire/status/release-gate.ts";
import { TrendSchema } from "../../../wire/status/trend.ts";
import { LIST, type OperationGroup, REPORT } from "../document/operation.ts";

const RUNBOOK_TYPES = ["application/yaml", "application/json", "text/csv"];

export const apps: OperationGroup = {
  tag: "Apps",
  about:
    "A software product: its platforms, and its runbook of sections and checks. Counts in a summary are of platform-checks: a check on four platforms counts four times.",
  schemas: {
    App: [
      AppSchema,
      {
        "": "An app with its summary and sections.",
        name: "Accepted wherever an app's id is.",
        platforms: "Codes are defined per app.",
        mode: "An app in `live` mode accepts issues through its webhook, and issues without a check.",
        prefix: "The codes of its issues begin with it.",
        repositories: "If there are two or more, issues can be fixed on some platforms first.",
        summary:
          "`percent_complete` is passed and failed as a share of everything testable: `not_applicable` doesn't count.",
        sections: "In runbook order.",
      },
    ],
    AppEntry: [
      AppEntrySchema,
      { "": "An app in a list.", checks: "How many checks it has.", open_issues: "How many issues are open." },
    ],
    ArchivedApp: [
      ArchivedAppSchema,
      {
        "": "An app that was archived.",
        checks: "How many checks it has.",
        open_issues: "How many of its issues were open when it was archived.",
      },
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
        mode: "`testing` by default.",
        prefix: "Derived from the name by default.",
        platforms: "At least one. The label is the code by default.",
        sections: "With their checks, in runbook order. Missing refs are generated.",
      },
    ],
    CopyApp: [
      CopyAppBody,
      {
        name: "Of the new app; unique in the workspace.",
        prefix: "Derived from the name by default.",
        with_not_applicable: "Whether what is marked N/A is marked in the copy, too; true by default.",
      },
    ],
    ChangeApp: [
      ChangeAppBody,
      {
        "": "At least one of the fields.",
        platforms: "The whole new list. A platform that is in use can't be removed.",
        repositories: "The whole new list.",
      },
    ],
    Runbook: [
      RunbookSchema,
      {
        "": "A whole runbook, compact: statuses and open issues are lists in the order of the platforms.",
        revision: "Send it as `since` to get only what has changed after it.",
        whole: "Whether this is the whole runbook, or only what has changed since.",
      },
    ],
    RunbookFile: [RunbookFileSchema, { "": "A runbook as a file.", name: "The app's name." }],
    ExportedRunbook: [
      ExportedRunbookSchema,
      { "": "A runbook as a file that can be imported.", name: "The app's name." },
    ],
    Import: [
      ImportSchema,
      {
        "": "What importing a file did, or would do.",
        app: "null if a dry run would create the app.",
        format: "Whose format the file has: `runbook` is our own.",
        plan: "What is done, step by step.",
        counts: "How many sections and checks were added, changed and so on.",
        columns: "The columns of a table of another tool, what each is matched with, and what it holds first.",
        left_out:
          "What of another tool's export has no place in a runbook, by field and reason; `lines` are the first lines of the file, or rows of a sheet, where it stands.",
      },
    ],
    Gate: [
      GateSchema,
      {
        "": "Whether an app is good enough to ship, and if not, why.",
        reasons: "One for each threshold that is not met; empty if the gate passes.",
        thresholds: "The thresholds that were applied.",
        platforms: "The platforms that were looked at.",
        cycle: "The cycle that was asked for; left out if none was.",
      },
    ],
    AppReport: [
      AppReportSchema,
      {
        "": "The evidence of an app as it stands.",
        gate: "What the release gate says of the app, with the thresholds that were asked for.",
        sections: "In runbook order, each with its checks; `issues` are the codes of open issues.",
      },
    ],
    Badge: [
      BadgeSchema,
      { "": "An app's public badge.", url: "null while it is off.", markdown: "The line to paste into a README." },
    ],
    Trend: [TrendSchema, { "": "One entry a day, oldest first; the last is today." }],
  },
  operations: {
    "GET /apps": { headers: ["ETag"], id: "listApps", description: "Not paged." },
    "POST /apps": { headers: ["Tag"], id: "createApp", statuses: [201], codes: ["unknown_platform", "name_taken"] },
    "POST /apps/:id/copy": {
      headers: ["Tag"],
      id: "copyApp",
      description:
        "Mode, platforms, repositories, sections and checks are copied, with their refs. Results, issues, the webhook and connections are not.",
      statuses: [201],
      codes: ["name_taken"],
    },
    "GET /apps/:id": { headers: ["ETag"], id: "getApp" },
    "PATCH /apps/:id": { id: "changeApp", codes: ["unknown_platform", "name_taken", "not_empty"] },
    "GET /apps/archived": { id: "listArchivedApps" },
    "POST /apps/:id/archive": {
      id: "archiveApp",
      description:
        "Until it is restored, the app is in no list, and every request about it is answered 404, also those to its webhook and its connections. Nothing is deleted, its name and prefix stay taken, and keys and people keep their reach. If it is archived already, nothing changes.",
    },
    "POST /apps/:id/restore": {
      id: "restoreApp",
      headers: ["Tag"],
      description: "Everything is as it was when the app was archived. If it is not archived, nothing changes.",
    },
    "GET /apps/:id/runbook": {
      headers: ["ETag"],
      id: "getRunbook",
      parameters: {
        since:
          "A revision: get only the checks whose status has changed after it. If sections or checks themselves have changed, the whole runbook is returned.",
      },
    },
    "GET /apps/:id/trend": { id: "getTrend", parameters: { days: "How many days back; 90 by default." } },
    "GET /apps/:id/gate": {
      headers: ["ETag"],
      id: "getGate",
      description:
        "`needs_retest` and `untested` are not complete. The status is 200 whether the gate passes or fails: read `result`.",
      codes: ["unknown_platform"],
      parameters: {
        percent: "The least percentage that must be complete; 100 by default.",
        max_failed: "How many platform-checks may be failed; 0 by default.",
        max_open: "How many issues may be open; 0 by default.",
        platforms: `Only these platforms: ${LIST}`,
        platform: "The former name of `platforms`.",
        cycle: "Decide by this cycle, open or closed, instead of by the app: id or name.",
      },
    },
    "GET /apps/:id/report": {
      id: "getAppReport",
      description: "It is of this moment. The report of a closed cycle never changes.",
      ...REPORT,
    },
    "GET /apps/:id/badge": { id: "getBadge" },
    "PUT /apps/:id/badge": { id: "enableBadge" },
    "DELETE /apps/:id/badge": { id: "disableBadge" },
    "POST /apps/import": {
      id: "importRunbook",
      description: `The body is the file itself: a runbook in YAML, JSON or CSV, or an export of ${IMPORTED_TOOLS}, or any other table of test cases. What it is, is recognised by its content. Sections and checks are matched by ref, then by title; results and issues stay with them. What the file doesn't contain is kept, unless \`prune\` is set. Mistakes in the file are reported with line and column. Creating an app needs a key that reaches every app.`,
      statuses: [200, 201],
      takes: RUNBOOK_TYPES,
      file: RunbookFileSchema,
      codes: ["unknown_platform", "name_taken", "not_empty", "in_progress"],
      parameters: {
        app: "The app to update. By default it is the app with the name in the file; if there is none, it is created.",
        dry_run: "`true` shows the plan and changes nothing.",
        prune: "`true` archives the checks, and deletes the sections, that are not in the file.",
        format:
          "Whose format the file has, where it should not be recognised by its content. `table` is any table of test cases.",
        name: "The name of the app to create or update, for a file that names none.",
        platforms: `Codes of platforms, for a file that names none: ${LIST}`,
        ref_prefix: "Is put in front of the ids of another tool's cases to make them refs.",
        columns:
          'What the columns of any table are matched with, as an object in JSON: `{"title": "Case", "section": ["Area", "Feature"]}`. Without it they are recognised by their names.',
        keep_fields:
          "`true` puts fields of another tool that a check does not have at the end of its instructions, instead of listing them in `left_out`.",
      },
    },
    "GET /apps/:id/export": {
      id: "exportRunbook",
      description: "Importing the file again changes nothing.",
      types: RUNBOOK_TYPES,
      headers: ["Disposition", "ETag"],
      parameters: {
        format: "`yaml` by default.",
        cycle: "Only what is in this cycle, with its statuses: id or name.",
      },
    },
  },
};
