// Delivers one external id two hundred times at once, round after round, to one built server and to two on one
// PostgreSQL, and looks for a second issue; then more deliveries than an hour allows: npx tsx scripts/delivery-rounds.ts
// [--rounds 20]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { call, type RunningServer, retest, type Settings, serve } from "../test/support/cli.ts";
import { startPostgres } from "../test/support/postgres-server.ts";

const AT_ONCE = 200;
const START_WITHIN_MS = 5;
const LIMIT = 120;
const OVER_LIMIT = 150;
const LANES = 40;
const HOUR_MS = 3_600_000;
/** A round of the limit takes less than this; one that would meet the turn of the hour waits for it. */
const ROUND_MS = 15_000;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("usage: delivery-rounds [--rounds 20]");
  process.exit(2);
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

interface Answer {
  status: number;
  body: Json;
  retryAfter: number | null;
  startedAt: number;
  endedAt: number;
}

interface Place {
  settings: Settings;
  servers: RunningServer[];
  key: string;
}

interface Row {
  rounds: number;
  "201s": number;
  "200s": number;
  "409s": number;
  "429s": number;
  "400s": number;
  others: number;
  "worst, ms": number;
  problems: number;
}

type Round = (place: Place, app: Json, path: string) => Promise<{ answers: Answer[]; problems: string[] }>;

const table: Record<string, Row> = {};
const unlimited = { RETEST_API_RATE: "0", RETEST_WEBHOOK_RATE: "0" };
const dataDir = mkdtempSync(join(tmpdir(), "retest-deliveries-"));
try {
  await run("one id, one server, SQLite", { RETEST_DATA_DIR: dataDir, ...unlimited }, 1, oneId);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
const postgres = await startPostgres();
try {
  const settings = { DATABASE_URL: postgres.url, RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef" };
  await run("one id, one server, PostgreSQL", { ...settings, ...unlimited }, 1, oneId);
  await run("one id, two servers, PostgreSQL", { ...settings, ...unlimited }, 2, oneId);
  await run(`${OVER_LIMIT} in an hour, two servers, PostgreSQL`, settings, 2, overLimit);
} finally {
  await postgres.stop();
}
console.table(table);
process.exitCode = Object.values(table).some(({ problems }) => problems > 0) ? 1 : 0;

/** Every round on an app of its own; doctor looks at all of them at the end, the count of the month included. */
async function run(name: string, settings: Settings, servers: number, round: Round): Promise<void> {
  const withAllowance = { ...settings, RETEST_FREE_PLAN_ISSUES: "1000000", RETEST_LOG_LEVEL: "info" };
  const place: Place = { settings: withAllowance, servers: [], key: "" };
  const row: Row = {
    rounds,
    "201s": 0,
    "200s": 0,
    "409s": 0,
    "429s": 0,
    "400s": 0,
    others: 0,
    "worst, ms": 0,
    problems: 0,
  };
  table[name] = row;
  const report = (problems: string[], where: string) => {
    for (const problem of problems) console.error(`${name}, ${where}: ${problem}`);
    row.problems += problems.length;
  };
  try {
    for (let i = 0; i < servers; i++) place.servers.push(await serve(withAllowance));
    place.key = JSON.parse(
      (await command(place, "key", "create", "--name", "CI", "--role", "admin", "--json")).stdout,
    ).key;
    await command(place, "workspace", "plan", "free");
    for (let i = 1; i <= rounds; i++) {
      const app = await createApp(place, `${name} ${i}`);
      const { answers, problems } = await round(place, app, app.path);
      for (const { status, startedAt, endedAt } of answers) {
        const column = `${status}s` in row ? (`${status}s` as "201s") : "others";
        row[column] += 1;
        row["worst, ms"] = Math.max(row["worst, ms"], Math.ceil(endedAt - startedAt));
      }
      report(problems, `round ${i}`);
    }
    const { code, stdout, stderr } = await retest(["doctor"], withAllowance);
    if (code !== 0) report([`doctor: ${stdout}${stderr}`], "at the end");
    console.log(`${name}: ${rounds} rounds, ${row.problems} problems`);
  } finally {
    for (const server of place.servers) await server.stop();
  }
}

/** Two hundred deliveries of one id, each up to a few milliseconds late: one issue, whoever comes first. */
async function oneId(place: Place, app: Json, path: string) {
  const body = JSON.stringify({ title: "It broke", source: "tool", external_id: `id of ${app.id}` });
  const hour = hourNow();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      await sleep(Math.random() * START_WITHIN_MS);
      return deliver(serverOf(place, i), path, body);
    }),
  );
  const problems: string[] = [];
  const raised = answers.filter(({ status }) => status === 201);
  if (raised.length !== 1) problems.push(`${raised.length} deliveries were answered 201`);
  const issue = JSON.stringify(raised[0]?.body.issue);
  for (const { status, body: answer, retryAfter } of answers) {
    if (status === 201) continue;
    const isDuplicate = status === 200 && answer.duplicate === true && JSON.stringify(answer.issue) === issue;
    const isInProgress = status === 409 && answer.error.code === "in_progress" && retryAfter === 1;
    if (!isDuplicate && !isInProgress) problems.push(`answered ${status} ${JSON.stringify(answer)}`);
  }
  const issues = await data(place, "GET", `/issues?app=${app.id}&status=all`);
  if (issues.length !== 1) problems.push(`the app has ${issues.length} issues`);
  // Those that were told to come again had not come so far as to be counted.
  const counted = answers.filter(({ status }) => status !== 409).length;
  const { used } = (await data(place, "GET", `/apps/${app.id}/webhook`)).hour;
  if (hourNow() === hour && used !== counted) problems.push(`${used} deliveries were counted, not ${counted}`);
  return { answers, problems };
}

