// A disk whose sync fails once, at each of the first calls in turn, and one on which every sync is slow: injected below the
// server by strace.
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningServer, type Settings, serve } from "../../test/support/clients/run-cli.ts";
import { lacksProgram } from "../../test/support/machine/lacks-program.ts";
import { type Answer, Client, tally } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import { waitUntil } from "../harness/wait-until.ts";

const CALLS = 50;
const WRITERS = 3;
const RECOVERY_MS = 5_000;
const DELAY_MS = 300;
/** How long a read may take while writes wait for the disk. */
const READ_MS = 250;

export const failingSync: ChaosFault = {
  name: "failing-sync",
  does: "the Nth fsync or fdatasync of the database by a thread answers EIO, for each N up to 50; every fifth time all later ones, too",
  invariant:
    "what waited for it answers 503 or the process ends; no 201 for a row that is not there after kill -9; writes work again within 5 s on a file opened anew; the file is whole",
  rounds: { sqlite: CALLS },
  lacks: () => lacksProgram("strace"),
  run: runFailing,
};

export const slowSync: ChaosFault = {
  name: "slow-sync",
  does: "every fsync and fdatasync of the database takes 300 ms longer while clients read and write; then kill -9",
  invariant:
    "reads do not wait for the disk (median under 250 ms), every write is answered 201 and not before its sync has come back, and all of them are there",
  rounds: { sqlite: 5 },
  lacks: () => lacksProgram("strace"),
  run: runSlow,
};

/** A data folder with an app, to begin each round with. */
async function prepare(settings: Settings): Promise<{ client: Client; app: string }> {
  const client = await Client.admin(settings);
  const server = await serve(settings);
  client.address = server.address;
  const { id } = await client.liveApp("App");
  await server.stop();
  return { client, app: id };
}

/**
 * The tracer runs beside the server, so that signals reach the server itself, and can be ended before it. Only the
 * database's own files: of the folder that a new file is in, SQLite does not look whether the sync succeeded.
 */
function through(injection: string, dir: string, log: string): string[] {
  const calls = "fsync,fdatasync";
  const files = ["retest.db", "retest.db-wal"].flatMap((name) => ["-P", join(dir, name)]);
  return [
    "strace",
    "-D",
    "-f",
    "-I1",
    ...files,
    "-e",
    `trace=${calls}`,
    "-e",
    `inject=${calls}:${injection}`,
    "-o",
    log,
  ];
}

/** Ends the tracer, and with it what it injects. */
function letGo(pid: number): void {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  const tracer = Number(/^TracerPid:\s+(\d+)$/m.exec(status)?.[1] ?? 0);
  if (tracer > 0) process.kill(tracer, "SIGTERM");
}

async function runFailing({ scratch, rounds, report, progress }: Trial): Promise<string> {
  const { client, app } = await prepare(scratch.settings);
  const answers: Answer[] = [];
  const counts = { injected: 0, starts: 0, ends: 0 };
  for (let round = 1; round <= rounds; round++) {
    const call = 1 + Math.floor(((round - 1) * CALLS) / rounds);
    const isLasting = round % 5 === 0;
    const dir = join(scratch.folder, `call-${round}`);
    cpSync(scratch.settings.RETEST_DATA_DIR!, dir, { recursive: true });
    const settings = { ...scratch.settings, RETEST_DATA_DIR: dir };
    const log = join(scratch.folder, `strace-${round}`);
    const told = (problem: string) => report(`call ${call}${isLasting ? " and later" : ""}: ${problem}`);
    const command = through(`error=EIO:when=${call}${isLasting ? "+" : ""}`, dir, log);
    const server = await serve(settings, "serve", command).catch(() => null);
    if (server === null) counts.starts++;
    const raised: string[] = [];
    if (server !== null) {
      client.address = server.address;
      const [before, mine]: [number, Answer[]] = [injectionsIn(log), []];
      await write(client, app, call + 5, { raised, answers: mine, report: told });
      const hasEnded = server.process.exitCode !== null || server.process.signalCode !== null;
      const isNoticed = hasEnded || mine.some(({ status }) => status === 503);
      if (injectionsIn(log) > before && !isNoticed) told("a sync failed, and every write was answered 201");
      answers.push(...mine);
      letGo(server.process.pid!);
      if (hasEnded) counts.ends++;
      else if (!(await waitUntil(RECOVERY_MS, () => works(client, app, raised)))) told("writing is refused for ever");
      await server.stop("SIGKILL");
    }
    // Three writers share a sync at most, so that more than so many were made.
    const injected = injectionsIn(log);
    if (injected === 0) told("no sync failed");
    counts.injected += injected;
    await requireKept(settings, client, app, raised, told);
    progress(round);
  }
  return `${counts.injected} calls failed: ${tally(answers)}, ${counts.starts} starts refused, ${counts.ends} processes ended`;
}

