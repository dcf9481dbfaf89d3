// Columns on the way of a row to its workspace for which no database asks whether the row that they name is there, each with the reason.

/** By neither database. */
export const UNCHECKED: Readonly<Record<string, readonly string[]>> = {
  "entries outlive what they are about, and who writes one waits for nobody but the writer of the one before": [
    "audit",
    "audit_head",
  ],
  "they are gone within minutes or days": ["idempotency", "oauth_code", "passkey_challenge"],
  "they are written and dropped with their cycle, thousands in one statement": [
    "cycle_list",
    "cycle_status",
    "cycle_section",
    "cycle_tester",
    "cycle_day",
    "frozen_check",
    "frozen_status",
  ],
  "they come with every write to an issue that somebody watches, and nothing deletes what they name; the doctor looks for those that name nothing":
    ["comment", "mention", "watcher", "inbox_entry"],
  "whoever writes them holds the row that they name, and nothing deletes that": [
    "mail",
    "inbox_mail",
    "email_link",
    "gate_watch",
  ],
};

/** By PostgreSQL alone, where each check is a query of its own (docs/decisions/0019). The doctor looks for what they would have refused. */
export const UNCHECKED_BY_POSTGRES: Readonly<Record<string, readonly string[]>> = {
  ...UNCHECKED,
  "hot rows: the transaction that writes them holds their app's row": ["issue", "slot", "event", "delivery"],
};

export function isUnchecked(table: string, unchecked: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.values(unchecked).flat().includes(table);
}
