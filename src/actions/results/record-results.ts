// Records results, one or a whole batch in one unit: all of them or none.
import { type Actor, actorLabel } from "../../domain/access/actor.ts";
import { requirePlatforms } from "../../domain/apps/platforms.ts";
import { Fault } from "../../domain/fault.ts";
import { MAX_RECORDED, MAX_RECORDED_NOTES } from "../../domain/limits.ts";
import { pickSection } from "../../domain/runbook/find-by-name.ts";
import type { Outcome } from "../../domain/status/platform-status.ts";
import { groupBy } from "../../lib/collections/group-by.ts";
import { readCycleStatusesAhead, readCycleStatusesOn } from "../../storage/cycles/cycle-statuses.ts";
import type { Cycle } from "../../storage/cycles/cycles.ts";
import type { ShownResult } from "../../storage/results/results.ts";
import { type LiveCheck, listCandidates } from "../../storage/runbook/checks.ts";
import { listCandidatesByName } from "../../storage/runbook/checks-by-name.ts";
import { getNamedCheck } from "../../storage/runbook/named-check.ts";
import { listSections, type Section } from "../../storage/runbook/sections.ts";
import {
  listPlatformStatuses,
  listPlatformStatusesAt,
  type PlatformStatusRow,
} from "../../storage/status/platform-statuses.ts";
import { type AppWrite, nextId, openAppWrite } from "../app-write.ts";
import { defineAction, durationOfRows } from "../define-action.ts";
import { repeatable } from "../once-per-idempotency-key.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { getOpenCycle } from "./get-open-cycle.ts";
import { closeResults, writeResults } from "./write-results.ts";

export interface ResultEntry {
  check: string;
  section: string | null;
  /** Codes; empty means every platform on which the check is applicable. */
  platforms: string[];
  outcome: Outcome;
  note: string | null;
  build: string | null;
  /** The cycle that it is recorded for, by id or name; none in particular without it. */
  cycle?: string;
}

export interface RecordResults {
  actor: Actor;
  app: string;
  entries: ResultEntry[];
  /** Whether a fault should say which entry of the batch it is about. */
  batch: boolean;
}

export interface RecordedResults {
  app: { id: string; name: string };
  results: ShownResult[];
}

/** From this many entries on all checks are read together instead of one by one. */
const ONE_BY_ONE = 20;

/** Throws `not_found`, `ambiguous_check`, `ambiguous_section`, `unknown_platform`, `cycle_closed`, `invalid_request`. */
export const recordResults = repeatable(
  defineAction({
    name: "recordResults",
    queue: "app",
    wakes: ["notifications", "forwards"],
    duration: ({ entries }) => durationOfRows(entries.length),
    async run(unit: UnitOfWork, input: RecordResults): Promise<RecordedResults> {
      const write = await openAppWrite(unit, input.actor.reach, input.app);
      const runbook = await openRunbook(write, input.entries);
      const results: ShownResult[] = [];
      let notes = 0;
      for (const [i, entry] of input.entries.entries()) {
        try {
          const recorded = await recordResult(write, runbook, entry, actorLabel(input.actor));
          results.push(...recorded);
          notes += recorded.length * (entry.note?.length ?? 0);
          requireBound(results.length, notes);
        } catch (error) {
          if (input.batch && error instanceof Fault) throw new Fault(error.code, `results[${i}]: ${error.message}`);
          throw error;
        }
      }
      await closeResults(write, input.actor, results);
      return { app: { id: write.app.id, name: write.app.name }, results };
    },
  }),
);

async function recordResult(
  write: AppWrite,
  runbook: Runbook,
  entry: ResultEntry,
  recordedBy: string,
): Promise<ShownResult[]> {
  const { app } = write;
  const sectionId = entry.section === null ? null : pickSection(await runbook.sections(), entry.section).id;
  const check = await getNamedCheck(write.tx, app, entry.check, sectionId, await runbook.candidates(entry.check));
  const statusRows = await runbook.statusRows(check.id, entry.platforms);
  const cycle = entry.cycle === undefined ? null : await runbook.cycle(entry.cycle);
  const named = requirePlatforms(write.appConfig.platforms, entry.platforms);
  const codes = named.length > 0 ? named : applicable(write, statusRows);
  const recorded = codes.map(
    (platform): ShownResult => ({
      id: nextId(write, "res"),
      appId: app.id,
      checkId: check.id,
      checkRef: check.ref,
      checkTitle: check.title,
      platform,
      outcome: entry.outcome,
      note: entry.note,
      build: entry.build,
      recordedBy,
      recordedAt: app.updatedAt,
      cycleId: cycle?.id ?? null,
      cycleName: cycle?.name ?? null,
    }),
  );
  await writeResults(write, check, statusRows, recorded);
  return recorded;
}

