// What the document says about issues.

import { ItemSchema } from "../../../wire/connections/linked-item.ts";
import { CommentBody, CommentSchema } from "../../../wire/issues/comment.ts";
import { HistoryEntrySchema } from "../../../wire/issues/history.ts";
import {
  ConfirmIssueBody,
  EditIssueBody,
  FixIssueBody,
  IssueSchema,
  PlaceIssueBody,
  RaiseIssueBody,
} from "../../../wire/issues/issue.ts";
import { ChangeIssuesBody, IssueOutcomeSchema } from "../../../wire/issues/issue-batch.ts";
import { IDEMPOTENT, type OperationGroup } from "../document/operation.ts";

export const issues: OperationGroup = {
  tag: "Issues",
  about:
    "Something is wrong with a check, on some platforms or on all of them; in live mode also with a section, or with nothing in particular. While an issue is open the check reads `failed` there. Fixing it leads to `needs_retest`, never straight to `passed`.",
  schemas: {
    Issue: [
      IssueSchema,
      {
        "": "An issue. Every field is always present; it is null or empty if there is no value.",
        id: "Ids sort by the time the issue was raised.",
        code: "A short name for people: the app's prefix and a number. Accepted wherever the id is, in upper or lower case.",
        url: "Its page in the interface.",
        check: "The check that it is about; null for an issue without one.",
        platforms: "Codes of the affected platforms; empty means every platform.",
        all_platforms: "Whether `platforms` is empty.",
        status: "Stays `open` until it is fixed on all its platforms.",
        raised_by: "The name shown: `… via API`, `… via webhook`, or a person's name.",
        reporter: "The person outside the team who reported it.",
        via: "The channel it was raised through: `api`, `webhook`, `chat_a` (Slack), `chat_b` (Microsoft Teams), `tracker` (Sentry); null for the interface.",
        edited_by: "Who edited it last.",
        fixed_on:
          "The platforms that it is fixed on, if the app is built from several repositories and the issue was fixed platform by platform.",
        still_open_on: "While it is fixed on some platforms only: the platforms that are still open.",
        webhook:
          "For an issue that was raised through the webhook: the tool, its own id, the link back, how many deliveries reported it, and when the last one came.",
        section_id: "In live mode: the section of an issue without a check.",
        assignees: "Names of the assigned people.",
        confirmed_fixed_by: "Who confirmed that the fix of an issue without a check holds.",
        tracker: "For an issue that was raised from an error tracker.",
        attachments: "Screenshots and recordings; they are viewed in the interface.",
      },
    ],
    HistoryEntry: [
      HistoryEntrySchema,
      {
        "": "One thing that happened to an issue.",
        by: "The name of the person, key or tool that did it.",
        changes: "What changed, including any text that was replaced.",
      },
    ],
    Comment: [
      CommentSchema,
      {
        "": "What somebody said of an issue.",
        text: "Plain text. The interface shows links, code and lists in it, and never HTML.",
        written_by:
          "The name shown: a person's, a key's with `via API` or `via MCP`, or who wrote it in a connected tracker.",
        edited_at: "When it was last edited; null if it never was.",
        mentions: "People whose names stand in the text behind an `@`, and who reach the app: they are told.",
        tool: "The connected tracker where it was written; null for a comment that was written here.",
        own: "Whether you wrote it, and so may edit and delete it.",
        deletable:
          "Whether you may delete it: your own, and as an admin one of a tracker, of a person who was removed or of a key that was revoked.",
      },
    ],
    WriteComment: [CommentBody, { text: "The comment, in plain text." }],
    Item: [
      ItemSchema,
      {
        "": "The item of a connected tool that stands for the issue.",
        external_id: "The tool's own id.",
        name: "The name that people see in the tool.",
      },
    ],
    RaiseIssue: [
      RaiseIssueBody,
      {
        app: "Id or exact name.",
        check: "Ref, id or exact title. May be left out in live mode.",
        section:
          "Id, ref or title: decides between checks with the same title. Without a check, in live mode, it is the section that the issue belongs to.",
        text: "What is wrong.",
        platforms: "Platform codes. If it is left out or empty, the issue affects every platform.",
        reporter: "The person outside the team who reported it.",
      },
    ],
    EditIssue: [
      EditIssueBody,
      {
        "": "At least one of the fields.",
        text: "The new text; the old one is kept in the history.",
        platforms: "Replaces the list; `[]` means every platform.",
        priority: "null removes it.",
      },
    ],
    FixIssue: [
      FixIssueBody,
      {
        fixed: "false reopens the issue.",
        platforms: "The platforms that it is fixed on; only for apps built from several repositories.",
        pull_request: "The pull request that fixed it; only for apps built from several repositories.",
      },
    ],
    PlaceIssue: [
      PlaceIssueBody,
      {
        "": "`{check}` places the issue on a check; in live mode `{section}` places it in a section, and `{}` nowhere in particular.",
        check: "Ref, id or exact title of a check of the issue's app. May be left out in live mode.",
        section:
          "Id, ref or title: decides between checks with the same title. Without a check, in live mode, it is the section that the issue belongs to.",
      },
    ],
    ChangeIssues: [
      ChangeIssuesBody,
      {
        ids: "Ids or codes, of any apps in reach; one that appears twice counts once.",
        change:
          "Exactly one of the fields: `fixed` (false reopens; needs the role admin), `priority` (null removes it), `assignees` (ids of people, or names as issues show them; replaces the list), `place`.",
      },
    ],
    IssueOutcome: [
      IssueOutcomeSchema,
      {
        "": "What became of one issue of a batch.",
        id: "The id or code that was sent.",
        issue: "The issue as it is now; null if it was refused.",
        error: "Why this issue was refused; null if it was not.",
      },
    ],
    ConfirmIssue: [ConfirmIssueBody, { confirmed: "false takes the confirmation back." }],
  },
  operations: {
    "POST /issues": {
      id: "raiseIssue",
      description:
        "The check reads `failed` on the affected platforms from now on. In testing mode an issue needs a check; in live mode it may belong to a section, or to nothing.",
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
        sort: "`raised_at` (newest first) or `fixed_at` (most recently fixed first; fixed issues only). If two were fixed at the same time, the one that was fixed last comes first.",
        priority: "Only issues with this priority; `none` finds issues without one.",
        platform: "Only issues that affect this platform; needs `app`.",
        section: "Only issues in this section: id, ref or title; needs `app`.",
      },
    },
    "GET /issues/:id": { headers: ["ETag"], id: "getIssue" },
    "PATCH /issues/:id": {
      id: "editIssue",
      description: "The reporter stays, `edited_by` says who changed it, and the replaced text is kept in the history.",
      codes: ["unknown_platform", "nothing_left_open"],
    },
    "POST /issues/:id/fix": {
      headers: ["Tag"],
      id: "fixIssue",
      description:
        'Without a body, or with `{"fixed": true}`, the issue is fixed and its platforms read `needs_retest`. `{"fixed": false}` reopens it, and the check fails again. Fixing a fixed issue changes nothing.',
      codes: ["unknown_platform"],
    },
    "POST /issues/:id/confirm": {
      headers: ["Tag"],
      id: "confirmIssue",
      description: "The retest of an issue that has no check. For one with a check, record a result.",
      codes: ["has_check", "not_fixed"],
    },
    "PUT /issues/:id/place": {
      id: "placeIssue",
      description:
        "Says where an issue belongs. The statuses of both places follow in the same step: the check that it leaves no longer fails by it, the one that it comes to does. Fixes stay, each as of when it was made: if the new check has no later result on a fixed platform, it reads `needs_retest` there. The fix of an issue on a check is verified by results. A place that it has already changes nothing. Of an issue that is fixed on some platforms only, at least one that is still open must count on the new check, else the answer is `nothing_left_open`.",
      codes: ["missing_check", "ambiguous_check", "ambiguous_section", "nothing_left_open"],
    },
    "POST /issues/batch": {
      headers: IDEMPOTENT.headers,
      id: "changeIssues",
      description:
        "Each issue answers for itself, in the order of `ids`: with the issue as it is now, or with the error that the change of this issue alone would have answered. The role is that of the single change: `fixed` needs admin, the others tester.",
      codes: IDEMPOTENT.codes,
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "GET /issues/:id/history": { headers: ["ETag"], id: "listHistory" },
    "GET /issues/:id/items": { id: "listItems" },
    "GET /issues/:id/comments": {
      headers: ["ETag"],
      id: "listComments",
      parameters: { order: "`oldest` first, as without it, or `newest` first." },
    },
    "POST /issues/:id/comments": {
      headers: IDEMPOTENT.headers,
      id: "addComment",
      description:
        "A comment by a key carries the key's name. The history says that there was a comment, without its text.",
      statuses: [201],
      codes: IDEMPOTENT.codes,
      requestHeaders: IDEMPOTENT.requestHeaders,
    },
    "PATCH /issues/:id/comments/:comment": {
      id: "editComment",
      description:
        "Only for whoever wrote it: a person their own comments, a key those that it wrote. The text before is not kept.",
    },
    "DELETE /issues/:id/comments/:comment": {
      id: "deleteComment",
      description:
        "Only for whoever wrote it; an admin also deletes comments of trackers, of people who were removed and of keys that were revoked. The text is gone; the history says that a comment was deleted.",
      statuses: [204],
    },
  },
};
