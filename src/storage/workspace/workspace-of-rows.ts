// How a row of each table reaches its workspace: by a column of its own, or by the row of another table that it belongs to. A test holds
// this list against the schema, so that whoever adds a table has to say whose its rows are.

/** Ends at the workspace, step by step; `whole` says why a table belongs to the whole installation instead. */
export type WayToWorkspace = { column: string; of: string; by?: string } | { whole: string };

const OWN: WayToWorkspace = { column: "workspace_id", of: "workspace" };
const OF_APP: WayToWorkspace = { column: "app_id", of: "app" };
const OF_ISSUE: WayToWorkspace = { column: "issue_id", of: "issue" };
const OF_CYCLE: WayToWorkspace = { column: "cycle_id", of: "cycle" };
const OF_CONNECTION: WayToWorkspace = { column: "connection_id", of: "connection" };
const OF_PERSON: WayToWorkspace = { column: "person_id", of: "person" };
const OF_KEY: WayToWorkspace = { column: "key_id", of: "key" };

export const WORKSPACE_OF_ROWS: Readonly<Record<string, WayToWorkspace>> = {
  workspace: { column: "id", of: "workspace" },
  workspace_use: OWN,
  app: OWN,
  platform: OF_APP,
  repository: OF_APP,
  section: OF_APP,
  '"check"': OF_APP,
  standing: { column: "check_id", of: '"check"' },
  result: OF_APP,
  issue: OF_APP,
  fix: OF_ISSUE,
  slot: OF_APP,
  event: OF_APP,
  key: OWN,
  key_secret: OF_KEY,
  person: OWN,
  counter: { whole: "counts of a minute, an hour or a month, each under the id of what is counted" },
  webhook: OF_APP,
  delivery: OF_APP,
  notification: OF_APP,
  secret_check: { whole: "tells which secret key the database belongs to" },
  session: OF_PERSON,
  invitation: OWN,
  snapshot: OF_APP,
  attachment: OF_ISSUE,
  loose_file: { whole: "names of stored files that no row names, each random and known to nobody" },
  assignee: OF_ISSUE,
  app_place: OF_APP,
  issue_index: { whole: "the embedded database's search index, asked only for the apps in reach" },
  audit: OWN,
  audit_head: OWN,
  connection: OF_APP,
  forward: OF_APP,
  item: OF_CONNECTION,
  receipt: OF_CONNECTION,
  idempotency: OF_APP,
  badge: OF_APP,
  former_prefix: OWN,
  archived_section: OF_APP,
  cycle: OF_APP,
  cycle_list: OF_CYCLE,
  cycle_status: OF_CYCLE,
  cycle_section: OF_CYCLE,
  cycle_tester: OF_CYCLE,
  cycle_day: OF_CYCLE,
  frozen_check: OF_CYCLE,
  frozen_status: OF_CYCLE,
  result_attachment: { column: "result_id", of: "result" },
  reset_link: OF_PERSON,
  comment: OF_APP,
  mention: { column: "comment_id", of: "comment" },
  watcher: OF_ISSUE,
  inbox_entry: OF_APP,
  second_factor: OF_PERSON,
  recovery_code: OF_PERSON,
  half_session: OF_PERSON,
  sign_in_choice: OF_PERSON,
  sign_up: { whole: "people who have no workspace yet, by the address that they have to confirm" },
  passkey_challenge: { column: "session_hash", of: "session", by: "hash" },
  mail: OWN,
  identity: OF_PERSON,
  erasure: OWN,
  inbox_mail: OF_PERSON,
  email_link: OF_PERSON,
  mailed_reset_link: OF_PERSON,
  gate_watch: OF_APP,
  oauth_client: {
    whole: "an assistant introduces itself before anybody has signed in, and people of any workspace may let it in",
  },
  oauth_code: OF_PERSON,
  refresh_token: OF_KEY,
  live_place: { whole: "counts of open live streams, each under the id of a person or an address" },
};

/**
 * The condition that a table's row belongs to one workspace, with one placeholder; null for tables of the whole
 * installation.
 */
export function isOfWorkspace(table: string): string | null {
  const way = WORKSPACE_OF_ROWS[table]!;
  if ("whole" in way) return null;
  const { column, of, by = "id" } = way;
  if (of === "workspace") return `${column} = ?`;
  return `${column} in (select ${by} from ${of} where ${isOfWorkspace(of)})`;
}
