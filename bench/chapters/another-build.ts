// People beside another build, which stands in a folder of its own: signing in, and what a session asks. Each fills its own database by its
// own command line and API, so the builds need not know each other's tables.
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join, resolve } from "node:path";
import pg from "pg";
import { startPostgres } from "../../test/support/database/postgres-server.ts";
import { type Contender, takeTurns } from "../load/take-turns.ts";
import type { LoadRequest } from "../load/wrk.ts";
import { type Aim, type Database, figuresOf, ratioOf } from "../report/figures.ts";
import { BOTH_CORES, SERVER_CORE } from "../servers/cores.ts";
import { withChildren } from "../servers/processes.ts";
import { SECRET_KEY } from "../servers/seed.ts";
import { type MeasuredServer, startOurs } from "../servers/start-servers.ts";
import { attempt, compare, type Run, roundsOf } from "./run.ts";

interface Build {
  server: MeasuredServer;
  session: string;
  issueId: string;
}

type Where = Pick<Parameters<typeof startOurs>[0], "databaseUrl" | "databasePids">;

const PERSON = { email: "ada@example.com", password: "seven green kettles sing" };
const UI = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
const CHECKS = [{ ref: "A-1", title: "Sign in" }];
const APP = {
  name: "Shop",
  platforms: [{ code: "web", label: "Web" }],
  sections: [{ ref: "A", title: "Account", checks: CHECKS }],
};
/** The aim: no slower than the build before, but for the usual noise. */
const AIM: Aim = { bar: 0.95, goal: 1 };

const WORKS: { name: string; connections?: number; request(build: Build): LoadRequest }[] = [
  {
    name: "signing in",
    connections: 4,
    request: () => ({ method: "POST", path: "/ui/v1/session", headers: UI, body: JSON.stringify(PERSON) }),
  },
  { name: "one issue, by a session", request: (build) => read(build, `/issues/${build.issueId}`) },
  { name: "who am I, by a session", request: (build) => read(build, "/me") },
];

const nameOf = (work: string) => `another build: ${work}`;
export const anotherBuildNames = WORKS.map(({ name }) => nameOf(name));

export async function measureBesideAnotherBuild(run: Run): Promise<void> {
  const { beside } = run;
  if (beside === null) return;
  for (const database of run.databases) {
    await attempt(run, `${database}, beside ${beside}`, () => measureOn(database, run, beside));
  }
}

async function measureOn(database: Database, run: Run, folder: string): Promise<void> {
  const postgres = database === "postgres" ? await startPostgres({ pinTo: BOTH_CORES, durable: true }) : null;
  run.postgres ??= postgres?.version ?? null;
  const databasePids = () => (postgres === null ? [] : withChildren(postgres.process.pid!));
  const builds: Build[] = [];
  try {
    for (const [i, root] of [".", folder].entries()) {
      const databaseUrl = postgres === null ? null : postgres.url.replace(/[^/]+$/, `build_${i}`);
      if (postgres !== null) await createDatabase(postgres.url, `build_${i}`);
      builds.push(await prepare(resolve(root), { databaseUrl, databasePids }, run.scratch));
    }
    for (const pid of databasePids()) execFileSync("taskset", ["-acp", SERVER_CORE, String(pid)], { stdio: "ignore" });
    for (const work of WORKS.filter(({ name }) => run.wants(nameOf(name)))) {
      const [ours, theirs] = builds.map((build, i): Contender => {
        const name = i === 0 ? work.name : `${work.name}, another build`;
        return { name, server: build.server, request: () => work.request(build), isLarge: true };
      });
      const taken = await takeTurns([ours!, theirs!], { ...roundsOf(run), connections: work.connections });
      const [own, others] = taken.map(figuresOf);
      const row = { work: work.name, database, size: 1, ours: own!, beside: "the other build", theirs: others! };
      compare(run, { chapter: "builds", ...row, ratio: ratioOf(taken[0]!, taken[1]!), aim: AIM });
    }
  } finally {
    for (const { server } of builds) await server.stop();
    await postgres?.stop();
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`).finally(() => client.end());
}

/** A running server with a person who is signed in and an issue. */
async function prepare(root: string, where: Where, scratch: string): Promise<Build> {
  const place = { ...where, dataDir: mkdtempSync(join(scratch, "build-")) };
  const server = await startOurs(place, { root });
  try {
    return { server, ...(await fill(server, place, root)) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function fill(
  server: MeasuredServer,
  place: Where & { dataDir: string },
  root: string,
): Promise<Omit<Build, "server">> {
  const command = (...args: string[]) => {
    const settings = { RETEST_DATA_DIR: place.dataDir, RETEST_SECRET_KEY: SECRET_KEY };
    const env = { ...process.env, ...settings, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) };
    return JSON.parse(
      execFileSync(process.execPath, [join(root, "bin/retest.js"), ...args], { env, encoding: "utf8" }),
    );
  };
  const post = async (path: string, headers: Record<string, string>, body: unknown) => {
    const url = `http://127.0.0.1:${server.port}${path}`;
    const answer = await fetch(url, { method: "POST", headers: { ...UI, ...headers }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const key = {
    authorization: `Bearer ${command("key", "create", "--name", "Bench", "--role", "admin", "--json").key}`,
  };
  const app = (await (await post("/api/v1/apps", key, APP)).json()) as { data: { id: string } };
  const issue = { app: app.data.id, check: "A-1", text: "Wrong total" };
  const raised = (await (await post("/api/v1/issues", key, issue)).json()) as { data: { id: string } };
  const { link } = command("person", "invite", "--role", "viewer", "--json") as { link: string };
  const joined = await post("/ui/v1/invitations/accept", {}, { ...PERSON, name: "Ada", token: link.split("#")[1] });
  return { issueId: raised.data.id, session: joined.headers.getSetCookie()[0]!.split(";")[0]! };
}

function read({ session }: Build, path: string): LoadRequest {
  return { method: "GET", path: `/ui/v1${path}`, headers: { cookie: session } };
}
