// What ties a person to the workspace: the keys they made, the open issues assigned to them, and what they test in open cycles.

import { type ListedKey, listKeysMadeBy } from "../access/keys.ts";
import type { Person } from "../access/people.ts";
import type { Reads } from "../database/database.ts";
import { type AssignedIssue, findOpenAssigned } from "../issues/assigned-issues.ts";
import { listTestedSections, type TestedSection } from "./cycle-testers.ts";

export interface PersonLeftovers {
  keys: ListedKey[];
  issues: { total: number; newest: AssignedIssue[] };
  sections: TestedSection[];
}

const LISTED_ISSUES = 20;

export async function readPersonLeftovers(db: Reads, person: Person): Promise<PersonLeftovers> {
  return {
    keys: await listKeysMadeBy(db, person.id),
    issues: await findOpenAssigned(db, person, LISTED_ISSUES),
    sections: await listTestedSections(db, person.id),
  };
}
