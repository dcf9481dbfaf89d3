// What of a workspace is in its export: of every table whether its rows come along, and if not, why. A test holds this list against the
// schema, so that whoever adds a table has to say.
import { TABLES } from "../migrations/all.ts";
import { allowanceScope, deliveryScope } from "../workspace/counters.ts";
import { isOfWorkspace } from "../workspace/workspace-of-rows.ts";
import type { Choice } from "./dump.ts";

/** Whether a table is exported: by its workspace, by a condition of its own, or not at all and why. */
type Exported = "yes" | { where: string; values(workspaceId: string): string[] } | { not: string };

const SIGNED_IN_ANEW = { not: "people sign in anew, and a link that was used must not work a second time elsewhere" };
const LET_IN_ANEW = { not: "assistants are let in anew: they know the address that they were let in at" };
const OF_INSTALLATION = { not: "belongs to the installation, not to a workspace" };
const OF_INDEX = { not: "the search index is made anew from the issues" };

export const EXPORTED: Readonly<Record<string, Exported>> = {
  workspace: "yes",
  app: "yes",
  platform: "yes",
  repository: "yes",
  section: "yes",
  '"check"': "yes",
  standing: "yes",
  result: "yes",
  issue: "yes",
  fix: "yes",
  slot: "yes",
  event: "yes",
  key: "yes",
  key_secret: {
    where: "key_id in (select id from key where workspace_id = ? and client_id is null)",
    values: (id) => [id],
  },
  person: "yes",
  // Counts of an hour and of a month come along: those of a minute are over before anybody could go on counting.
  counter: {
    where: `scope = ? or scope in (select '${deliveryScope("")}' || id from app where workspace_id = ?)`,
    values: (id) => [allowanceScope(id), id],
  },
  webhook: "yes",
  delivery: "yes",
  notification: "yes",
  secret_check: OF_INSTALLATION,
  session: SIGNED_IN_ANEW,
  invitation: "yes",
  snapshot: "yes",
  attachment: "yes",
  loose_file: OF_INSTALLATION,
  assignee: "yes",
  app_place: OF_INDEX,
  issue_index: OF_INDEX,
  audit: "yes",
  audit_head: "yes",
  connection: "yes",
  forward: "yes",
  item: "yes",
  receipt: "yes",
  idempotency: "yes",
  badge: "yes",
  former_prefix: "yes",
  archived_section: "yes",
  cycle: "yes",
  cycle_list: "yes",
  cycle_status: "yes",
  cycle_section: "yes",
  cycle_tester: "yes",
  cycle_day: "yes",
  frozen_check: "yes",
  frozen_status: "yes",
  result_attachment: "yes",
  reset_link: SIGNED_IN_ANEW,
  comment: "yes",
  mention: "yes",
  watcher: "yes",
  inbox_entry: "yes",
  second_factor: "yes",
  recovery_code: "yes",
  half_session: SIGNED_IN_ANEW,
  sign_in_choice: SIGNED_IN_ANEW,
  sign_up: OF_INSTALLATION,
  passkey_challenge: SIGNED_IN_ANEW,
  // Whoever signs up has no workspace yet: their mails are kept with those of the first one.
  mail: { where: "workspace_id = ? and kind <> 'sign_up'", values: (id) => [id] },
  identity: "yes",
  erasure: "yes",
  inbox_mail: "yes",
  email_link: SIGNED_IN_ANEW,
  mailed_reset_link: SIGNED_IN_ANEW,
  gate_watch: "yes",
  oauth_client: LET_IN_ANEW,
  oauth_code: LET_IN_ANEW,
  refresh_token: LET_IN_ANEW,
  live_place: OF_INSTALLATION,
  workspace_use: { not: "it is counted anew where the workspace comes in" },
};

/** Each table comes after those that its rows refer to. */
export const EXPORTED_TABLES: readonly string[] = TABLES.filter((table) => isExported(EXPORTED[table]!));

function isExported(exported: Exported): boolean {
  return exported === "yes" || "where" in exported;
}

export function exportOf(workspaceId: string): Choice {
  return {
    tables: EXPORTED_TABLES,
    rowsOf(table) {
      const exported = EXPORTED[table]!;
      if (typeof exported === "object" && "where" in exported) {
        return { where: exported.where, values: exported.values(workspaceId) };
      }
      return { where: isOfWorkspace(table)!, values: [workspaceId] };
    },
  };
}
