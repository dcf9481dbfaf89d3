// Deliveries that race: one id two hundred times at once, many ids in many copies, more than the hour allows.
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, deliver, type Json } from "../harness/client.ts";
import type { Race } from "./race.ts";

const AT_ONCE = 200;
const START_WITHIN_MS = 5;
const IDS = 50;
const COPIES = 20;
const LIMIT = 120;
const OVER_LIMIT = 150;
const LANES = 40;
const HOUR_MS = 3_600_000;
/** A round of the limit takes less than this; one that would meet the turn of the hour waits for it. */
const ROUND_MS = 30_000;

/** Two hundred deliveries of one id, each up to a few milliseconds late: one issue, whoever comes first. */
export async function oneId({ client, servers, report, name }: Race): Promise<Answer[]> {
  const app = await client.liveApp(name);
  const hour = hourNow();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, i) => {
      await sleep(Math.random() * START_WITHIN_MS);
      const payload = { title: "It broke", source: "tool", external_id: `id of ${app.id}` };
      return deliver(servers[i % servers.length]! + app.path, payload);
    }),
  );
  const raised = answers.filter(({ status }) => status === 201);
  if (raised.length !== 1) report(`${raised.length} deliveries of one id were answered 201`);
  for (const answer of answers) if (answer.status !== 201) requireDuplicate(answer, raised[0]?.body.issue, report);
  const issues = await client.list(`/issues?app=${app.id}&status=all`);
  if (issues.length !== 1) report(`the app has ${issues.length} issues`);
  // Those that were told to come again had not come so far as to be counted.
  const counted = answers.filter(({ status }) => status !== 409).length;
  const { used } = (await client.data("GET", `/apps/${app.id}/webhook`)).hour;
  if (hourNow() === hour && used !== counted) report(`${used} deliveries were counted, not ${counted}`);
  return answers;
}

/** Fifty ids in twenty copies, of two sources that differ by a capital, to two apps: one issue for each of them. */
export async function manyIds({ client, servers, report, name }: Race): Promise<Answer[]> {
  const apps = [await client.liveApp(`${name} one`), await client.liveApp(`${name} two`)];
  const waiting: (() => Promise<Answer>)[] = [];
  for (let id = 0; id < IDS; id++) {
    for (let copy = 0; copy < COPIES; copy++) {
      const [app, source] = [apps[copy % 2]!, copy % 4 < 2 ? "a" : "A"];
      const payload = { title: `${source} ${id}`, source, external_id: id };
      waiting.push(() => deliver(servers[(copy >> 2) % servers.length]! + app.path, payload));
    }
  }
  const answers: Answer[] = [];
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) answers.push(await next());
  };
  await Promise.all(Array.from({ length: LANES }, work));
  for (const answer of answers) if (answer.status !== 201) requireDuplicate(answer, undefined, report);
  for (const app of apps) {
    const issues = await client.list(`/issues?app=${app.id}&status=all`);
    const keys = new Set(issues.map(({ webhook }: Json) => `${webhook.source} ${webhook.external_id}`));
    if (issues.length !== 2 * IDS || keys.size !== 2 * IDS)
      report(`${issues.length} issues of ${keys.size} problems, not ${2 * IDS}`);
  }
  return answers;
}

/** Deliveries of every kind, forty at a time: the hour lets through so many, and tells the others when to come again. */
export async function overLimit({ client, servers, report, name }: Race): Promise<Answer[]> {
  const app = await client.liveApp(name);
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < ROUND_MS) await sleep(left + 1_500);
  const answers: Answer[] = [];
  let next = 0;
  const work = async () => {
    for (let i = next++; i < OVER_LIMIT; i = next++) {
      const title = i % 10 === 0 ? undefined : `Delivery ${i}`;
      answers.push(await deliver(servers[i % servers.length]! + app.path, { title, external_id: i % 50 }));
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  const refused = answers.filter(({ status }) => status === 429);
  if (answers.length - refused.length !== LIMIT) report(`${answers.length - refused.length} passed, not ${LIMIT}`);
  for (const { status, body, headers, startedAt, endedAt } of answers) {
    if (![200, 201, 400, 429].includes(status)) report(`answered ${status} ${JSON.stringify(body)}`);
    if (status === 400 && body.error.code !== "missing_title") report(`answered ${JSON.stringify(body)}`);
    const retryAfter = Number(headers.get("retry-after"));
    const fits = retryAfter >= secondsLeft(endedAt) && retryAfter <= secondsLeft(startedAt) + 1;
    if (status === 429 && !fits) report(`Retry-After ${retryAfter}, not ${secondsLeft(endedAt)}`);
  }
  const raised = answers.filter(({ status }) => status === 201).length;
  const issues = await client.list(`/issues?app=${app.id}&status=all`);
  if (issues.length !== raised) report(`the app has ${issues.length} issues, not ${raised}`);
  const { used } = (await client.data("GET", `/apps/${app.id}/webhook`)).hour;
  if (used !== LIMIT) report(`${used} deliveries were counted, not ${LIMIT}`);
  return answers;
}

function requireDuplicate({ status, body, headers }: Answer, issue: Json | undefined, report: Race["report"]): void {
  const isSame = issue === undefined || JSON.stringify(body?.issue) === JSON.stringify(issue);
  const isDuplicate = status === 200 && body.duplicate === true && isSame;
  const isInProgress = status === 409 && body.error.code === "in_progress" && headers.get("retry-after") === "1";
  if (!isDuplicate && !isInProgress) report(`answered ${status} ${JSON.stringify(body)}`);
}

function hourNow(): number {
  return Math.floor(Date.now() / HOUR_MS);
}

function secondsLeft(at: number): number {
  return Math.ceil((HOUR_MS - (at % HOUR_MS)) / 1_000);
}
