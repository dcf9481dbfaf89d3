// Mails: written in the transaction that gives cause for them, taken for a time while they are being sent, kept with what came of them.
import { MAIL_KINDS, type MailKind, type MailState } from "../../domain/mail/mail.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { columnsOf, command, insert, query, type Reads, returning, type Tx } from "../database/database.ts";

export interface Mail {
  id: string;
  workspaceId: string;
  kind: MailKind;
  /** The person whom it is for; null for an invitation or a sign-up. */
  personId: string | null;
  invitationId: string | null;
  state: MailState;
  attempts: number;
  /** When it is to be tried, or while it is being sent, when another server may try. */
  dueAt: number;
  createdAt: number;
  finishedAt: number | null;
  /** What the mail server said last, or why nothing was sent. */
  outcome: string | null;
  /** For a mail about an inbox: it lists entries of this moment or later. */
  since: number | null;
  /** The address before a change of address, or that of a sign-up. It is deleted once the mail is sent or given up. */
  oldAddress: string | null;
}

/** A mail with the person whom it is for, as far as they are still known. */
export interface ListedMail extends Mail {
  name: string | null;
  address: string | null;
}

export const MAIL_COLUMNS = {
  id: "id",
  workspaceId: "workspace_id",
  kind: "kind",
  personId: "person_id",
  invitationId: "invitation_id",
  state: "state",
  attempts: "attempts",
  dueAt: "due_at",
  createdAt: "created_at",
  finishedAt: "finished_at",
  outcome: "outcome",
  since: "since",
  oldAddress: "old_address",
};

const add = insert("mail", Object.values(MAIL_COLUMNS));
/** What servers of a later version have put there is left to them. */
const KNOWN = `kind in (${MAIL_KINDS.map((kind) => `'${kind}'`).join(", ")})`;
const due = query<DueMail>(
  { id: "id", dueAt: "due_at", workspaceId: "case when kind = 'sign_up' then '' else workspace_id end" },
  `from mail where state = 'pending' and due_at <= ? and ${KNOWN} and (due_at, id) > (?, ?) order by due_at, id limit ?`,
);
const take = returning<Mail>(
  "update mail set due_at = ?, attempts = attempts + 1, outcome = null where id = ? and state = 'pending' and due_at <= ?",
  MAIL_COLUMNS,
);
const finish = returning<Mail>(
  "update mail set state = ?, due_at = ?, finished_at = ?, outcome = ? where id = ? and state = 'pending' and attempts = ?",
  MAIL_COLUMNS,
);
const newest = query<ListedMail>(
  {
    ...columnsOf("m", MAIL_COLUMNS),
    name: "p.name",
    // Those go to an address that the person does not have, or had.
    address:
      "case when m.kind in ('email_link', 'email_changed', 'sign_up') then null else coalesce(p.email, i.email) end",
  },
  `from mail m left join person p on p.id = m.person_id and p.removed_at is null left join invitation i on i.id = m.invitation_id
   where m.workspace_id = ? order by m.id desc limit ?`,
);
const latestOf = query<Mail>(MAIL_COLUMNS, "from mail where person_id = ? and kind = ? order by id desc limit 1");
const forgetAddress = command("update mail set old_address = null where id = ?");
const older = query<{ id: string }>({ id: "id" }, "from mail where id < ? order by id limit ?");
const drop = command("delete from mail where id = ?");
const dropSignUps = command("delete from mail where kind = 'sign_up' and old_address = ?");

export function insertMail(tx: Tx, mail: Mail): void {
  tx.run(add, ...(Object.keys(MAIL_COLUMNS) as (keyof Mail)[]).map((field) => mail[field]));
}

/** A mail whose time has come. One by which somebody signs up is of no workspace yet. */
export interface DueMail extends Pick<Mail, "id" | "dueAt" | "workspaceId"> {}

/** Due mails behind a given one, the longest due first. */
export async function listDueMails(
  db: Reads,
  now: number,
  after: Pick<DueMail, "id" | "dueAt"> | undefined,
  limit: number,
): Promise<DueMail[]> {
  return db.all(due, now, after?.dueAt ?? -1, after?.id ?? "", limit);
}

/** Takes a mail until the lease ends; undefined when another server was first. */
export async function takeDueMail(tx: Tx, id: string, now: number, leaseUntil: number): Promise<Mail | undefined> {
  return tx.get(take, leaseUntil, id, now);
}

export type MailOutcome = Pick<Mail, "state" | "dueAt" | "finishedAt" | "outcome">;

/** What came of an attempt; undefined, and nothing is done, when another has been begun since. */
export async function finishMailAttempt(
  tx: Tx,
  { id, attempts }: Pick<Mail, "id" | "attempts">,
  came: MailOutcome,
): Promise<Mail | undefined> {
  const mail = await tx.get(finish, came.state, came.dueAt, came.finishedAt, came.outcome, id, attempts);
  if (mail !== undefined && mail.oldAddress !== null && came.finishedAt !== null) tx.run(forgetAddress, id);
  return mail;
}

export function dropMail(tx: Tx, id: string): void {
  tx.run(drop, id);
}

/** Deletes waiting sign-up mails to an address. They belong to no workspace yet. */
export function dropSignUpMailsTo(tx: Tx, address: string): void {
  tx.run(dropSignUps, address);
}

/** A workspace's mails, newest first. */
export async function listMails(db: Reads, workspaceId: string, limit: number): Promise<ListedMail[]> {
  return db.all(newest, workspaceId, limit);
}

export async function findLatestMail(db: Reads, personId: string, kind: MailKind): Promise<Mail | undefined> {
  return db.get(latestOf, personId, kind);
}

/** Deletes some mails from before a time, sent or not; gives whether there may be more. */
export async function dropMailsBefore(tx: Tx, at: number, limit: number): Promise<boolean> {
  const old = await tx.all(older, firstIdAt("mail", at), limit);
  for (const { id } of old) tx.run(drop, id);
  return old.length === limit;
}
