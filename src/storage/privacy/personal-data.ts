// Where personal data is: every column of every table, and what is done with it when somebody or an app is erased. A test holds this list
// against the schema, so that whoever adds a column has to say what will be in it.
import { SIGN_IN_DATA } from "./sign-in-data.ts";
import type { TableData } from "./table-data.ts";

const OF_ISSUE = "(select app_id from issue where issue.id = issue_id)";
const OF_CHECK = '(select app_id from "check" c where c.id = check_id)';
const OF_RESULT = "(select app_id from result where result.id = result_id)";
const OF_COMMENT = "(select app_id from comment where comment.id = comment_id)";
const OF_CYCLE = "(select app_id from cycle where cycle.id = cycle_id)";
const OF_CONNECTION = "(select app_id from connection where connection.id = connection_id)";
const WORKSPACE_OF_APP = "(select workspace_id from app where app.id = app_id)";
const COUNTS = "passed failed needs_retest untested not_applicable";

export const PERSONAL_DATA: Readonly<Record<string, TableData>> = {
  ...SIGN_IN_DATA,
  workspace: {
    key: "id",
    none: "id name plan created_at keys_revision second_factor request_rate delivery_rate stream_limit file_limit",
  },
  workspace_use: {
    key: "workspace_id",
    none: "workspace_id counted_at month apps people keys issues issues_of_month deliveries_of_month deliveries_until last_activity_at",
  },
  app: {
    key: "id",
    app: "id",
    title: "name",
    own: "name_form name_of_form",
    none: "id workspace_id prefix mode plan created_at updated_at revision shape_revision structure_revision last_number last_ref checks open_issues forwards archived_at",
  },
  platform: { key: "app_id code", app: "app_id", title: "label", none: "app_id code position used" },
  repository: { key: "app_id repo", app: "app_id", none: "app_id repo platforms position" },
  section: { key: "id", app: "app_id", title: "title", none: `id app_id ref position created_at checks ${COUNTS}` },
  '"check"': {
    key: "id",
    app: "app_id",
    title: "title instructions",
    none: "id app_id section_id ref position created_at archived_at archived_section_id archived_behind_id",
  },
  standing: {
    key: "check_id platform",
    app: OF_CHECK,
    none: "check_id platform status not_applicable open_issues fixed_revision result_revision outcome result_id revision",
  },
  result: {
    key: "id",
    app: "app_id",
    label: "recorded_by",
    text: "note",
    title: "build",
    json: "attachments",
    none: "id workspace_id app_id check_id platform outcome recorded_at revision cycle_id",
  },
  issue: {
    key: "id",
    app: "app_id",
    json: "document",
    own: "terms",
    none: "id workspace_id app_id number check_id section_id status fixed_at fixed_revision dedupe_key unverified searched repeats repeated_at",
  },
  fix: { key: "issue_id platform", app: OF_ISSUE, none: "issue_id platform check_id revision" },
  slot: { key: "app_id dedupe_key", app: "app_id", title: "dedupe_key", none: "app_id issue_id waiting" },
  event: {
    key: "app_id revision part",
    app: "app_id",
    label: "actor",
    json: "changes",
    none: "app_id revision part kind at issue_id",
  },
  key: {
    key: "id",
    workspace: "workspace_id",
    text: "name",
    maker: "created_by",
    none: "id workspace_id role apps created_at last_used_at revoked_at created_by expires_at client_id vouched",
  },
  key_secret: { key: "hash", none: "hash key_id expires_at" },
  counter: { key: "scope period", none: "scope period n" },
  live_place: { key: "scope server", none: "scope server n until" },
  webhook: {
    key: "app_id",
    app: "app_id",
    used: "notify_url mapping",
    none: "app_id enabled token_hash token preset default_platforms default_priority secret created_at recoveries default_section",
  },
  delivery: {
    key: "app_id id",
    app: "app_id",
    text: "message",
    json: "headers",
    body: "body",
    none: "id app_id received_at status code issue_id replay_of encoding recovery items",
  },
  notification: {
    key: "id",
    app: "app_id",
    json: "body",
    text: "outcome",
    none: "id app_id issue_id kind repeat_of state created_at claimed_at finished_at http_status duration_ms",
  },
  secret_check: { key: "id", none: "id sealed audit_since" },
  snapshot: { key: "app_id day", app: "app_id", none: `app_id day revision ${COUNTS}` },
  attachment: {
    key: "issue_id name",
    app: OF_ISSUE,
    title: "name",
    none: "issue_id kind type size hash file attached_at",
  },
  loose_file: { key: "file", none: "file since" },
  assignee: { key: "issue_id person_id", app: OF_ISSUE, none: "issue_id person_id position" },
  audit: {
    key: "workspace_id id",
    own: "actor_name address target_name details salts request_id",
    none: "id workspace_id at actor_kind actor_id action target_kind target_id app_id previous",
  },
  audit_head: {
    key: "workspace_id",
    none: "workspace_id entries last_id last_at last_hash cut_id cut_hash unanchored_id mac",
  },
  connection: {
    key: "id",
    app: "app_id",
    title: "name",
    text: "heard sent",
    used: "settings",
    none: "id app_id tool enabled token_hash token credentials created_at heard_at sent_at failures paused_at next_at",
  },
  forward: {
    key: "id",
    app: "app_id",
    json: "happening",
    text: "outcome",
    none: "id app_id connection_id issue_id kind state attempts created_at tried_at finished_at http_status",
  },
  item: {
    key: "connection_id external_id",
    app: OF_CONNECTION,
    title: "name url",
    none: "connection_id external_id issue_id state seen",
  },
  gate_watch: { key: "connection_id", app: "app_id", none: "connection_id app_id result due_at" },
  receipt: { key: "connection_id name", app: OF_CONNECTION, none: "connection_id name at" },
  idempotency: {
    key: "owner key",
    workspace: WORKSPACE_OF_APP,
    app: "app_id",
    json: "output",
    dropped: "key",
    none: "owner print app_id made_at",
  },
  badge: { key: "app_id", app: "app_id", none: "app_id token_hash token created_at" },
  former_prefix: { key: "workspace_id prefix", app: "app_id", none: "workspace_id prefix app_id" },
  archived_section: {
    key: "id",
    app: "app_id",
    title: "title",
    none: "id app_id ref position created_at archived_at",
  },
  cycle: {
    key: "id",
    app: "app_id",
    label: "started_by closed_by",
    title: "name name_form build",
    none: `id app_id platforms sections from_cycle_id start_revision started_at closed_at checks ${COUNTS} open_issues frozen_platforms`,
  },
  cycle_list: { key: "cycle_id check_id platform", app: OF_CYCLE, none: "cycle_id check_id platform" },
  cycle_status: {
    key: "cycle_id check_id platform",
    app: OF_CYCLE,
    none: "cycle_id check_id platform status outcome result_id revision",
  },
  cycle_section: {
    key: "cycle_id section_id",
    app: OF_CYCLE,
    title: "title",
    none: `cycle_id section_id ref position checks ${COUNTS}`,
  },
  cycle_tester: { key: "cycle_id section_id person_id", app: OF_CYCLE, none: "cycle_id section_id person_id" },
  cycle_day: { key: "cycle_id day", app: OF_CYCLE, none: `cycle_id day revision ${COUNTS}` },
  frozen_check: {
    key: "cycle_id position",
    app: OF_CYCLE,
    title: "title instructions",
    none: "cycle_id position check_id section_id ref created_at",
  },
  frozen_status: {
    key: "cycle_id check_id platform",
    app: OF_CYCLE,
    label: "recorded_by",
    text: "note",
    title: "build",
    none: "cycle_id check_id platform status outcome result_id recorded_at issues",
  },
  result_attachment: {
    key: "result_id name",
    app: OF_RESULT,
    title: "name",
    none: "result_id kind type size hash file attached_at",
  },
  comment: {
    key: "id",
    app: "app_id",
    label: "author",
    text: "text",
    named: ["author_id", "author"],
    none: "id issue_id app_id author_kind author_id written_at edited_at deleted_at tool connection_id external_id",
  },
  mention: {
    key: "comment_id person_id",
    app: OF_COMMENT,
    owner: "person_id",
    label: "name",
    named: ["person_id", "name"],
    none: "comment_id person_id",
  },
  watcher: {
    key: "issue_id person_id",
    app: OF_ISSUE,
    owner: "person_id",
    none: "issue_id person_id reason stopped_at",
  },
  inbox_entry: {
    key: "id",
    app: "app_id",
    owner: "person_id",
    label: "actor",
    named: ["actor_id", "actor"],
    none: "id person_id actor_id app_id kind subject issue_id cycle_id comment_id connection_id times at revision read_at unmailed",
  },
  erasure: {
    key: "id",
    workspace: "workspace_id",
    label: "started_by",
    named: ["started_by_id", "started_by"],
    own: "subject",
    none: "id workspace_id kind state progress changed started_at started_by_id settles_at finished_at",
  },
};
