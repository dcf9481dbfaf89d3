// What becomes of a test run, as it is answered and as it is recorded: both as bytes, in pieces that are quick to handle.
import * as z from "zod";
import { MAX_NOTE } from "../../domain/limits.ts";
import type { CasePlan, PlannedResult, RunPlan } from "../../domain/results/plan-results.ts";
import type { NamedCheck } from "../../domain/results/test-case.ts";
import { outcome } from "../fields.ts";

const check = z.strictObject({ id: z.string(), ref: z.string(), title: z.string() });

const CaseSchema = z.strictObject({
  name: z.string(),
  suite: z.string().nullable(),
  line: z.number().int().nullable(),
  outcome: z.enum(["passed", "failed", "skipped"]),
  fate: z.enum(["recorded", "skipped", "unmatched", "ambiguous"]),
  matched_by: z.enum(["property", "map", "ref", "title"]).nullable(),
  check: check.nullable(),
  platforms: z.array(z.string()),
  recorded: outcome.nullable(),
  candidates: z.array(check),
  why: z.string().nullable(),
});

export const RunSchema = z.strictObject({
  app: z.strictObject({ id: z.string(), name: z.string() }),
  dry_run: z.boolean(),
  counts: z.strictObject({
    cases: z.number().int(),
    recorded: z.number().int(),
    skipped: z.number().int(),
    unmatched: z.number().int(),
    ambiguous: z.number().int(),
    checks: z.number().int(),
    results: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
  }),
  cases: z.array(CaseSchema),
});

export type RunCounts = z.infer<typeof RunSchema>["counts"];

export interface PresentedRun {
  counts: RunCounts;
  /** The names of the first cases that were run and matched no check, or several. */
  strays: string[];
  /** The first words for a status that nobody knows. */
  unknownStatuses: string[];
  /** Each a list of cases in JSON, without its brackets. */
  cases: Uint8Array[];
  /** Each a list in JSON of the results to record. */
  results: Uint8Array[];
}

/** Recording so many takes some 25 ms, for which others who write wait. */
const AT_ONCE = 150;
/** Candidates that an answer names. */
const MOST_CANDIDATES = 5;
const SHOWN = 500;
const MOST_STRAYS = 5;
const MOST_WORDS = 5;

/** `note` goes with every result, behind what a failure says. */
export function presentRun({ cases, results }: RunPlan, note: string | null): PresentedRun {
  const having = (fate: CasePlan["fate"]) => cases.filter((one) => one.fate === fate).length;
  const failed = results.filter((one) => one.outcome === "failed").length;
  const strays = cases.filter(({ fate }) => fate === "unmatched" || fate === "ambiguous").slice(0, MOST_STRAYS);
  const unknown = new Set(cases.flatMap(({ case: one }) => (one.isUnknownStatus === true ? [one.status ?? ""] : [])));
  return {
    counts: {
      cases: cases.length,
      recorded: having("recorded"),
      skipped: having("skipped"),
      unmatched: having("unmatched"),
      ambiguous: having("ambiguous"),
      checks: new Set(results.map(({ checkId }) => checkId)).size,
      results: results.length,
      passed: results.length - failed,
      failed,
    },
    strays: strays.map((one) => cut(one.case.name)),
    unknownStatuses: [...unknown].slice(0, MOST_WORDS).map((word) => cut(word)),
    cases: inPieces(cases, (some) => JSON.stringify(some.map(presentCase)).slice(1, -1)),
    results: inPieces(results, (some) => JSON.stringify(some.map((one) => withNote(one, note)))),
  };
}

export function runAnswer(
  app: { id: string; name: string },
  dryRun: boolean,
  { counts, cases }: Pick<PresentedRun, "counts" | "cases">,
): Buffer {
  const { id, name } = app;
  const head = JSON.stringify({ app: { id, name }, dry_run: dryRun, counts }).slice(0, -1);
  const between = cases.flatMap((piece, i) => (i === 0 ? [piece] : [Buffer.from(","), piece]));
  return Buffer.concat([Buffer.from(`{"data":${head},"cases":[`), ...between, Buffer.from("]}}")]);
}

function presentCase(plan: CasePlan): z.infer<typeof CaseSchema> {
  const { name, suites, line, outcome: own } = plan.case;
  return {
    name: cut(name),
    suite: suites.length === 0 ? null : cut(suites[0]!),
    line,
    outcome: own,
    fate: plan.fate,
    matched_by: plan.by,
    check: plan.check === null ? null : presentCheck(plan.check),
    platforms: plan.platforms,
    recorded: plan.recorded,
    candidates: plan.candidates.slice(0, MOST_CANDIDATES).map(presentCheck),
    why: plan.why,
  };
}

function presentCheck({ id, ref, title }: NamedCheck) {
  return { id, ref, title };
}

function withNote(result: PlannedResult, note: string | null): PlannedResult {
  if (result.note === null) return { ...result, note };
  return {
    ...result,
    note: note === null ? cut(result.note, MAX_NOTE) : `${cut(result.note, MAX_NOTE - note.length - 2)}\n\n${note}`,
  };
}

function cut(text: string, most = SHOWN): string {
  return text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;
}

function inPieces<One>(list: readonly One[], write: (some: One[]) => string): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  const encoder = new TextEncoder();
  for (let i = 0; i < list.length; i += AT_ONCE) pieces.push(encoder.encode(write(list.slice(i, i + AT_ONCE))));
  return pieces;
}
