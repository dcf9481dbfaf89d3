// The open cycle that a result names.
import { cycleClosed } from "../../domain/cycles/cycle.ts";
import { type Cycle, getCycleOfApp, isOpen } from "../../storage/cycles/cycles.ts";
import type { AppWrite } from "../app-write.ts";

/** Finds an open cycle by id or name. Throws `not_found`, `cycle_closed`. */
export async function getOpenCycle({ tx, app }: AppWrite, name: string): Promise<Cycle> {
  const cycle = await getCycleOfApp(tx, app, name);
  if (!isOpen(cycle)) throw cycleClosed(cycle.name);
  return cycle;
}
