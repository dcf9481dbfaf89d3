// That nobody else here is called so: a name is all that others see of who did something.
import { addUntilFree, isNameTaken } from "../../domain/access/person-name.ts";
import { Fault } from "../../domain/fault.ts";
import { listPeople } from "../../storage/access/people.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** Throws `name_taken` if another person has the name; `except` may keep theirs. The caller holds the workspace. */
export async function requireFreePersonName(
  unit: UnitOfWork,
  workspaceId: string,
  name: string,
  except: string | null,
): Promise<void> {
  if (!isNameTaken(name, await namesOf(unit, workspaceId, except))) return;
  const message =
    "name: somebody else in this workspace has this name, or one that looks like it: add what tells you apart.";
  throw new Fault("name_taken", message);
}

/** A free name for people who can't be asked for another: their own, or their own and a number. */
export async function findFreeName(unit: UnitOfWork, workspaceId: string, name: string): Promise<string> {
  return addUntilFree(name, await namesOf(unit, workspaceId, null));
}

async function namesOf({ tx }: UnitOfWork, workspaceId: string, except: string | null): Promise<string[]> {
  const people = await listPeople(tx, workspaceId);
  return people.filter(({ id }) => id !== except).map(({ name }) => name);
}
