// What of a file has no place in a runbook: listed by field and reason, so that nothing is lost in silence.
import { oneLine } from "../../../../lib/text/text.ts";

export interface LeftOut {
  /** The field as the file names it. */
  field: string;
  why: string;
  /** How often the field had a value. */
  count: number;
  /** The first lines of the file (rows of a sheet) where that was so. */
  lines: number[];
}

const MOST_LINES = 10;
/** Fields that are counted apart. A file may make up a field for every case; the rest is counted together. */
const MOST_FIELDS = 200;

export const NO_SUCH_FIELD = "a check has no such field";
/** How a file that tells what came of tests is sent, so that results come of it. */
export const AS_RESULTS =
  "as results, by `retest results upload`, `POST /api/v1/results/report`, or Add CI results on the runbook";
/** Why what came of a test is left out. */
export const IS_RESULT = `it says what came of a test: send the same file ${AS_RESULTS}`;

/** A field's name as it is listed. */
export function fieldName(name: string): string {
  return oneLine(name).slice(0, 200).toWellFormed();
}

export class LeftOutList {
  private readonly byKey = new Map<string, LeftOut>();

  add(name: string, why: string, line: number): void {
    const field = fieldName(name);
    const key = this.byKey.size < MOST_FIELDS || this.byKey.has(`${field}\n${why}`) ? `${field}\n${why}` : "\n";
    let entry = this.byKey.get(key);
    if (entry === undefined) {
      entry =
        key === "\n" ? { field: "", why: "further fields", count: 0, lines: [] } : { field, why, count: 0, lines: [] };
      this.byKey.set(key, entry);
    }
    entry.count++;
    if (entry.lines.length < MOST_LINES && entry.lines.at(-1) !== line) entry.lines.push(line);
  }

  all(): LeftOut[] {
    return [...this.byKey.values()];
  }
}
