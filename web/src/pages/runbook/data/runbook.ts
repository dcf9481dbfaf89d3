// What a runbook, its checks, sections and cells are in the interface.
import type { z } from "zod";
import type { CycleRunbookSchema } from "../../../../../src/wire/cycles/cycle-checks.ts";
import type { Cycle } from "../../../api/types.ts";

type CycleRunbook = z.infer<typeof CycleRunbookSchema>;

/** The runbook of all testing, or what is in a cycle with its statuses there; a null status isn't in the cycle. */
export interface Runbook extends Omit<CycleRunbook, "cycle"> {
  cycle?: Cycle;
}

/** A runbook without its checks. */
export type RunbookOutline = Pick<Runbook, "app" | "cycle" | "platforms" | "sections">;

export type RunbookCheck = Runbook["checks"][number];

export type RunbookSection = Runbook["sections"][number];

/** One check on one platform, by the platform's place in the runbook. */
export interface Cell {
  check: string;
  platform: number;
}

/** The key of a cell in a set of cells. */
export function cellKey(check: string, platform: number): string {
  return `${check} ${platform}`;
}

/** The check's cell on a platform; none where the cycle doesn't have it. */
export function cellOf({ id, statuses }: RunbookCheck, platform: number): Cell[] {
  return statuses[platform] === null ? [] : [{ check: id, platform }];
}
