// The refusal that a rule throws.
import { Fault } from "../../../src/domain/fault.ts";

/** The refusal that `run` throws; undefined when it throws none. */
export function faultOf(run: () => unknown): Fault | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}
