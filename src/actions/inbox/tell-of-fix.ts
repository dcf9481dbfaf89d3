// Tells of a fix: those who test its section in an open cycle, for whom it waits, and those who watch the issue.
import type { Issue } from "../../domain/issues/issue.ts";
import { listTestersOfPlace } from "../../storage/cycles/cycle-testers.ts";
import { listWatchers } from "../../storage/inbox/watchers.ts";
import type { AppWrite } from "../app-write.ts";
import type { Cause } from "../cause.ts";
import { tellPeople } from "./tell-people.ts";

/** Costs nothing for an issue that nobody watches, in an app without an open cycle. */
export async function tellOfFix(write: AppWrite, issue: Issue, cause: Cause): Promise<void> {
  const { tx, app, appConfig } = write;
  const testers = appConfig.openCycles.length === 0 ? [] : await listTestersOfPlace(tx, app, issue);
  const watchers = issue.isWatched === false ? [] : await listWatchers(tx, issue.id);
  const news = { issueId: issue.id, cause };
  tellPeople(write, testers, { ...news, kind: "retest" });
  tellPeople(
    write,
    watchers.filter((person) => !testers.includes(person)),
    { ...news, kind: "fixed" },
  );
}
