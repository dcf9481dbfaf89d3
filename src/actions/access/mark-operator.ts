// Makes an account of the first workspace an operator's, or takes that back: by the command line only.
import { isFullAdmin } from "../../domain/access/grant.ts";
import { Fault, notFound } from "../../domain/fault.ts";
import { isoTime } from "../../lib/clock.ts";
import { findPersonByEmail, lockPerson, type Person, updateOperator } from "../../storage/access/people.ts";
import { deleteResetLinksFor } from "../../storage/access/reset-links.ts";
import { findFirstWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface MarkOperator {
  email: string;
  isOperator: boolean;
  /** The id of the account, where the caller knows it. */
  id?: string;
  /** Whether the address must be known to be theirs, unless the id is given. */
  mustBeConfirmed?: boolean;
}

/**
 * Makes somebody an operator, or no longer one; asking again changes nothing. Throws `not_found`, `forbidden` for
 * somebody new who isn't an admin of everything or whose address isn't confirmed.
 */
export const markOperator = defineAction({
  name: "markOperator",
  async run(unit: UnitOfWork, { email, isOperator, id, mustBeConfirmed }: MarkOperator): Promise<Person> {
    const { tx, now } = unit;
    const first = (await findFirstWorkspace(tx))!;
    const found = await findPersonByEmail(tx, first.id, email);
    if (found === undefined || (id !== undefined && found.id !== id)) throw notFound("person");
    const person = await lockPerson(tx, first.id, found.id);
    if (isOperator && !isFullAdmin(person)) {
      throw new Fault("forbidden", "An operator must be an admin who reaches every app of the first workspace.");
    }
    if (isOperator && mustBeConfirmed && id === undefined && person.emailConfirmedAt === null)
      throw notConfirmed(person);
    if (isOperator === (person.operatorSince !== null)) return person;
    const operatorSince = isOperator ? now : null;
    updateOperator(tx, person.id, operatorSince);
    // Another admin may have made one, to take over what becomes an operator's account.
    if (isOperator) deleteResetLinksFor(tx, person.id);
    const target = { kind: "person", id: person.id, name: person.name } as const;
    record(unit, first.id, isOperator ? "operator.added" : "operator.removed", { target });
    return { ...person, operatorSince };
  },
});

/** Anybody who joined by a link without an address may have typed that of somebody else. */
function notConfirmed({ id, email, createdAt }: Person): Fault {
  const message = `Nobody has shown that ${email} is theirs. The account is ${id}, made ${isoTime(createdAt)}: if that is the one you mean, add --id ${id}.`;
  return new Fault("forbidden", message);
}
