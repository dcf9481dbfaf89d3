// Operators see to all workspaces: that whoever asks still is one when the action runs, and that nobody becomes one by another way than the command line.
import { isFullAdmin } from "../../domain/access/grant.ts";
import { Fault } from "../../domain/fault.ts";
import { findPersonLocked, type Person } from "../../storage/access/people.ts";
import { findFirstWorkspace } from "../../storage/workspace/workspaces.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** An admin of everything in the first workspace, marked on the command line. Throws `forbidden`. */
export async function requireOperator(unit: UnitOfWork): Promise<Person> {
  const { kind, id } = unit.by;
  const person = kind === "person" && id !== null ? await findPersonLocked(unit.tx, id) : undefined;
  if (person === undefined || person.operatorSince === null || !isFullAdmin(person)) throw notOperator();
  const first = await findFirstWorkspace(unit.tx);
  if (first?.id !== person.workspaceId) throw notOperator();
  return person;
}

export function notOperator(): Fault {
  return new Fault("forbidden", "This needs an operator of this installation: `retest operator add` makes one.");
}

/** Throws `forbidden`: an admin who took over an operator's account would have every workspace. */
export function requireNotOperator({ by }: UnitOfWork, { operatorSince }: Person): void {
  if (operatorSince === null || by.kind === "command_line") return;
  const message =
    "They are an operator of this installation: only the command line sets their password or takes their second factors.";
  throw new Fault("forbidden", message);
}
