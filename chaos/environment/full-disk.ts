// A disk that gets full while clients write, and has room again: as a tmpfs of 6 MB, and as a limit on the size of files.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { serve } from "../../test/support/clients/run-cli.ts";
import { lacksProgram } from "../../test/support/machine/lacks-program.ts";
import { canMount, type DiskTrouble, fullDisk as full, noGrowth } from "../../test/support/trouble/disk-trouble.ts";
import { type Answer, Client, tally } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import { waitUntil } from "../harness/wait-until.ts";

const WRITERS = 40;
/** How long is written while nothing is refused. */
const LONGEST_WRITING_MS = 10_000;
const RECOVERY_MS = 5_000;

export const fullDisk: ChaosFault = {
  name: "full-disk",
  does: "the disk gets full, or files may no longer grow, while 40 clients write; then there is room again",
  invariant:
    "writes answer 503 with Retry-After, reads 200, the process lives, writes work again within 5 s by themselves, nothing acknowledged is lost, the file is whole",
  rounds: { sqlite: 20 },
  lacks: () =>
    lacksProgram("prlimit", "util-linux") ??
    (canMount() ? null : "no tmpfs can be mounted here: run as root, or allow user namespaces"),
  run,
};

interface Figures {
  answers: Answer[];
  /** Writes that were on their way as the disk got full. */
  cut: number;
  /** The slowest recovery, in milliseconds. */
  slowest: number;
}

async function run({ scratch, rounds, report, progress }: Trial): Promise<string> {
  const figures: Figures = { answers: [], cut: 0, slowest: 0 };
  for (let round = 1; round <= rounds; round++) {
    const dir = join(scratch.folder, `round-${round}`, "data");
    mkdirSync(dir, { recursive: true });
    const settings = { ...scratch.settings, RETEST_DATA_DIR: dir };
    const client = await Client.admin(settings);
    const trouble = await (round % 2 === 0 ? noGrowth : full)(settings);
    client.address = trouble.server.address;
    const told = (problem: string) => report(`round ${round}: ${problem}`);
    try {
      const { app, raised } = await roundOf(client, trouble, figures, told);
      const copy = join(dir, "../copy");
      mkdirSync(copy);
      for (const name of ["retest.db", "retest.db-wal"]) copyFileSync(join(trouble.dataDir, name), join(copy, name));
      const copied = { ...settings, RETEST_DATA_DIR: copy };
      for (const problem of await examine(copied)) told(problem);
      const server = await serve(copied);
      await client.at(server.address).requireAll(app, raised, (problem) => told(`in the copy, ${problem}`));
      await server.stop();
    } finally {
      await trouble.server.stop("SIGKILL");
    }
    progress(round);
  }
  const { answers, cut, slowest } = figures;
  return `${tally(answers)}, ${cut} on their way as it got full; slowest recovery ${Math.round(slowest)} ms`;
}

/** Gives the app and what was acknowledged. */
async function roundOf(
  client: Client,
  trouble: DiskTrouble,
  figures: Figures,
  report: Trial["report"],
): Promise<{ app: string; raised: string[] }> {
  const { id: app } = await client.liveApp("App");
  const raised: string[] = [];
  const raise = async () => {
    const answer = await client.ask("POST", "/issues", { app, text: "x".repeat(4_000) });
    figures.answers.push(answer);
    const { status, headers } = answer;
    if (status === 201) raised.push(answer.body.data.id);
    else if (status !== 503 || !headers.has("retry-after")) report(`answered ${status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const written = await writeUntilFull(raise, trouble);
  const refusedAt = written.answers.findIndex(({ status }) => status === 503);
  if (refusedAt === -1) report("nothing was refused: the disk was not full");
  else if (!written.answers.slice(0, refusedAt).some(({ status }) => status === 201))
    report("nothing was acknowledged before the disk was full");
  if (written.cut === 0) report("nothing was on its way as the disk got full");
  figures.cut += written.cut;
  await client.requireAll(app, raised, report);
  const ready = async () => (await fetch(`${client.address}/readyz`)).status === 200;
  if (!(await waitUntil(RECOVERY_MS, async () => !(await ready())))) report("/readyz says that it is ready");
  trouble.end();
  const began = performance.now();
  if (!(await waitUntil(RECOVERY_MS, ready))) report("it is not ready within 5 s");
  if ((await raise()).status !== 201) report("it is ready, and writing is refused");
  figures.slowest = Math.max(figures.slowest, performance.now() - began);
  await client.requireAll(app, raised, report);
  if (trouble.server.process.exitCode !== null) report("the process ended");
  return { app, raised };
}

/** Each writer goes on until it is refused; the disk gets full when so many were acknowledged, and others are on their way. */
async function writeUntilFull(
  raise: () => Promise<Answer>,
  trouble: DiskTrouble,
): Promise<{ answers: Answer[]; cut: number }> {
  const answers: Answer[] = [];
  const fillAfter = 1 + Math.floor(Math.random() * WRITERS);
  const end = performance.now() + LONGEST_WRITING_MS;
  let [underWay, cut] = [0, 0];
  const writer = async () => {
    for (let isRefused = false; !isRefused && performance.now() < end; ) {
      underWay++;
      const answer = await raise();
      underWay--;
      isRefused = answer.status !== 201;
      if (answers.push(answer) !== fillAfter) continue;
      cut = underWay;
      trouble.begin();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return { answers, cut };
}
