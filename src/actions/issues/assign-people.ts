// Says who sees to an issue: the people named, in place of those before.
import type { Actor } from "../../domain/access/actor.ts";
import { refuseUnknownPerson } from "../../domain/access/unknown-person-refusal.ts";
import { listPeopleOfApp, type Person } from "../../storage/access/people.ts";
import type { App } from "../../storage/apps/apps.ts";
import { startWatching } from "../../storage/inbox/watchers.ts";
import { listAssignees, replaceAssignees } from "../../storage/issues/assignees.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { causeOf } from "../cause.ts";
import { defineAction } from "../define-action.ts";
import { tellPeople } from "../inbox/tell-people.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { leaveIssue, takeIssue } from "./take-issue.ts";
import { writeIssueChange } from "./write-issue-change.ts";

export interface AssignPeople {
  actor: Actor;
  id: string;
  /** Ids; one that appears twice counts once. */
  people: string[];
}

/**
 * Assigns people to an issue; the same in the same order change nothing. Throws `not_found`, `invalid_request` for
 * people who can't reach the app.
 */
export const assignPeople = defineAction({
  name: "assignPeople",
  queue: "issue",
  wakes: ["forwards"],
  async run(unit: UnitOfWork, { actor, id, people }: AssignPeople): Promise<IssueText> {
    const taken = await takeIssue(unit, actor, id);
    const { issue, write } = taken;
    const wanted = await requirePeople(unit, write.app, [...new Set(people)]);
    const ids = wanted.map((person) => person.id);
    const before = await listAssignees(unit.tx, issue);
    if (JSON.stringify(before) === JSON.stringify(ids)) return leaveIssue(taken);
    replaceAssignees(unit.tx, issue, ids);
    const added = ids.filter((person) => !before.includes(person));
    for (const person of added) startWatching(unit.tx, issue.id, person, "assigned");
    tellPeople(write, added, { kind: "assigned", issueId: issue.id, cause: causeOf(actor) });
    const assignees = wanted.map(({ name }) => name);
    const changes = { assignees: { from: issue.assignees, to: assignees } };
    return writeIssueChange(unit, taken, { after: { ...issue, assignees }, kind: "issue_assigned", changes });
  },
});

async function requirePeople(unit: UnitOfWork, app: App, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  const reaching = new Map((await listPeopleOfApp(unit.tx, app)).map((person) => [person.id, person]));
  return ids.map((id) => {
    const person = reaching.get(id);
    if (person !== undefined) return person;
    throw refuseUnknownPerson(id, reaching.values());
  });
}
