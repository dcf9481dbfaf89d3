// Closes a cycle for good: what it found is kept as it is, whatever happens to the runbook from now on.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { requireMatch } from "../../domain/if-match.ts";
import { saveCycleDays } from "../../storage/cycles/cycle-days.ts";
import { listIssuesOfCycle } from "../../storage/cycles/cycle-issues.ts";
import { sumCycleTally } from "../../storage/cycles/cycle-tallies.ts";
import { listTesters } from "../../storage/cycles/cycle-testers.ts";
import { platformsOfCycle, updateClosedCycle } from "../../storage/cycles/cycles.ts";
import { freezeCycle } from "../../storage/cycles/freeze-cycle.ts";
import { cycleTag, nowCalled, readShownCycle } from "../../storage/cycles/shown-cycles.ts";
import { listSections } from "../../storage/runbook/sections.ts";
import { append, closeAppWrite } from "../app-write.ts";
import { record } from "../audit.ts";
import { causeOf } from "../cause.ts";
import { defineAction } from "../define-action.ts";
import { tellPeople } from "../inbox/tell-people.ts";
import { publish } from "../outbox/publish-event.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { openCycleWrite } from "./change-cycle.ts";

export interface CloseCycle {
  actor: Actor;
  id: string;
  ifMatch?: string;
}

/** Throws `not_found`, `precondition_failed`, `cycle_closed`. */
export const closeCycle = defineAction({
  name: "closeCycle",
  wakes: ["forwards"],
  // However little is asked for, a row is written for each platform-check.
  duration: () => "long",
  async run(unit: UnitOfWork, input: CloseCycle): Promise<void> {
    const { write, cycle } = await openCycleWrite(unit, input);
    const { tx, app } = write;
    await requireMatch(input.ifMatch, async () => cycleTag(await readShownCycle(tx, app, cycle)));
    const tally = await sumCycleTally(tx, cycle.id);
    const issues = await listIssuesOfCycle(tx, app, cycle.id);
    const sections = new Map((await listSections(tx, app)).map((section) => [section.id, section]));
    const by = actorLabel(input.actor);
    app.configRevision = app.revision;
    append(write, { kind: "cycle_closed", by, issueId: null, changes: { cycle: cycle.id, name: cycle.name } });
    const testers = (await listTesters(tx, [cycle.id])).map(({ personId }) => personId);
    tellPeople(write, testers, { kind: "cycle", cycleId: cycle.id, cause: causeOf(input.actor) });
    const { checks, passed, failed, untested, needsRetest, notApplicable } = tally;
    const counts = { checks, passed, failed, needs_retest: needsRetest, untested, not_applicable: notApplicable };
    const { id, name, build } = cycle;
    await publish(write, "cycle.closed", causeOf(input.actor), { cycle: { id, name, build, ...counts } });
    closeAppWrite(write);
    saveCycleDays(tx, app.id, app.updatedAt);
    freezeCycle(tx, cycle.id, issues);
    updateClosedCycle(tx, {
      ...cycle,
      closedAt: app.updatedAt,
      closedBy: by,
      frozenPlatforms: platformsOfCycle(cycle, write.appConfig.platforms),
      sections: nowCalled(cycle.sections, sections),
      final: { ...tally, openIssues: issues.length },
    });
    const target = { kind: "cycle", id, name } as const;
    record(unit, app.workspaceId, "cycle.closed", { target, appId: app.id, details: { checks, passed, failed } });
  },
});
