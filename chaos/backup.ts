// A backup taken while clients write, put back on both databases, and held against what it holds.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { retest, type Settings, serve } from "../test/support/cli.ts";
import { digest, tablesOf } from "./backup-digest.ts";
import { Client } from "./client.ts";
import type { Fault, Trial } from "./fault.ts";
import { examine } from "./ground.ts";

const WRITERS = 8;
/** Issues that are there before the first backup. */
const SEEDED = 5_000;
const STALL_MS = 250;
/** A stall is the machine's, too: it counts if it comes again each time. */
const ATTEMPTS = 3;

/** A restore writes them itself: what waited may have been sent since, and that it happened is in the audit log. */
const CHANGED = new Set(["notification", "forward", "audit", "audit_head"]);

export const backup: Fault = {
  name: "backup",
  does: "retest backup while 8 clients write, retest restore into the same database and into the other kind",
  invariant:
    "all that was acknowledged before is in it, rows and checksums of every table are the same after the restore, doctor finds nothing, and no write stands still for more than 250 ms",
  rounds: { sqlite: 5, postgres: 5 },
  needsPostgres: true,
  run,
};

interface Written {
  id: string;
  at: number;
}

async function run({ ground, rounds, report, progress }: Trial): Promise<string> {
  const { settings, folder } = ground;
  const client = await Client.admin(settings);
  const server = await serve(settings);
  client.address = server.address;
  const { id: app } = await client.liveApp("App");
  const written: Written[] = [];
  let isWriting = false;
  const work = async () => {
    for (let n = 0; isWriting; n++) {
      const answer = await client.ask("POST", "/issues", { app, text: `Text ${n} ${"x".repeat(500)}` });
      if (answer.status === 201) written.push({ id: answer.body.data.id, at: answer.endedAt });
      else report(`a write was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  };
  /** Everybody writes until it is done. */
  const whileWriting = async <T>(doing: () => Promise<T>): Promise<T> => {
    isWriting = true;
    const writers = Promise.all(Array.from({ length: WRITERS }, work));
    try {
      return await doing();
    } finally {
      isWriting = false;
      await writers;
    }
  };
  const stalls: number[] = [];
  let rows = 0;
  try {
    await whileWriting(async () => {
      while (written.length < SEEDED * Math.min(1, rounds / 5)) await sleep(100);
    });
    for (let round = 1; round <= rounds; round++) {
      const file = join(folder, `backup-${round}`);
      const told = (problem: string) => report(`round ${round}: ${problem}`);
      stalls.push(await whileWriting(() => calmBackup(settings, file, written, told)));
      rows = await drill(await Promise.all([ground.another("sqlite"), ground.another("postgres")]), file, folder, told);
      progress(round);
    }
  } finally {
    await server.stop();
  }
  return `${written.length} writes meanwhile, up to ${rows} rows in a backup, longest stall ${Math.round(Math.max(...stalls))} ms`;
}

/** Gives how long nothing was acknowledged at most, at the best of a few attempts. */
async function calmBackup(
  settings: Settings,
  file: string,
  written: Written[],
  report: Trial["report"],
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= ATTEMPTS && best > STALL_MS; attempt++) {
    rmSync(file, { force: true });
    const from = written.length;
    await sleep(100);
    const { code, stderr } = await retest(["backup", file], settings);
    if (code !== 0) report(`backup: ${stderr}`);
    best = Math.min(best, longestGap(written.slice(from)));
    const before = new Set(written.slice(0, from).map(({ id }) => id));
    const issues = (await tablesOf(file)).get("issue")!;
    for (const row of issues.rows) before.delete(row[issues.columns.indexOf("id")] as string);
    if (before.size > 0) report(`${before.size} issues that were acknowledged before are not in the backup`);
  }
  if (best > STALL_MS) report(`writes stood still for ${Math.round(best)} ms, each of ${ATTEMPTS} times`);
  return best;
}

function longestGap(written: Written[]): number {
  const times = written.map(({ at }) => at).sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((at, i) => at - times[i]!));
}

/** Puts it back here and there, takes a backup of that, and compares; gives how many rows there were. */
async function drill(targets: Settings[], file: string, folder: string, report: Trial["report"]): Promise<number> {
  const before = await tablesOf(file);
  for (const [i, target] of targets.entries()) {
    const again = join(folder, `again-${i}`);
    rmSync(again, { force: true });
    for (const args of [
      ["restore", file],
      ["backup", again],
    ]) {
      const { code, stderr } = await retest(args, target);
      if (code !== 0) report(`${args[0]}: ${stderr}`);
    }
    const after = await tablesOf(again);
    for (const [name, table] of before) {
      const [was, is] = [digest(table), digest(after.get(name) ?? { columns: table.columns, rows: [] }, table.columns)];
      if (was !== is && !CHANGED.has(name)) report(`${name} had ${was}, and has ${is}`);
    }
    for (const problem of await examine(target)) report(`restored: ${problem}`);
  }
  rmSync(file, { force: true });
  return [...before.values()].reduce((sum, { rows }) => sum + rows.length, 0);
}