/** Where a writer notes the issues that it raised and what it was answered, and reports an answer that is wrong. */
interface Notes {
  raised: string[];
  answers: Answer[];
  report: Trial["report"];
}

/** Writes until each of a few writers has written so often, or the server is gone. */
async function write(client: Client, app: string, times: number, { raised, answers, report }: Notes): Promise<void> {
  const writer = async () => {
    for (let i = 0; i < times; i++) {
      const answer = await client.ask("POST", "/issues", { app, text: `Text ${i}` }).catch(() => null);
      if (answer === null) return;
      answers.push(answer);
      if (answer.status === 201) raised.push(answer.body.data.id);
      else if (answer.status !== 503) report(`answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

async function works(client: Client, app: string, raised: string[]): Promise<boolean> {
  const answer = await client.ask("POST", "/issues", { app, text: "Again" }).catch(() => null);
  if (answer?.status === 201) raised.push(answer.body.data.id);
  return answer?.status === 201;
}

function injectionsIn(log: string): number {
  return existsSync(log) ? readFileSync(log, "utf8").split("(INJECTED)").length - 1 : 0;
}

/** Checks on a working disk that everything acknowledged is there. */
async function requireKept(
  settings: Settings,
  client: Client,
  app: string,
  raised: string[],
  report: Trial["report"],
): Promise<void> {
  const server: RunningServer = await serve(settings);
  client.address = server.address;
  await client.requireAll(app, raised, report);
  await server.stop();
  for (const problem of await examine(settings)) report(problem);
}

async function runSlow({ scratch: { settings, folder }, rounds, report, progress }: Trial): Promise<string> {
  const { client, app } = await prepare(settings);
  const [reads, writes]: [Answer[], Answer[]] = [[], []];
  const raised: string[] = [];
  for (let round = 1; round <= rounds; round++) {
    const command = through(`delay_enter=${DELAY_MS * 1_000}`, settings.RETEST_DATA_DIR!, join(folder, "strace"));
    const server = await serve(settings, "serve", command);
    client.address = server.address;
    let isWriting = true;
    const reading = async () => {
      while (isWriting) reads.push(await client.ask("GET", `/issues?app=${app}`));
    };
    const readers = Promise.all([reading(), reading()]);
    await write(client, app, 5, { raised, answers: writes, report });
    isWriting = false;
    await readers;
    await server.stop("SIGKILL");
    progress(round);
  }
  await requireKept(settings, client, app, raised, report);
  const [read, written] = [median(reads), median(writes)];
  for (const { status } of reads) if (status !== 200) report(`a read was answered ${status}`);
  if (writes.some(({ status }) => status !== 201)) report(`writes were answered ${tally(writes)}`);
  if (read > READ_MS) report(`reads took ${read} ms`);
  const quickest = Math.min(...writes.map(timeOf));
  if (quickest < DELAY_MS) report(`a write was answered after ${Math.round(quickest)} ms, before its sync came back`);
  return `${reads.length} reads, median ${read} ms; ${writes.length} writes, median ${written} ms`;
}

function timeOf({ startedAt, endedAt }: Answer): number {
  return endedAt - startedAt;
}

function median(answers: Answer[]): number {
  const times = answers.map(timeOf).sort((a, b) => a - b);
  return Math.round(times[times.length >> 1] ?? 0);
}
