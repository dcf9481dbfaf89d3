// Deliveries, fixes and reopenings of the same few ids at once over two servers: whatever the order, no alert is lost and
// none is raised twice. RETEST_MODEL_STEPS takes more steps, RETEST_MODEL_SEED makes the same choices again.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { setPlan } from "../../../src/actions/workspace/change-workspace.ts";
import { listSlots } from "../../../src/storage/webhook/dedupe-slots.ts";
import { untilHandled } from "../../support/clients/until-handled.ts";
import { randomFrom } from "../../support/machine/seeded-random.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const STEPS = Number(process.env.RETEST_MODEL_STEPS ?? 800);
const SEED = Number(process.env.RETEST_MODEL_SEED ?? Math.floor(Math.random() * 2 ** 32));
const WORKERS = 24;
const APPS = 2;
const IDS = ["1", "2", "3"];
const HOUR_MS = 3_600_000;

/** Something that was asked for and answered; it took effect at one moment in between. */
interface Span {
  from: number;
  to: number;
}

interface Known {
  id: string;
  /** Answers that said: open. The first is that it was raised. */
  opened: Span[];
  /** Answers that said: fixed. */
  fixed: Span[];
}

interface Thing {
  app: string;
  path: string;
  externalId: string;
  issues: Map<string, Known>;
  raised: { span: Span; id: string }[];
  duplicates: { span: Span; id: string }[];
  waited: number;
}

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let servers: string[];
  beforeAll(async () => {
    world = await createWorld(kind, { webhookRate: 0, freePlanIssues: 1_000_000 });
    servers = [world.address, await world.anotherServer()];
    await world.store.performer.perform(setPlan, { workspaceId: world.store.workspace.id, plan: "free" });
    // Ten past, so that the count of the hour is one count.
    world.clock.offset = HOUR_MS / 6 - (Date.now() % HOUR_MS);
  });
  afterAll(() => world.close());

  test(
    `no alert is lost and none raised twice, seed ${SEED}`,
    async () => {
      const random = randomFrom(SEED);
      const things: Thing[] = [];
      for (let i = 0; i < APPS; i++) things.push(...(await openApp(world)));

      let left = STEPS;
      const work = async () => {
        while (left-- > 0) {
          const thing = random.pick(things);
          const known = [...thing.issues.values()].slice(-4);
          const step = random.weigh({ deliver: 5, fix: 3, fixOn: 2, reopen: 2 });
          if (random.next() < 0.3) await sleep(random.below(4));
          if (step === "deliver" || known.length === 0) await deliver(random.pick(servers), thing);
          else {
            const platforms = random.pick([["ios"], ["android"]]);
            const body = step === "fixOn" ? { platforms } : { fixed: step === "fix" };
            await change(world, random.pick(servers), random.pick(known), body);
          }
        }
      };
      await Promise.all(Array.from({ length: WORKERS }, work));

      for (const thing of things) {
        expect(lostAlerts(thing)).toEqual([]);
        expect(raisedTwice(thing)).toEqual([]);
      }
      await compare(world, things);
      expect(await world.problems()).toEqual([]);

      // At rest again, the next delivery of each finds what is open, or raises.
      for (const thing of things) {
        const open = await openIssues(world, thing);
        const before = thing.raised.length;
        await deliver(servers[0]!, thing);
        expect(thing.raised.length - before).toBe(open.length === 0 ? 1 : 0);
        if (open.length > 0) expect(open).toContain(thing.duplicates.at(-1)!.id);
      }
      expect(await world.problems()).toEqual([]);
    },
    60_000 + STEPS * 50,
  );
});

async function openApp(world: World): Promise<Thing[]> {
  const repositories = ["one", "two"].map((repo) => ({ repo, platforms: [] }));
  const { id } = await world.app({ mode: "live", repositories });
  const { data } = (await world.call(world.admin, "GET", `/apps/${id}/webhook`)).body;
  const { pathname: path } = new URL(data.url);
  const nothing = () => ({ issues: new Map(), raised: [], duplicates: [], waited: 0 });
  return IDS.map((externalId) => ({ app: id, path, externalId, ...nothing() }));
}

async function deliver(server: string, thing: Thing): Promise<void> {
  const from = performance.now();
  const sent = JSON.stringify({ title: "It broke", source: "tool", external_id: thing.externalId });
  const response = await fetch(server + thing.path, { method: "POST", body: sent });
  const body = JSON.parse(await response.text());
  const span = { from, to: performance.now() };
  if (response.status === 409) {
    expect([body.error.code, response.headers.get("retry-after")]).toEqual(["in_progress", "1"]);
    thing.waited += 1;
    return;
  }
  // It waited in vain for something else: on a slow machine fixes may keep the app for long.
  if (response.status === 503) {
    expect([body.error.code, response.headers.has("retry-after")]).toEqual(["unavailable", true]);
    return;
  }
  expect([response.status, body]).toEqual(
    response.status === 201 ? [201, { issue: body.issue }] : [200, { duplicate: true, issue: body.issue }],
  );
  const { id } = body.issue;
  if (response.status === 200) thing.duplicates.push({ span, id });
  else {
    expect(thing.issues.has(id)).toBe(false);
    thing.issues.set(id, { id, opened: [span], fixed: [] });
    thing.raised.push({ span, id });
  }
}

