// The aims of p99 and of start-up: so many times what another program of the same run takes, because figures of their own would be the
// machine's. What each piece of work should reach of a bare program's rate stands with the work (workloads/workloads.ts).
import type { Aim, Reading } from "../report/figures.ts";
import type { Run } from "./run.ts";

export const P99 = "p99: ";
export const START_UP = "start-up";
export const START_UP_OF_POCKETBASE = "start-up of PocketBase, empty";

interface RelativeAim {
  beside: string;
  /** The aim in multiples of what it is compared with. */
  aim: Aim;
  isOf(reading: Reading): boolean;
}

const RELATIVE: RelativeAim[] = [
  {
    beside: `${P99}hello`,
    aim: { bar: 4, goal: 2 },
    // On a disk that is slow by itself nothing can be as quick as what writes nothing; programs that do next to nothing are of no database.
    isOf: ({ what, database }) => what.startsWith(P99) && !what.includes(", sync + ") && database !== null,
  },
  { beside: START_UP_OF_POCKETBASE, aim: { bar: 6, goal: 3 }, isOf: ({ what }) => what === START_UP },
];

/** Sets aims that depend on other readings, once all are measured. A reading without one to compare with has no aim. */
export function setRelativeAims({ readings }: Pick<Run, "readings">): void {
  for (const { beside, aim, isOf } of RELATIVE) {
    const least = readings.find(({ what }) => what === beside)?.value.median;
    if (least === undefined) continue;
    const times = (n: number) => Number((n * least).toPrecision(3));
    for (const one of readings.filter(isOf)) one.aim = { bar: times(aim.bar), goal: times(aim.goal) };
  }
}
