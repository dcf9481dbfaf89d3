// What a runbook, its checks, sections and cells are in the interface.
import type { z } from "zod";
import type { RunbookSchema } from "../../../../../src/wire/runbook/runbook-snapshot.ts";

export type Runbook = z.infer<typeof RunbookSchema>;

/** A runbook without its checks. */
export type RunbookOutline = Pick<Runbook, "app" | "platforms" | "sections">;

export type RunbookCheck = Runbook["checks"][number];

export type RunbookSection = Runbook["sections"][number];

/** One check on one platform, by the platform's place in the runbook. */
export interface Cell {
  check: string;
  platform: number;
}

/** What a cell is called in a set of them. */
export function cellKey(check: string, platform: number): string {
  return `${check} ${platform}`;
}
