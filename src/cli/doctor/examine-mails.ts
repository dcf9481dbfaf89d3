// Part of the doctor: whether what is kept of mails, and of what is mailed to whom, can be.
import type { Reads } from "../../storage/database/database.ts";
import { countImpossibleMails } from "../../storage/mail/impossible-mails.ts";

/** Gives what is wrong, each in a sentence. */
export async function examineMails(db: Reads, now: number): Promise<string[]> {
  return (await countImpossibleMails(db, now)).map(({ problem, n }) => `${problem}: ${n}`);
}
