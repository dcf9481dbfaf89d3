// A backup taken while clients write, put back on both databases, and held against what it holds.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { retest, type Settings, serve } from "../../test/support/clients/run-cli.ts";
import { Client } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import { type Table, tablesOf } from "./backup-digest.ts";
import { requireInterrupted, requireSame, unsentIn } from "./backup-restored.ts";
import { ALLOWED, type Seeded, seed } from "./backup-seed.ts";

const WRITERS = 8;
/** Issues and results that are there before the first backup. */
const SEEDED = 5_000;
const STALL_MS = 250;
/** A stall is the machine's, too: it counts if it comes again each time. */
const ATTEMPTS = 3;

export const backup: ChaosFault = {
  name: "backup",
  does: "retest backup while 8 clients write, notifications and a forward wait and are being sent; retest restore into the same database and into the other kind",
  invariant:
    "all that was acknowledged before is in it, rows and checksums of every table are the same after the restore but for what it says it changes, what waited or was being sent reads interrupted and is not sent by itself, doctor finds nothing, and no write stands still for more than 250 ms",
  rounds: { sqlite: 5, postgres: 5 },
  needsPostgres: true,
  run,
};

interface Written {
  id: string;
  at: number;
}

async function run({ scratch, rounds, report, progress }: Trial): Promise<string> {
  const { settings, folder } = scratch;
  const client = await Client.admin(settings);
  const server = await serve({ ...settings, ...ALLOWED });
  client.address = server.address;
  const seeded = await seed(client, server, settings);
  const written: Written[] = [];
  let isWriting = false;
  let n = 0;
  const work = async () => {
    while (isWriting) {
      const answer = await seeded.write(n++);
      const made = answer.body.issue ?? [answer.body.data].flat()[0];
      if (answer.status === 201) written.push({ id: made.id, at: answer.endedAt });
      else report(`a write was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  };
  /** Runs it while everybody writes. */
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
      stalls.push(await whileWriting(() => calmBackup(settings, file, written, seeded, told)));
      const targets = await Promise.all([scratch.another("sqlite"), scratch.another("postgres")]);
      const tables = await tablesOf(file);
      const unsent = unsentIn(tables, told);
      await drill(targets, file, tables, folder, told);
      if (round === rounds) await requireInterrupted(targets, unsent, client, seeded, told);
      rows = [...tables.values()].reduce((sum, table) => sum + table.rows.length, 0);
      rmSync(file, { force: true });
      progress(round);
    }
  } finally {
    await server.stop();
    await seeded.close();
  }
  return `${written.length} writes meanwhile, up to ${rows} rows in a backup, longest stall ${Math.round(Math.max(...stalls))} ms`;
}

/** Gives how long nothing was acknowledged at most, at the best of a few attempts. */
async function calmBackup(
  settings: Settings,
  file: string,
  written: Written[],
  seeded: Seeded,
  report: Trial["report"],
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 1; attempt <= ATTEMPTS && best > STALL_MS; attempt++) {
    rmSync(file, { force: true });
    const letGo = await seeded.keepWaiting(report);
    const from = written.length;
    await sleep(100);
    const { code, stderr } = await retest(["backup", file], settings);
    letGo();
    if (code !== 0) report(`backup: ${stderr}`);
    best = Math.min(best, longestGap(written.slice(from)));
    const before = new Set(written.slice(0, from).map(({ id }) => id));
    const tables = await tablesOf(file);
    for (const { columns, rows } of [tables.get("issue")!, tables.get("result")!])
      for (const row of rows) before.delete(row[columns.indexOf("id")] as string);
    if (before.size > 0)
      report(`${before.size} issues and results that were acknowledged before are not in the backup`);
  }
  if (best > STALL_MS) report(`writes stood still for ${Math.round(best)} ms, each of ${ATTEMPTS} times`);
  return best;
}

function longestGap(written: Written[]): number {
  const times = written.map(({ at }) => at).sort((a, b) => a - b);
  return Math.max(0, ...times.slice(1).map((at, i) => at - times[i]!));
}

/** Puts it back here and there, takes a backup of that, and compares. */
async function drill(
  targets: Settings[],
  file: string,
  before: Map<string, Table>,
  folder: string,
  report: Trial["report"],
): Promise<void> {
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
    requireSame(before, await tablesOf(again), report);
    for (const problem of await examine(target)) report(`restored: ${problem}`);
  }
}
