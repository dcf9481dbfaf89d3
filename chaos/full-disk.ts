// A disk that gets full while clients write, and has room again: as a tmpfs of 6 MB, and as a limit on the size of files.
import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { canMount, fullDisk as full, noGrowth, type Trouble } from "../test/support/disk-trouble.ts";
import { type Answer, Client, tally } from "./client.ts";
import { type Fault, lacksProgram, type Trial } from "./fault.ts";
import { examine } from "./ground.ts";
import { within } from "./within.ts";

const AT_ONCE = 40;
const RECOVERY_MS = 5_000;

export const fullDisk: Fault = {
  name: "full-disk",
  does: "the disk is full, or files may not grow, while 40 clients write; then there is room again",
  invariant:
    "writes answer 503 with Retry-After, reads 200, the process lives, writes work again within 5 s by themselves, nothing acknowledged is lost, the file is whole",
  rounds: { sqlite: 20 },
  lacks: () =>
    lacksProgram("prlimit", "util-linux") ??
    (canMount() ? null : "no tmpfs can be mounted here: run as root, or allow user namespaces"),
  run,
};

async function run({ ground, rounds, report, progress }: Trial): Promise<string> {
  const answers: Answer[] = [];
  let slowest = 0;
  for (let round = 1; round <= rounds; round++) {
    const dir = join(ground.folder, `round-${round}`, "data");
    mkdirSync(dir, { recursive: true });
    const settings = { ...ground.settings, RETEST_DATA_DIR: dir };
    const client = await Client.admin(settings);
    const trouble = await (round % 2 === 0 ? noGrowth : full)(settings);
    client.address = trouble.server.address;
    const told = (problem: string) => report(`round ${round}: ${problem}`);
    try {
      slowest = Math.max(slowest, await roundOf(client, trouble, answers, told));
      const copy = join(dir, "../copy");
      mkdirSync(copy);
      for (const name of ["retest.db", "retest.db-wal"]) copyFileSync(join(trouble.dataDir, name), join(copy, name));
      for (const problem of await examine({ ...settings, RETEST_DATA_DIR: copy })) told(problem);
    } finally {
      await trouble.server.stop("SIGKILL");
    }
    progress(round);
  }
  return `${tally(answers)}; slowest recovery ${Math.round(slowest)} ms`;
}

/** Gives how long it took to recover, in milliseconds. */
async function roundOf(client: Client, trouble: Trouble, answers: Answer[], report: Trial["report"]): Promise<number> {
  const { id: app } = await client.liveApp("App");
  const raised: string[] = [];
  const raise = async () => {
    const answer = await client.ask("POST", "/issues", { app, text: "x".repeat(4_000) });
    answers.push(answer);
    const { status, headers } = answer;
    if (status === 201) raised.push(answer.body.data.id);
    else if (status !== 503 || !headers.has("retry-after")) report(`answered ${status} ${JSON.stringify(answer.body)}`);
    return status;
  };
  await raise();
  trouble.begin();
  const refused = (await Promise.all(Array.from({ length: AT_ONCE }, raise))).filter((status) => status === 503);
  if (refused.length === 0) report("nothing was refused: the disk was not full");
  await client.requireAll(app, raised, report);
  const ready = async () => (await fetch(`${client.address}/readyz`)).status === 200;
  if (!(await within(RECOVERY_MS, async () => !(await ready())))) report("/readyz says that it is ready");
  trouble.end();
  const began = performance.now();
  if (!(await within(RECOVERY_MS, ready))) report("it is not ready within 5 s");
  if ((await raise()) !== 201) report("it is ready, and writing is refused");
  const took = performance.now() - began;
  await client.requireAll(app, raised, report);
  if (trouble.server.process.exitCode !== null) report("the process ended");
  return took;
}
