// Fixes, reopenings and deliveries that race: each transition happens once, is in the history once, and is told once.
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, deliver, type Json } from "../harness/client.ts";
import type { Race } from "./race.ts";

const FIXES = 50;
const MIXED = 100;
/** How far apart deliveries begin, from when a fix is sent and from when it is answered. */
const STAGGER_MS = 10;

/** An app whose webhook tells the receiver of fixes, and one issue that was delivered to it. */
async function delivered({ client, servers, receiver, name }: Race, fields: object = {}) {
  const app = await client.liveApp(name, fields);
  const { secret } = await client.data("PUT", `/apps/${app.id}/webhook/secret`);
  await client.data("PATCH", `/apps/${app.id}/webhook`, { notify_url: receiver.url });
  const send = (i: number) =>
    deliver(servers[i % servers.length]! + app.path, { title: "It broke", external_id: name }, secret);
  return { app, send, issue: (await send(0)).body.issue.id as string };
}

function change(race: Race, issue: string, i: number, body: object): Promise<Answer> {
  return race.client.at(race.servers[i % race.servers.length]!).ask("POST", `/issues/${issue}/fix`, body);
}

async function kindsOf({ client }: Race, issue: string): Promise<string[]> {
  const history = await client.list(`/issues/${issue}/history?`);
  return history.map(({ kind }: Json) => kind).reverse();
}

/** Fifty fixes at once: one transition, one line of history, one notification, and the same answer for all. */
export async function fixes(race: Race): Promise<Answer[]> {
  const { issue } = await delivered(race);
  const answers = await Promise.all(Array.from({ length: FIXES }, (_, i) => change(race, issue, i, {})));
  const times = new Set(answers.map(({ status, body }) => `${status} ${body.data?.fixed_at}`));
  if (times.size !== 1 || answers[0]!.status !== 200) race.report(`fixes were answered ${[...times].join(", ")}`);
  const kinds = await kindsOf(race, issue);
  if (kinds.join() !== "raised,fixed") race.report(`the history of ${FIXES} fixes is ${kinds.join()}`);
  race.fixed.set(issue, 1);
  return answers;
}

/** A hundred fixes and a hundred reopenings: as many notifications as transitions, and the last one stands. */
export async function fixesAndReopenings(race: Race): Promise<Answer[]> {
  const { issue } = await delivered(race);
  const answers = await Promise.all(
    Array.from({ length: 2 * MIXED }, (_, i) => change(race, issue, i >> 1, { fixed: i % 2 === 0 })),
  );
  for (const { status, body } of answers) if (status !== 200) race.report(`answered ${status} ${JSON.stringify(body)}`);
  const [raised, ...kinds] = await kindsOf(race, issue);
  const alternates = kinds.every((kind, i) => kind === (i % 2 === 0 ? "fixed" : "reopened"));
  if (raised !== "raised" || !alternates) race.report(`the history is ${raised},${kinds.join()}`);
  const { status } = await race.client.data("GET", `/issues/${issue}`);
  if ((status === "fixed") !== (kinds.at(-1) === "fixed")) race.report(`it reads ${status} after ${kinds.at(-1)}`);
  race.fixed.set(issue, kinds.filter((kind) => kind === "fixed").length);
  return answers;
}

/** Fixes of single platforms from both servers: the issue becomes fixed once, and is never called open on a fixed one. */
export async function platformFixes(race: Race): Promise<Answer[]> {
  const codes = ["ios", "android", "web"];
  const repositories = codes.map((code) => ({ repo: `shop/${code}`, platforms: [code] }));
  const { issue } = await delivered(race, { repositories });
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => change(race, issue, i, { platforms: [codes[i % 3]] })),
  );
  for (const { status, body } of answers) if (status !== 200) race.report(`answered ${status} ${JSON.stringify(body)}`);
  const read = await race.client.data("GET", `/issues/${issue}`);
  if (read.status !== "fixed") race.report(`it reads ${read.status} when every platform is fixed`);
  for (const { body } of answers) {
    const fixedOn = (body.data?.fixed_on ?? []).map((one: Json) => one.platform ?? one);
    const contradicting = (body.data?.still_open_on ?? []).filter((code: string) => fixedOn.includes(code));
    if (contradicting.length > 0) race.report(`both fixed and open on ${contradicting.join()}`);
  }
  race.fixed.set(issue, 1);
  return answers;
}

/** A fix and deliveries of the same id: a duplicate of the old one while it is open, else a new one; no alert is lost. */
export async function fixAndDelivery(race: Race): Promise<Answer[]> {
  const { app, send, issue } = await delivered(race);
  const fixing = change(race, issue, 1, {});
  const sendAround = async (i: number) => {
    if (i >= 5) await fixing;
    await sleep(Math.random() * STAGGER_MS);
    return send(i);
  };
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => sendAround(i)));
  const fixed = await fixing;
  race.fixed.set(issue, 1);
  const newer = answers.filter(({ status }) => status === 201);
  if (newer.length > 1) race.report(`${newer.length} issues were raised anew`);
  for (const { status, body, startedAt } of answers) {
    if (![200, 201, 409].includes(status)) race.report(`answered ${status} ${JSON.stringify(body)}`);
    if (startedAt <= fixed.endedAt) continue;
    race.counts.later++;
    if (status === 200 && body.issue.id === issue) race.report("a duplicate of an issue that was fixed before");
  }
  const after = await send(1);
  const open = (await race.client.list(`/issues?app=${app.id}&status=open`)).map(({ id }: Json) => id);
  if (open.length !== 1 || open[0] !== after.body.issue.id)
    race.report(`${open.length} issues are open after the race`);
  return [fixed, ...answers, after];
}
