// Says who tests which sections of a cycle, in place of those before.
import { refuseUnknownPerson } from "../../domain/access/unknown-person-refusal.ts";
import { Fault } from "../../domain/fault.ts";
import { pickSection } from "../../domain/runbook/find-by-name.ts";
import { quote } from "../../lib/text/text.ts";
import { listPeopleOfApp } from "../../storage/access/people.ts";
import { replaceTesters } from "../../storage/cycles/cycle-testers.ts";
import type { Cycle } from "../../storage/cycles/cycles.ts";
import { listSections } from "../../storage/runbook/sections.ts";
import type { AppWrite } from "../app-write.ts";

export interface NamedTester {
  /** Id, ref or title of the section. */
  section: string;
  /** The id of the person. */
  person: string;
}

/** Pairs that appear twice count once. Throws `not_found`, `ambiguous_section`, `invalid_request`. */
export async function setTesters(write: AppWrite, cycle: Cycle, testers: readonly NamedTester[]): Promise<void> {
  const { tx, app } = write;
  const sections = testers.length === 0 ? [] : await listSections(tx, app);
  const reaching = testers.length === 0 ? [] : await listPeopleOfApp(tx, app);
  const people = new Map(reaching.map((person) => [person.id, person]));
  const pairs = new Map<string, { sectionId: string; personId: string }>();
  for (const { section: name, person } of testers) {
    const { id, title } = pickSection(sections, name);
    if (cycle.sections !== null && !cycle.sections.some((section) => section.id === id)) {
      throw new Fault("invalid_request", `testers: the section ${quote(title)} is not in the scope of this cycle.`);
    }
    if (!people.has(person)) {
      throw new Fault("invalid_request", `testers: ${refuseUnknownPerson(person, people.values()).message}`);
    }
    pairs.set(`${id} ${person}`, { sectionId: id, personId: person });
  }
  replaceTesters(tx, cycle.id, [...pairs.values()]);
}