/** Deliveries of every kind, forty at a time: the hour lets through so many, and tells the others when to come again. */
async function overLimit(place: Place, app: Json, path: string) {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < ROUND_MS) await sleep(left + 1_500);
  const answers: Answer[] = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < OVER_LIMIT; i = next++) {
      const title = i % 10 === 0 ? undefined : `Delivery ${i}`;
      answers.push(await deliver(serverOf(place, i), path, JSON.stringify({ title, external_id: i % 50 })));
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  const problems: string[] = [];
  const refused = answers.filter(({ status }) => status === 429);
  if (answers.length - refused.length !== LIMIT)
    problems.push(`${answers.length - refused.length} passed, not ${LIMIT}`);
  for (const { status, body, retryAfter, startedAt, endedAt } of answers) {
    if (![200, 201, 400, 429].includes(status)) problems.push(`answered ${status} ${JSON.stringify(body)}`);
    if (status === 400 && body.error.code !== "missing_title") problems.push(`answered ${JSON.stringify(body)}`);
    const fits = retryAfter !== null && retryAfter >= secondsLeft(endedAt) && retryAfter <= secondsLeft(startedAt) + 1;
    if (status === 429 && !fits) problems.push(`Retry-After ${retryAfter}, not ${secondsLeft(endedAt)}`);
  }
  const raised = answers.filter(({ status }) => status === 201).length;
  const issues = await data(place, "GET", `/issues?app=${app.id}&status=all&limit=200`);
  if (issues.length !== raised) problems.push(`the app has ${issues.length} issues, not ${raised}`);
  const { used } = (await data(place, "GET", `/apps/${app.id}/webhook`)).hour;
  if (used !== LIMIT) problems.push(`${used} deliveries were counted, not ${LIMIT}`);
  return { answers, problems };
}

async function deliver(server: RunningServer, path: string, body: string): Promise<Answer> {
  const startedAt = now();
  const response = await fetch(server.address + path, { method: "POST", body });
  const text = await response.text();
  const retryAfter = response.headers.get("retry-after");
  return {
    status: response.status,
    body: JSON.parse(text),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    startedAt,
    endedAt: now(),
  };
}

async function createApp(place: Place, name: string): Promise<Json> {
  const body = { name, mode: "live", platforms: [{ code: "web", label: "Web" }] };
  const app = await data(place, "POST", "/apps", body);
  const { url } = await data(place, "GET", `/apps/${app.id}/webhook`);
  return { ...app, path: new URL(url).pathname };
}

async function data(place: Place, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await call(place.servers[0]!.address, place.key, method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.error)}`);
  return answer.data;
}

async function command({ settings }: Place, ...args: string[]) {
  const outcome = await retest(args, settings);
  if (outcome.code !== 0) throw new Error(`retest ${args.join(" ")}: ${outcome.stderr}`);
  return outcome;
}

function serverOf({ servers }: Place, i: number): RunningServer {
  return servers[i % servers.length]!;
}

/** Milliseconds since 1970, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

function hourNow(): number {
  return Math.floor(Date.now() / HOUR_MS);
}

function secondsLeft(at: number): number {
  return Math.ceil((HOUR_MS - (at % HOUR_MS)) / 1_000);
}
