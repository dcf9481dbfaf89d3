// How long a server takes to its first answer, and what it holds while nobody asks.
import { setTimeout as sleep } from "node:timers/promises";
import { type Aim, spreadOf } from "../report/figures.ts";
import type { SeededDatabase } from "../servers/databases.ts";
import { memoryMb } from "../servers/processes.ts";
import { startOurs } from "../servers/start-servers.ts";
import { MILLION } from "../workloads/workloads.ts";
import { note, type Run } from "./run.ts";
import { START_UP } from "./tail-and-start-up-aims.ts";

const STARTS = 5;
const IDLE_MS = 3_000;
const IDLE: Aim = { bar: 120, goal: 80 };
const UNDER_LOAD: Aim = { bar: 250, goal: 170 };

export const startupNames = [START_UP, "memory, idle"];

export async function measureStartupAndMemory(run: Run, places: SeededDatabase[]): Promise<void> {
  if (!startupNames.some(run.wants)) return;
  for (const place of places) {
    const starts: number[] = [];
    let idle = 0;
    for (let i = 0; i < STARTS; i++) {
      const server = await startOurs(place);
      starts.push(server.startMs / 1_000);
      if (i === 0) {
        await sleep(IDLE_MS);
        idle = memoryMb(server.pids());
      }
      await server.stop();
    }
    const { database, size } = place;
    // What it must be is known once PocketBase has started, too.
    note(run, { what: START_UP, database, size, unit: "s", value: spreadOf(starts), aim: null });
    const value = spreadOf([idle]);
    note(run, { what: "memory, idle", database, size, unit: "MB", value, aim: atMillion(size, IDLE) });
  }
}

/** Notes the memory that `measureWorks` saw. */
export function noteMemoryUnderLoad(run: Run, most: Map<SeededDatabase, number>): void {
  for (const [{ database, size }, memory] of most) {
    const aim = atMillion(size, UNDER_LOAD);
    note(run, { what: "memory, under load", database, size, unit: "MB", value: spreadOf([memory]), aim });
  }
}

function atMillion(size: number, aim: Aim): Aim | null {
  return size === MILLION ? aim : null;
}
