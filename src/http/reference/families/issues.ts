// What the document says about issues.
import { ItemSchema } from "../../../wire/connection.ts";
import { HistoryEntrySchema } from "../../../wire/history.ts";
import { ConfirmIssueBody, EditIssueBody, FixIssueBody, IssueSchema, RaiseIssueBody } from "../../../wire/issue.ts";
import { type Family, IDEMPOTENT } from "../operation.ts";

export const issues: Family = {
  tag: "Issues",
  about:
    "Something is wrong with a check, on some platforms or on all of them; in live mode also with a section, or with nothing in particular. While an issue is open the check reads `failed` there. Fixing it leads to `needs_retest`, never straight to `passed`.",
  schemas: {
    Issue: [
      IssueSchema,
      {
        "": "An issue. Every field is always there, null or empty where there is nothing to say.",
        id: "Sorts by the time it was raised.",
        code: "What people call it: the app's prefix and a number. Accepted wherever the id is, in any case.",
        url: "Its page in the interface.",
        check: "The check that it is about; null for an issue without one.",
        platforms: "Codes of the platforms concerned; empty means every platform.",
        all_platforms: "Whether `platforms` is empty.",
        status: "Stays `open` until it is fixed on all its platforms.",
        raised_by: "The name shown: `… via API`, `… via webhook`, or a person's name.",
        reporter: "Somebody outside the team who reported it.",
        via: "The channel it came by: `api`, `webhook`, `chat_a` (Slack), `chat_b` (Microsoft Teams), `tracker` (Sentry); null for the interface.",
        edited_by: "Who changed it last.",
        fixed_on: "The platforms it is fixed on, of an app that is built from several repositories.",
        still_open_on: "While it is fixed on some platforms and not on others: the others.",
        webhook:
          "Of an issue that came in by the webhook: the tool, its own id, the link back, how many deliveries reported it, and when the last one came.",
        section_id: "In live mode: the section of an issue without a check.",
        assignees: "Names of the people who see to it.",
        confirmed_fixed_by: "Who confirmed that the fix of an issue without a check holds.",
        tracker: "Of an issue that came from an error tracker.",
        attachments: "Screenshots and recordings; they are looked at in the interface.",
      },
    ],
    HistoryEntry: [
      HistoryEntrySchema,
      {
        "": "One thing that happened to an issue.",
        by: "The name of whoever did it.",
        changes: "What it did: wording that was replaced is in here.",
      },
    ],
    Item: [
      ItemSchema,
      {
        "": "What an issue is in a connected tool.",
        external_id: "The tool's own id.",
        name: "What people call it there.",
      },
    ],
    RaiseIssue: [
      RaiseIssueBody,
      {
        app: "Id or exact name.",
        check: "Ref, id or exact title. May be left out in live mode.",
        section:
          "Id, ref or title: decides between checks of one title. Without a check, in live mode, it is where the issue belongs.",
        text: "What is wrong.",
        platforms: "Codes; left out or empty: every platform.",
        reporter: "Somebody outside the team who reported it.",
      },
    ],
    EditIssue: [
      EditIssueBody,
      {
        "": "At least one of the fields.",
        text: "The new wording; the old one stays in the history.",
        platforms: "In place of those before; `[]` means every platform.",
        priority: "null takes it away.",
      },
    ],
    FixIssue: [
      FixIssueBody,
      {
        fixed: "false reopens the issue.",
        platforms: "Where it is fixed; only for apps built from several repositories.",
        pull_request: "What fixed it; only for apps built from several repositories.",
      },
    ],
    ConfirmIssue: [ConfirmIssueBody, { confirmed: "false takes the confirmation back." }],
  },
  operations: {
    "POST /issues": {
      id: "raiseIssue",
      description:
        "The check reads `failed` on the platforms concerned from this moment. In testing mode an issue needs a check; in live mode it may sit on a section, or on nothing.",
      statuses: [201],
      codes: [
        "unknown_platform",
        "missing_check",
        "limit_reached",
        "ambiguous_check",
        "ambiguous_section",
        ...IDEMPOTENT.codes,
      ],
      headers: ["Tag", ...IDEMPOTENT.headers],
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "GET /issues": {
      headers: ["ETag"],
      id: "listIssues",
      description:
        "Open issues of every app in reach, unless the parameters say otherwise. The cursor marks a place in time: issues raised while you page don't shift the pages.",
      codes: ["unknown_platform", "invalid_sort", "ambiguous_section", "ambiguous_check"],
      parameters: {
        app: "Only issues of this app: its id or exact name.",
        check: "Only issues of this check: its id, or its ref together with `app`.",
        status: "`open` by default; `fixed` with `sort=fixed_at`.",
        sort: "`raised_at` (newest first) or `fixed_at` (most recently fixed first; fixed issues only). Of equal times the one that its app fixed last comes first.",
        priority: "Only issues of this priority, or with `none`.",
        platform: "Only issues that concern this platform; with `app`.",
        section: "Only issues in this section: id, ref or title; with `app`.",
      },
    },
    "GET /issues/:id": { headers: ["ETag"], id: "getIssue" },
    "PATCH /issues/:id": {
      id: "editIssue",
      description:
        "The reporter stays, `edited_by` tells who changed it, and the wording that was replaced is kept in the history.",
      codes: ["unknown_platform", "nothing_left_open"],
    },
    "POST /issues/:id/fix": {
      headers: ["Tag"],
      id: "fixIssue",
      description:
        'Without a body, or with `{"fixed": true}`, the issue is fixed and its platforms read `needs_retest`. `{"fixed": false}` reopens it and the check fails again. Fixing what is fixed changes nothing.',
      codes: ["unknown_platform"],
    },
    "POST /issues/:id/confirm": {
      headers: ["Tag"],
      id: "confirmIssue",
      description: "The retest of an issue that has no check. For one with a check, record a result.",
      codes: ["has_check", "not_fixed"],
    },
    "GET /issues/:id/history": { headers: ["ETag"], id: "listHistory" },
    "GET /issues/:id/items": { id: "listItems" },
  },
};
