// Starts a cycle: everything in its scope reads untested again, but for what is open, waits for a retest or is not applicable.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import type { OpenCycle } from "../../domain/apps/app-config.ts";
import { requirePlatforms } from "../../domain/apps/platforms.ts";
import { Fault } from "../../domain/fault.ts";
import { MAX_CYCLES, MAX_OPEN_CYCLES } from "../../domain/limits.ts";
import { pickSection } from "../../domain/runbook/find-by-name.ts";
import type { Status } from "../../domain/status/platform-status.ts";
import { emptyTally } from "../../domain/status/summary.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { saveCycleDays } from "../../storage/cycles/cycle-days.ts";
import { fillCycle, keepList } from "../../storage/cycles/cycle-scope.ts";
import { sumCycleTally } from "../../storage/cycles/cycle-tallies.ts";
import {
  type Cycle,
  countCycles,
  findCycleLike,
  getCycleOfApp,
  insertCycle,
  isOpen,
} from "../../storage/cycles/cycles.ts";
import { listSections } from "../../storage/runbook/sections.ts";
import { type AppWrite, append, closeAppWrite, nextId, openAppWrite, usePlatforms } from "../app-write.ts";
import { record } from "../audit.ts";
import { causeOf } from "../cause.ts";
import { defineAction } from "../define-action.ts";
import { tellPeople } from "../inbox/tell-people.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import { publish } from "../outbox/publish-event.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { type NamedTester, setTesters } from "./set-testers.ts";

export interface StartCycle {
  actor: Actor;
  app: string;
  name: string;
  build: string | null;
  /** Codes; an empty list means all, later ones included. */
  platforms: string[];
  /** Ids, refs or titles; an empty list means all, later ones included. */
  sections: string[];
  /** Takes only what has one of these statuses in another cycle of the app now. */
  from: { cycle: string; statuses: Status[] } | null;
  testers: NamedTester[];
}

/**
 * Gives the id of the new cycle. Throws `not_found`, `unknown_platform`, `ambiguous_section`, `name_taken`, `too_many_cycles`, and
 * `invalid_request` when nothing is in its scope.
 */
export const startCycle = repeatable(
  defineAction({
    name: "startCycle",
    queue: "app",
    wakes: ["forwards"],
    // However little is asked for, a row is written for each platform-check.
    duration: () => "long",
    async run(unit: UnitOfWork, input: StartCycle): Promise<string> {
      const write = await openAppWrite(unit, input.actor.reach, input.app);
      const { tx, app } = write;
      await requireRoomForCycle(write);
      await requireFreeCycleName(write, input.name);
      const from = input.from === null ? null : await getCycleOfApp(tx, app, input.from.cycle);
      const cycle = await newCycle(write, input, from);
      insertCycle(tx, cycle);
      if (from !== null) keepList(tx, cycle.id, { id: from.id, isOpen: isOpen(from) }, input.from!.statuses);
      fillCycle(tx, app, openCycleOf(cycle));
      const { checks } = await sumCycleTally(tx, cycle.id);
      if (checks === 0) throw nothingInScope(input);
      await setTesters(write, cycle, input.testers);
      usePlatforms(write, cycle.platforms ?? []);
      // The next write finds the new cycle among the open ones.
      app.configRevision = app.revision;
      const { id, name, build } = cycle;
      append(write, { kind: "cycle_started", by: cycle.startedBy, issueId: null, changes: { cycle: id, name, build } });
      const news = { kind: "cycle", cycleId: id, cause: causeOf(input.actor) } as const;
      tellPeople(
        write,
        input.testers.map(({ person }) => person),
        news,
      );
      await publish(write, "cycle.started", news.cause, { cycle: { id, name, build } });
      closeAppWrite(write);
      saveCycleDays(tx, app.id, app.updatedAt);
      const details = { build, checks, ...(from === null ? {} : { from: from.name }) };
      record(unit, app.workspaceId, "cycle.started", { target: { kind: "cycle", id, name }, appId: app.id, details });
      return id;
    },
  }),
);

async function newCycle(write: AppWrite, input: StartCycle, from: Cycle | null): Promise<Cycle> {
  const { app, tx, appConfig } = write;
  const codes = requirePlatforms(appConfig.platforms, input.platforms);
  const all = input.sections.length === 0 ? [] : await listSections(tx, app);
  const named = new Set(input.sections.map((name) => pickSection(all, name)));
  return {
    id: nextId(write, "cyc"),
    appId: app.id,
    name: input.name,
    build: input.build,
    platforms: codes.length === 0 ? null : codes,
    sections: named.size === 0 ? null : [...named].map(({ id, ref, title }) => ({ id, ref, title })),
    fromCycleId: from?.id ?? null,
    startRevision: app.revision,
    startedAt: app.updatedAt,
    startedBy: actorLabel(input.actor),
    closedAt: null,
    closedBy: null,
    frozenPlatforms: null,
    final: { checks: 0, ...emptyTally(), openIssues: 0 },
  };
}

export function openCycleOf({ id, name, build, startRevision, platforms, sections, fromCycleId }: Cycle): OpenCycle {
  const ids = sections === null ? null : sections.map((section) => section.id);
  return { id, name, build, startRevision, platforms, sections: ids, isList: fromCycleId !== null };
}

async function requireRoomForCycle({ tx, app, appConfig }: AppWrite): Promise<void> {
  if (appConfig.openCycles.length >= MAX_OPEN_CYCLES) {
    throw new Fault("too_many_cycles", `An app has at most ${MAX_OPEN_CYCLES} open cycles: close one first.`);
  }
  if ((await countCycles(tx, app)) >= MAX_CYCLES) {
    throw new Fault("too_many_cycles", `An app has at most ${thousands(MAX_CYCLES)} cycles, open and closed.`);
  }
}

/** Throws `name_taken` if another cycle has the name, or one that looks like it. */
export async function requireFreeCycleName({ tx, app }: AppWrite, name: string, self?: string): Promise<void> {
  const other = await findCycleLike(tx, app, name);
  if (other === undefined || other.id === self) return;
  throw new Fault("name_taken", "name: another cycle of this app has this name, or one that looks the same.");
}

function nothingInScope({ from, platforms, sections }: StartCycle): Fault {
  const field = from !== null ? "from" : sections.length > 0 ? "sections" : platforms.length > 0 ? "platforms" : "app";
  return new Fault(
    "invalid_request",
    `${field}: there is nothing in the scope of this cycle: no check would be tested.`,
  );
}
