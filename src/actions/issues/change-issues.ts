// Makes the same change to several issues of an app. Each answers for itself: what one is refused, the others still get.
import type { Actor } from "../../domain/access/actor.ts";
import { Fault, type FaultCode } from "../../domain/fault.ts";
import type { Priority } from "../../domain/issues/issue.ts";
import { quote } from "../../lib/text/text.ts";
import { listPeopleOfApp, type Person } from "../../storage/access/people.ts";
import { getApp } from "../../storage/apps/apps.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import { defineAction, durationOfRows } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { assignPeople } from "./assign-people.ts";
import { editIssue } from "./edit-issue.ts";
import { fixIssue } from "./fix-issue.ts";
import { placeIssue } from "./place-issue.ts";

/** One of the changes that can be made to a single issue. */
export type IssuesChange =
  | { fixed: boolean }
  | { priority: Priority | null }
  /** Ids of people, or names as issues show them: keys don't get to know ids. */
  | { assignees: string[] }
  | { place: { check: string | null; section: string | null } };

/** What became of one issue: as it is now, or why not. */
export interface IssueOutcome {
  id: string;
  issue: IssueText | null;
  refusal: { code: FaultCode; message: string } | null;
}

export interface ChangeIssues {
  actor: Actor;
  app: string;
  /** Ids of issues, all of this app. */
  ids: string[];
  change: IssuesChange;
  /** Outcomes for issues of other apps that the same request names: they come in front of these. */
  before: IssueOutcome[];
}

/** Changes issues in the order given. Throws `not_found` for the app. */
export const changeIssues = repeatable(
  defineAction({
    name: "changeIssues",
    queue: "app",
    wakes: ["notifications", "forwards"],
    duration: ({ ids }) => durationOfRows(ids.length),
    async run(unit: UnitOfWork, { actor, app, ids, change, before }: ChangeIssues): Promise<IssueOutcome[]> {
      const outcomes = [...before];
      const people =
        "assignees" in change ? await listPeopleOfApp(unit.tx, await getApp(unit.tx, actor.reach, app)) : [];
      const run = (id: string) => changeOne(unit, actor, id, change, people);
      for (const id of ids) outcomes.push(await outcomeOf(id, () => run(id)));
      return outcomes;
    },
  }),
);

/** The outcome for one issue. A refusal comes before anything is written; any other failure ends the whole unit. */
async function outcomeOf(id: string, run: () => Promise<IssueText>): Promise<IssueOutcome> {
  try {
    return { id, issue: await run(), refusal: null };
  } catch (error) {
    if (!(error instanceof Fault) || error.code === "unavailable" || error.code === "internal") throw error;
    return { id, issue: null, refusal: { code: error.code, message: error.message } };
  }
}

async function changeOne(
  unit: UnitOfWork,
  actor: Actor,
  id: string,
  change: IssuesChange,
  people: readonly Person[],
): Promise<IssueText> {
  if ("fixed" in change) return fixIssue.run(unit, { actor, id, ...change, platforms: null, pullRequest: null });
  if ("priority" in change) return editIssue.run(unit, { actor, id, change });
  if ("assignees" in change) {
    const ids = change.assignees.map((name) => personIdOf(people, name));
    return assignPeople.run(unit, { actor, id, people: ids });
  }
  return placeIssue.run(unit, { actor, id, ...change.place });
}

/** Nobody's name is taken for an id, which whoever assigns then refuses. Throws `invalid_request`. */
function personIdOf(people: readonly Person[], name: string): string {
  const [found, another] = people.filter((person) => person.name === name);
  if (found === undefined || people.some((person) => person.id === name)) return name;
  if (another === undefined) return found.id;
  throw new Fault("invalid_request", `assignees: several people are called ${quote(name)}; name one by id.`);
}