async function change(world: World, server: string, issue: Known, body: object): Promise<void> {
  const from = performance.now();
  const path = `/issues/${issue.id}/fix`;
  const answer = await untilHandled(() => world.callAt(server, world.admin, "POST", path, body));
  const span = { from, to: performance.now() };
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  (answer.body.data.status === "fixed" ? issue.fixed : issue.opened).push(span);
}

/** Deliveries that were called duplicates of an issue which was fixed all the while. */
function lostAlerts({ issues, duplicates }: Thing): string[] {
  return duplicates.flatMap(({ span, id }) => {
    const issue = issues.get(id);
    if (issue === undefined) return [`a duplicate of ${id}, which nobody raised`];
    const isLost = issue.fixed.some((fix) => fix.to < span.from && !issue.opened.some(between(fix, span)));
    return isLost ? [`a duplicate of ${id}, which was fixed`] : [];
  });
}

/** Issues that were raised while another of the same id was open all the while. */
function raisedTwice({ issues, raised }: Thing): string[] {
  return raised.flatMap(({ span, id }) =>
    [...issues.values()]
      .filter((other) => other.opened.some((open) => open.to < span.from && !other.fixed.some(between(open, span))))
      .map((other) => `${id} was raised while ${other.id} was open`),
  );
}

/** Whether something may have taken effect after the one and before the other. */
function between(first: Span, second: Span): (span: Span) => boolean {
  return ({ from, to }) => to > first.from && from < second.to;
}

/** What was answered is what is kept: issues, slots, the log and the counts. */
async function compare(world: World, things: Thing[]): Promise<void> {
  for (const app of new Set(things.map((thing) => thing.app))) {
    const own = things.filter((thing) => thing.app === app);
    const kept = await all(world, `/issues?app=${app}&status=all`);
    expect(kept.map(({ id }) => id).sort()).toEqual(own.flatMap(({ raised }) => raised.map(({ id }) => id)).sort());
    for (const thing of own) {
      const ofThing = kept.filter(({ webhook }) => webhook.external_id === thing.externalId);
      expect(ofThing.map(({ id }) => id).sort()).toEqual([...thing.issues.keys()].sort());
      expect(ofThing.every(({ webhook, via }) => webhook.source === "tool" && via === "webhook")).toBe(true);
    }
    const slots = await listSlots(world.store.reader, app);
    const open = new Map(kept.filter(({ status }) => status === "open").map(({ id, webhook }) => [id, webhook]));
    const held = slots.map(({ issues }) => open.get(issues[0]!)?.external_id);
    expect(held.sort()).toEqual([...new Set([...open.values()].map((webhook) => webhook.external_id))].sort());

    const answers = own.flatMap(({ raised, duplicates }) => [
      ...raised.map(({ id }) => `201 ${id}`),
      ...duplicates.map(({ id }) => `200 ${id}`),
    ]);
    // What met another of its id for too long is counted, and logged after it was answered.
    const waited = own.reduce((sum, thing) => sum + thing.waited, 0);
    const log = await vi.waitFor(async () => {
      const entries = await all(world, `/apps/${app}/webhook/deliveries?`);
      expect(entries.filter(({ status }) => status === 409)).toHaveLength(waited);
      return entries.filter(({ status }) => status !== 409);
    }, 120_000);
    expect(log.map(({ status, issue }) => `${status} ${issue.id}`).sort()).toEqual(answers.sort());
    const { hour } = (await world.call(world.admin, "GET", `/apps/${app}/webhook`)).body.data;
    expect(hour.used).toBe(answers.length + waited);
  }
}

async function openIssues(world: World, { app, externalId }: Thing): Promise<string[]> {
  const open = await all(world, `/issues?app=${app}&status=open`);
  return open.filter(({ webhook }) => webhook.external_id === externalId).map(({ id }) => id);
}

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
async function all(world: World, path: string): Promise<any[]> {
  const rows = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page = await world.call(world.admin, "GET", `${path}&limit=200${cursor && `&cursor=${cursor}`}`);
    expect(page.status).toBe(200);
    rows.push(...page.body.data);
    cursor = page.body.next_cursor;
  }
  return rows;
}