function applicable({ appConfig }: AppWrite, statusRows: readonly PlatformStatusRow[]): string[] {
  const marked = new Set(statusRows.filter(({ notApplicable }) => notApplicable === 1).map(({ platform }) => platform));
  const codes = appConfig.platforms.map(({ code }) => code).filter((code) => !marked.has(code));
  if (codes.length > 0) return codes;
  throw new Fault(
    "invalid_request",
    "check: it is not applicable on any platform; name the platforms to record anyway.",
  );
}

function requireBound(recorded: number, notes: number): void {
  if (recorded > MAX_RECORDED) {
    const message = `the request would record more than ${MAX_RECORDED} results (checks times platforms); send it in several parts.`;
    throw new Fault("invalid_request", message);
  }
  if (notes > MAX_RECORDED_NOTES) {
    throw new Fault(
      "invalid_request",
      "the notes, each counted once for every platform, are too long in total; send the request in several parts.",
    );
  }
}

/** The checks and platform statuses that the entries name, asked one by one for a few entries and together for many. */
interface Runbook {
  sections(): Promise<Section[]>;
  candidates(name: string): Promise<readonly LiveCheck[]>;
  /** Gives one array for each check, which the unit's writes keep up to date. `named` are the platforms whose rows are needed. */
  statusRows(checkId: string, named: readonly string[]): Promise<PlatformStatusRow[]>;
  /** An open one, by id or name. Throws `not_found`, `cycle_closed`. */
  cycle(name: string): Promise<Cycle>;
}

async function openRunbook(write: AppWrite, entries: readonly ResultEntry[]): Promise<Runbook> {
  const { tx, app, appConfig } = write;
  const { openCycles } = appConfig;
  const codes = appConfig.platforms.map(({ code }) => code);
  let sections: Section[] | undefined;
  const statusRows = new Map<string, PlatformStatusRow[]>();
  const cycles = new Map<string, Cycle>();
  const cycle = async (name: string) => {
    const known = cycles.get(name) ?? (await getOpenCycle(write, name));
    cycles.set(name, known);
    return known;
  };
  const readSections = async () => {
    sections ??= await listSections(tx, app);
    return sections;
  };
  if (entries.length <= ONE_BY_ONE) {
    return {
      cycle,
      sections: readSections,
      candidates: (name) => listCandidates(tx, app, name),
      statusRows: async (checkId, platforms) => {
        // What the open cycles will be asked for comes in the same journey.
        const [known] = await Promise.all([
          statusRows.get(checkId) ?? listPlatformStatuses(tx, checkId),
          readCycleStatusesOn(tx, openCycles, checkId, platforms.length === 0 ? codes : platforms),
        ]);
        statusRows.set(checkId, known);
        return known;
      },
    };
  }
  const byName = await listCandidatesByName(tx, app, new Set(entries.map(({ check }) => check)));
  const onPlatform = new Map(codes.map((code) => [code, new Set<string>()]));
  for (const { check, platforms } of entries) {
    for (const { id } of byName.get(check) ?? []) {
      for (const code of platforms.length === 0 ? codes : platforms) onPlatform.get(code)?.add(id);
    }
  }
  const ofCheck = groupBy(await listPlatformStatusesAt(tx, onPlatform), ({ checkId }) => checkId);
  await readCycleStatusesAhead(tx, openCycles, onPlatform);
  return {
    cycle,
    sections: readSections,
    candidates: async (name) => byName.get(name) ?? [],
    statusRows: async (checkId) => ofCheck.get(checkId) ?? [],
  };
}
