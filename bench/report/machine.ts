// The machine and the versions that a run was made with.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { DatabaseSync } from "@photostructure/sqlite";

export interface Machine {
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  kernel: string;
  node: string;
  sqlite: string;
  /** PostgreSQL's version; null if the run did without. */
  postgres: string | null;
  date: string;
  /** Processes that wanted a core in the minute before the run: a quiet machine has none. */
  load: number;
  /** The commit of the program that was measured. */
  commit: string;
}

/** Describes the machine; called at the start of a run. */
export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    system: /^PRETTY_NAME="(.*)"$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "Linux",
    kernel: release(),
    node: process.versions.node,
    sqlite: sqliteVersion(),
    postgres: null,
    date: new Date().toISOString().slice(0, 10),
    load: Number(loadavg()[0]!.toFixed(1)),
    commit: commit(),
  };
}

function sqliteVersion(): string {
  const db = new DatabaseSync(":memory:");
  const row = db.prepare("select sqlite_version() as version").get() as { version: string };
  db.close();
  return row.version;
}

function commit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  try {
    const changed = git("status", "--porcelain", "--untracked-files=no", "--", "src", "bench") !== "";
    return git("rev-parse", "--short", "HEAD") + (changed ? " and changes" : "");
  } catch {
    return "unknown";
  }
}
