// What the system says about running processes: their time, their memory, their children.
import { readdirSync, readFileSync } from "node:fs";

/** Ticks of /proc/PID/stat per second, and bytes of a page of /proc/PID/statm, on every common Linux. */
const TICKS = 100;
const PAGE_BYTES = 4_096;
/** The parent's place behind the program's name in /proc/PID/stat. */
const PARENT = 1;
/** Places of the times in user code and in the system, its own and those of ended children. */
const TIMES = [11, 12, 13, 14];

/** Processor time that the processes, with all their threads and the children that ended, have used so far. */
export function cpuSeconds(pids: number[]): number {
  const ticks = pids.map(statOf).map((stat) => sum(TIMES.map((field) => Number(stat?.[field] ?? 0))));
  return sum(ticks) / TICKS;
}

/** Megabytes that the processes hold in memory. */
export function memoryMb(pids: number[]): number {
  const pages = pids.map((pid) => Number(read(`/proc/${pid}/statm`)?.split(" ")[1] ?? 0));
  return (sum(pages) * PAGE_BYTES) / 1e6;
}

/** A process and those that it has started: workers of ours, connections of PostgreSQL. */
export function withChildren(parent: number): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return all.filter((pid) => pid === parent || Number(statOf(pid)?.[PARENT]) === parent);
}

/** Null if the process has ended meanwhile. */
function statOf(pid: number): string[] | null {
  const stat = read(`/proc/${pid}/stat`);
  return stat === null ? null : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
