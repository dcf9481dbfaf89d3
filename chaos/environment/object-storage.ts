// The bucket of attached files goes away, refuses, breaks connections, loses answers or takes its time while files go up and down, and the server is killed in between.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { SAME_ORIGIN, ui } from "../../test/support/clients/person-client.ts";
import { type RunningServer, retest, serve } from "../../test/support/clients/run-cli.ts";
import {
  type ObjectStorage,
  openObjectStorage,
  type StorageTrouble,
} from "../../test/support/fake-tools/object-storage.ts";
import { joined } from "../../test/support/samples/joined-person.ts";
import { attachmentPath, PNG } from "../../test/support/samples/sample-files.ts";
import { Client } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { directSql, examine } from "../harness/scratch-database.ts";
import { waitUntil } from "../harness/wait-until.ts";

const UPLOADERS = 4;
const FILES_OF_AN_ISSUE = 15;
const TROUBLE_MS = 1_500;
/** Requests that were held are given up first. */
const RECOVERY_MS = 60_000;
/** Small ones go in one piece, the last in two parts. */
const SIZES = [2_000, 400_000, 6_000_000];

export const objectStorage: ChaosFault = {
  name: "object-storage",
  does: "the bucket is gone, answers 503, breaks every third connection, loses every third answer, or is slow, in turn, and every sixth time the server is killed, while files are attached and read",
  invariant:
    "uploads answer 201 or 503; what was acknowledged reads back byte for byte, no row names a missing file, every object in the bucket is named or noted for the sweep, and files are taken again",
  rounds: { sqlite: 24, postgres: 12 },
  run,
};

interface Uploading {
  address: string;
  /** The bytes of acknowledged files under their addresses. */
  acknowledged: Map<string, Buffer>;
  statuses: Map<number, number>;
  /** The one that files are attached to now. */
  issue: { id: string; files: number } | null;
  slowest: number;
}

type Ail = (storage: ObjectStorage) => Promise<() => Promise<void>>;

const TROUBLES: Record<string, Ail> = {
  "is gone": async (storage) => {
    await storage.goAway();
    return () => storage.comeBack();
  },
  "answers 503": (storage) => each(storage, 1, { status: 503 }),
  "breaks connections": (storage) => each(storage, 3, "reset"),
  "loses answers": (storage) => each(storage, 3, "lost"),
  "is slow": (storage) => each(storage, 4, "hang"),
};

async function each(storage: ObjectStorage, nth: number, what: StorageTrouble): Promise<() => Promise<void>> {
  let n = 0;
  storage.trouble = () => (++n % nth === 0 ? what : undefined);
  return async () => {
    storage.trouble = null;
  };
}

async function run(trial: Trial): Promise<string> {
  const storage = await openObjectStorage("retest/");
  const settings = { ...trial.scratch.settings, ...storage.settings };
  let server: RunningServer | undefined;
  try {
    server = await serve(settings);
    const client = await Client.admin(settings, server.address);
    const cookie = await joined(server.address, settings, "admin", "ada@example.com");
    const { id: app } = await client.liveApp("App");
    const uploading: Uploading = {
      address: server.address,
      acknowledged: new Map(),
      statuses: new Map(),
      issue: null,
      slowest: 0,
    };
    let kills = 0;
    for (let round = 1; round <= trial.rounds; round++) {
      const isKill = round % 6 === 0;
      const [what, ail] = Object.entries(TROUBLES)[(round - 1) % 5]!;
      const report = (problem: string) => trial.report(`round ${round}, the bucket ${what}: ${problem}`);
      const stop = uploaders(uploading, app, cookie, report);
      await sleep(300);
      const heal = await ail(storage);
      await sleep(TROUBLE_MS);
      if (isKill) {
        kills++;
        await server.stop("SIGKILL");
        server = await serve(settings);
        uploading.address = server.address;
      }
      await heal();
      const one = async () => (await attachOne(uploading, app, cookie, 2_000)) === 201;
      if (!(await waitUntil(RECOVERY_MS, one))) report("no file is taken any more");
      await stop();
      trial.progress(round);
    }
    await readAll(uploading, cookie, trial.report);
    await server.stop();
    for (const problem of await examine(settings)) trial.report(problem);
    await requireKnown(storage, settings, trial.report);
    const answers = [...uploading.statuses].map(([status, n]) => `${n} × ${status === 0 ? "cut off" : status}`);
    return `${answers.join(", ")}; ${kills} kills; slowest answer ${Math.round(uploading.slowest)} ms; ${storage.objects().length} objects in the bucket`;
  } finally {
    if (server?.process.exitCode === null) await server.stop("SIGKILL");
    await storage.close();
  }
}

