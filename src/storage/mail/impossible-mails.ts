// Rows about mail that can't be, for the doctor: what no server writes, people and workspaces that are not there, and mails that no server will ever take.

import { LONGEST_MAIL_WAIT_MS, MAIL_LEASE_MS } from "../../domain/limits/mail-limits.ts";
import { INBOX_MAIL_CHOICES } from "../../domain/mail/inbox-mail-schedule.ts";
import { MAIL_KINDS, MAIL_STATES } from "../../domain/mail/mail.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/clock.ts";
import { query, type Reads } from "../database/database.ts";

/** How far the clocks of servers may differ. */
const CLOCKS_MS = 10 * MINUTE_MS;

const oneOf = (words: readonly string[]) => `in (${words.map((word) => `'${word}'`).join(", ")})`;
const gone = (column: string, table: string) =>
  `${column} is not null and not exists (select 1 from ${table} o where o.id = t.${column})`;
const IS_TAKEN = "state = 'pending' and attempts > 0 and outcome is null";

/**
 * For each table what can be wrong: the problem, the condition that finds such rows, and the moment that it compares
 * with, in milliseconds from now.
 */
const WRONG: Record<string, [problem: string, where: string, from?: number][]> = {
  mail: [
    ["that are of no kind, or in no state", `kind not ${oneOf(MAIL_KINDS)} or state not ${oneOf(MAIL_STATES)}`],
    ["that wait and are over, or neither", "(state = 'pending') <> (finished_at is null)"],
    ["that were sent and never tried", "attempts < 0 or (state = 'sent' and attempts = 0)"],
    [
      "for nobody",
      "(kind in ('invitation', 'sign_up')) <> (person_id is null) or (kind = 'invitation') <> (invitation_id is not null)",
    ],
    ["about an inbox that don't say since when", "(kind = 'inbox') <> (since is not null)"],
    [
      "that keep an address they don't need, or lack one they do",
      "(kind in ('email_changed', 'sign_up') and state = 'pending') <> (old_address is not null)",
    ],
    [
      "that name a person or a workspace that doesn't exist",
      `(${gone("person_id", "person")}) or (${gone("workspace_id", "workspace")})`,
    ],
    [
      "about an inbox that wait beside another one for the same person",
      `kind = 'inbox' and state = 'pending' and exists (select 1 from mail o where o.person_id = t.person_id and o.kind = 'inbox' and o.state = 'pending' and o.id < t.id)`,
    ],
    ["that a server has taken for longer than any may", `${IS_TAKEN} and due_at > ?`, MAIL_LEASE_MS + CLOCKS_MS],
    [
      "that a server has taken and no other has tried again for a day: none that runs sends mail",
      `${IS_TAKEN} and due_at < ?`,
      -DAY_MS,
    ],
    ["that wait for longer than any does", "state = 'pending' and due_at > ?", LONGEST_MAIL_WAIT_MS + CLOCKS_MS],
  ],
  inbox_mail: [
    ["that name a person who doesn't exist", gone("person_id", "person")],
    ["with a choice that there is not", `choice is not null and choice not ${oneOf(INBOX_MAIL_CHOICES)}`],
    ["of what is still to come: nothing is mailed until then", "mailed_at > ?", CLOCKS_MS],
  ],
  email_link: [
    ["that name a person who doesn't exist", gone("person_id", "person")],
    ["to no address, or that expire before they were asked for", "email = '' or expires_at <= asked_at"],
  ],
};

const counts = Object.entries(WRONG).flatMap(([table, wrong]) =>
  wrong.map(([problem, where, from]) => ({
    problem: `${table}: rows ${problem}`,
    from,
    count: query<{ n: number }>({ n: "count(*)" }, `from ${table} t where ${where}`),
  })),
);

/** Each kind of problem with how many rows have it; nothing where all is well. */
export async function countImpossibleMails(db: Reads, now: number): Promise<{ problem: string; n: number }[]> {
  const found: { problem: string; n: number }[] = [];
  for (const { problem, from, count } of counts) {
    const { n } = (await db.get(count, ...(from === undefined ? [] : [now + from])))!;
    if (n > 0) found.push({ problem, n });
  }
  return found;
}
