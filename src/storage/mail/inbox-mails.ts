// Mails about inboxes: what each person wants, entries that no mail has been planned for, and the one mail that waits for a person.
import type { InboxMailChoice } from "../../domain/mail/inbox-mail-schedule.ts";
import { command, type Dialect, query, type Reads, returning, type Tx } from "../database/database.ts";
import { MAIL_COLUMNS, type Mail } from "./mails.ts";

export interface InboxMail {
  /** The person's choice; null if they made none. */
  choice: InboxMailChoice | null;
  mailedAt: number | null;
}

const ofPerson = query<InboxMail>({ choice: "choice", mailedAt: "mailed_at" }, "from inbox_mail where person_id = ?");
const choose = command(
  "insert into inbox_mail (person_id, choice) values (?, ?) on conflict (person_id) do update set choice = excluded.choice",
);
const mailed = command(
  "insert into inbox_mail (person_id, mailed_at) values (?, ?) on conflict (person_id) do update set mailed_at = excluded.mailed_at",
);
const withUnmailed = query<{ personId: string }>(
  { personId: "distinct person_id" },
  "from inbox_entry where unmailed is not null limit ?",
);
/** Nobody waits for an entry that is being written: it is found a moment later. */
const planned = (lock: string) =>
  returning<{ at: number; readAt: number | null }>(
    `update inbox_entry set unmailed = null
     where id in (select id from inbox_entry where person_id = ? and unmailed is not null limit ? ${lock})`,
    { at: "at", readAt: "read_at" },
  );
const take: Record<Dialect, ReturnType<typeof planned>> = {
  sqlite: planned(""),
  postgres: planned("for update skip locked"),
};
const waiting = query<Mail>(
  MAIL_COLUMNS,
  "from mail where person_id = ? and kind = 'inbox' and state = 'pending' limit 1 {lock}",
);
const replan = command("update mail set due_at = ?, since = ?, attempts = ? where id = ? and state = 'pending'");

export async function findInboxMail(db: Reads, personId: string): Promise<InboxMail> {
  return (await db.get(ofPerson, personId)) ?? { choice: null, mailedAt: null };
}

export function putInboxMailChoice(tx: Tx, personId: string, choice: InboxMailChoice): void {
  tx.run(choose, personId, choice);
}

export function noteMailed(tx: Tx, personId: string, at: number): void {
  tx.run(mailed, personId, at);
}

/** Some people with entries for which no mail is planned. It looks at new entries only, however many there are. */
export async function listPeopleToMail(db: Reads, limit: number): Promise<{ personId: string }[]> {
  return db.all(withUnmailed, limit);
}

/** Takes some of a person's entries for which no mail is planned; from now on one is. */
export async function takeUnmailed(
  tx: Tx,
  personId: string,
  limit: number,
): Promise<{ at: number; readAt: number | null }[]> {
  return tx.all(take[tx.dialect], personId, limit);
}

/** The mail about their inbox that waits or is under way, taken for writing. There is one at the most. */
export async function lockWaitingInboxMail(tx: Tx, personId: string): Promise<Mail | undefined> {
  return tx.get(waiting, personId);
}

export function replanMail(tx: Tx, { id, dueAt, since, attempts }: Pick<Mail, "id" | "dueAt" | "since" | "attempts">) {
  tx.run(replan, dueAt, since, attempts, id);
}