/** Uploads until the function that it gives is called. */
function uploaders(uploading: Uploading, app: string, cookie: string, report: Trial["report"]): () => Promise<void> {
  let isOn = true;
  const work = Array.from({ length: UPLOADERS }, async (_, i) => {
    for (let n = 0; isOn; n++) {
      const status = await attachOne(uploading, app, cookie, SIZES[(n + i) % SIZES.length]!);
      if (![201, 503, 0].includes(status)) report(`an upload answered ${status}`);
      if (status !== 201) await sleep(100);
    }
  });
  return async () => {
    isOn = false;
    await Promise.all(work);
  };
}

/** Gives the status; 0 where the connection broke. */
async function attachOne(uploading: Uploading, app: string, cookie: string, size: number): Promise<number> {
  const { address } = uploading;
  const as = { ...SAME_ORIGIN, cookie };
  const file = Buffer.concat([PNG, randomBytes(size)]);
  const began = performance.now();
  const status = await (async () => {
    const issue = await issueFor(uploading, app, as);
    if (issue === undefined) return 0;
    const name = `shot-${++issue.files}.png`;
    const path = `/ui/v1${attachmentPath(issue.id)}?name=${name}`;
    const answer = await fetch(address + path, { method: "POST", headers: as, body: new Uint8Array(file) });
    await answer.arrayBuffer();
    if (answer.status === 201) uploading.acknowledged.set(attachmentPath(issue.id, name), file);
    return answer.status;
  })().catch(() => 0);
  uploading.slowest = Math.max(uploading.slowest, performance.now() - began);
  uploading.statuses.set(status, (uploading.statuses.get(status) ?? 0) + 1);
  return status;
}

async function issueFor(uploading: Uploading, app: string, as: Record<string, string>) {
  if (uploading.issue !== null && uploading.issue.files < FILES_OF_AN_ISSUE) return uploading.issue;
  const answer = await ui(uploading.address, "POST", "/issues", { app, text: "With files" }, as);
  if (answer.status !== 201) return undefined;
  uploading.issue = { id: answer.body.data.id as string, files: 0 };
  return uploading.issue;
}

async function readAll({ address, acknowledged }: Uploading, cookie: string, report: Trial["report"]): Promise<void> {
  for (const [path, file] of acknowledged) {
    const answer = await fetch(`${address}/ui/v1${path}`, { headers: { cookie } });
    const isSame = Buffer.from(await answer.arrayBuffer()).equals(file);
    if (answer.status !== 200 || !isSame) report(`${path} was acknowledged and answers ${answer.status}, other bytes`);
  }
}

/** Checks that everything in the bucket is named or will be swept; after sweeping only what is named is left. */
async function requireKnown(
  storage: ObjectStorage,
  settings: Record<string, string>,
  report: Trial["report"],
): Promise<void> {
  const { notes } = JSON.parse((await retest(["doctor", "--json"], settings)).stdout) as { notes: string[] };
  for (const note of notes) if (note.includes("nothing names")) report(note);
  const named = await directSql(settings, "select file from attachment where file is not null");
  const loose = await directSql(settings, "select file from loose_file");
  const keys = new Set([...named, ...loose].map(({ file }) => `retest/${file}`));
  for (const name of storage.objects()) if (!keys.has(name)) report(`${name} is in the bucket and not known`);
}
