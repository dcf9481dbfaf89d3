// One step of an erasure: some rows of one table. How far it has come is written with them, so that whoever goes on, after a crash or on
// another server, goes on from there.
import {
  addressLookedFor,
  type Erasure,
  type ErasureProgress,
  type ErasureState,
  type ErasureSubject,
  forgottenBy,
} from "../../domain/privacy/erasure.ts";
import { TABLES } from "../../storage/migrations/all.ts";
import { lockErasure, saveErasure } from "../../storage/privacy/erasures.ts";
import { PERSONAL_DATA } from "../../storage/privacy/personal-data.ts";
import { holdsPeople } from "../../storage/privacy/sweep.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { deleteRowsOfApp } from "./delete-app-rows.ts";
import { eraseFromAudit } from "./erase-from-audit.ts";
import { gatherNames } from "./gather-names.ts";
import { redactRows } from "./redact-rows.ts";
import type { Sweep, SweepTable } from "./sweep.ts";

type Step = readonly [sweep: SweepTable, table: string];

const AUDIT_STEP: Step = [eraseFromAudit, "audit"];
const PEOPLE_STEPS: readonly Step[] = [
  ...TABLES.filter(holdsPeople).map((table): Step => [redactRows, table]),
  AUDIT_STEP,
];
/** What refers to something goes before it. */
const APP_STEPS: readonly Step[] = [
  ...TABLES.filter((table) => PERSONAL_DATA[table]!.app !== undefined)
    .toReversed()
    .map((table): Step => [deleteRowsOfApp, table]),
  AUDIT_STEP,
];
/** The names first: what they are looked for in is gone through only after all are known. */
const STEPS: Record<Erasure["kind"], readonly Step[]> = {
  person: [[gatherNames, "audit"], [gatherNames, "comment"], ...PEOPLE_STEPS],
  reporter: [[gatherNames, "issue"], ...PEOPLE_STEPS],
  app: APP_STEPS,
};

/** The progress of an erasure. */
export interface ErasureNews {
  state: ErasureState;
  /** Steps that are done, and all there are. */
  done: number;
  steps: number;
  changed: number;
  /** Attached files that were looked through; null while none are. */
  files: number | null;
  /** How long to wait until there is something to do. */
  waitMs: number;
}

/** An erasure that is not there counts as done. */
export const eraseStep = defineAction({
  name: "eraseStep",
  duration: () => "part",
  async run(unit: UnitOfWork, { id }: { id: string }): Promise<ErasureNews> {
    const erasure = await lockErasure(unit.tx, id);
    if (erasure === undefined || !isGoingThroughTables(erasure)) return newsOf(erasure?.state ?? "done", erasure);
    const isEarly = erasure.state === "settling" && unit.now < erasure.settlesAt;
    if (isEarly) return { ...newsOf("settling", erasure), waitMs: erasure.settlesAt - unit.now };
    const next = await takeStep(unit, erasure);
    saveErasure(unit.tx, next);
    return newsOf(next.state, next);
  },
});

async function takeStep(unit: UnitOfWork, erasure: Erasure): Promise<Erasure> {
  const subject = JSON.parse(erasure.subject!) as ErasureSubject;
  const { pass, step, after } = JSON.parse(erasure.progress) as ErasureProgress;
  const [sweepTable, table] = STEPS[erasure.kind][step]!;
  const sweep: Sweep = { unit, erasure, subject, forgotten: forgottenBy(erasure, subject) };
  const swept = await sweepTable(sweep, table, after);
  const next: ErasureProgress = { pass, step: swept.after === null ? step + 1 : step, after: swept.after };
  const going: Erasure = {
    ...erasure,
    state: "running",
    subject: JSON.stringify(subject),
    progress: JSON.stringify(next),
    changed: erasure.changed + swept.changed,
  };
  return next.step < STEPS[erasure.kind].length ? going : endPass(going, pass);
}

/** Begins a second pass after the first: it finds what requests were still writing during the first. */
function endPass(erasure: Erasure, pass: number): Erasure {
  if (pass === 1 && erasure.settlesAt > erasure.startedAt) {
    return { ...erasure, state: "settling", progress: JSON.stringify({ pass: 2, step: 0, after: null }) };
  }
  // Files are looked through for an address, and for nothing else.
  const isLookedFor = addressLookedFor(JSON.parse(erasure.subject!)) !== null;
  return { ...erasure, state: "cleaning", subject: isLookedFor ? erasure.subject : null };
}

export function newsOf(state: ErasureState, erasure: Erasure | undefined): ErasureNews {
  const standing = erasure === undefined ? { done: 0, steps: 0 } : stepsOf(erasure);
  return { state, ...standing, changed: erasure?.changed ?? 0, files: filesSeen(erasure), waitMs: 0 };
}

function filesSeen(erasure: Erasure | undefined): number | null {
  if (erasure?.state !== "cleaning" || erasure.subject === null) return null;
  return (JSON.parse(erasure.progress) as ErasureProgress).files?.seen ?? 0;
}

/** How many steps are done, and how many there are in all: the tables are gone through once, or twice. */
export function stepsOf({ kind, state, progress, startedAt, settlesAt }: Erasure): { done: number; steps: number } {
  const each = STEPS[kind].length;
  const steps = settlesAt > startedAt ? 2 * each : each;
  const { pass, step } = JSON.parse(progress) as ErasureProgress;
  return { done: isGoingThroughTables({ state }) ? (pass - 1) * each + step : steps, steps };
}

function isGoingThroughTables({ state }: Pick<Erasure, "state">): boolean {
  return state === "running" || state === "settling";
}

/** Notes when an erasure failed. Its next step takes the note back. */
export const noteErasureFailure = defineAction({
  name: "noteErasureFailure",
  async run(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
    const erasure = await lockErasure(unit.tx, id);
    if (erasure === undefined || erasure.state === "done") return;
    const progress: ErasureProgress = { ...JSON.parse(erasure.progress), failedAt: unit.now };
    saveErasure(unit.tx, { ...erasure, progress: JSON.stringify(progress) });
  },
});

/** Ends an erasure once nothing is left, neither in the tables nor in the database's files. */
export const finishErasure = defineAction({
  name: "finishErasure",
  async run(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
    const erasure = await lockErasure(unit.tx, id);
    if (erasure === undefined || erasure.state !== "cleaning") return;
    saveErasure(unit.tx, { ...erasure, state: "done", finishedAt: unit.now });
    const { workspaceId, kind, changed } = erasure;
    const target = { kind: "erasure" as const, id, name: null };
    record(unit, workspaceId, "erasure.finished", { target, details: { kind, changed } });
  },
});
