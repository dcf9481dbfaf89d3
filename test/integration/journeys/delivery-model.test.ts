// Random lives of issues that tools deliver, over two servers, held step by step against a plain model: a delivery is a
// duplicate exactly while an open issue has its source and id. RETEST_MODEL_STEPS takes more steps, RETEST_MODEL_SEED
// those of one seed again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setPlan } from "../../../src/actions/workspace/change-workspace.ts";
import { allowanceScope, findCount } from "../../../src/storage/workspace/counters.ts";
import { type Random, randomFrom } from "../../support/machine/seeded-random.ts";
import { type Answer, createWorld, DATABASES, type World } from "../../support/server/test-server.ts";
import { type DeliveredIssue, DeliveryModel, type ModelApp, type ModelDelivery } from "./delivery-model.ts";

const STEPS = Number(process.env.RETEST_MODEL_STEPS ?? 300);
const SEEDS = process.env.RETEST_MODEL_SEED
  ? [Number(process.env.RETEST_MODEL_SEED)]
  : Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32));
const COMPARE_EVERY = Math.max(50, Math.ceil(STEPS / 20));
const RATE = 8;
const ALLOWANCE = 15;
const HOUR_MS = 3_600_000;
/** Issues that steps are about: the latest, so that what happens meets. */
const RECENT = 8;
const MOST_PLATFORMS = 6;

const WEIGHTS = {
  deliver: 14,
  deliverAlone: 1,
  deliverUntitled: 1,
  replay: 1,
  raise: 1,
  fix: 5,
  fixOn: 6,
  reopen: 6,
  confirm: 3,
  platforms: 4,
  hour: 0.7,
  month: 0.3,
};

/** What a tool sends as its name and its id, and what counts as the same. */
const SOURCES = [undefined, null, "", "a", "A", " a "];
const LONG = "x".repeat(5_000);
const IDS = ["1", 1, "01", 12345678901234567890n, "12345678901234567890", "é", "e\u0301", `${LONG}1`, `${LONG}2`];

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let servers: string[];
  let year = 2030;
  beforeAll(async () => {
    // Nothing is forgotten, however far the clock goes.
    const settings = { webhookRate: RATE, freePlanIssues: ALLOWANCE, deliveryDays: 20_000 };
    world = await createWorld(kind, settings);
    servers = [world.address, await world.anotherServer()];
    await world.store.performer.perform(setPlan, { workspaceId: world.store.workspace.id, plan: "free" });
  });
  afterAll(() => world.close());

  test.each(SEEDS)(
    "every delivery and every step is answered as the model says, seed %i",
    async (seed) => {
      // A year of its own: its months begin with nothing used.
      year += 1 + Math.ceil(STEPS / 1_000);
      const life = await begin(world, servers, randomFrom(seed), Date.UTC(year, 0, 1));
      for (let step = 1; step <= STEPS; step++) {
        await life.take();
        if (step % COMPARE_EVERY === 0) await life.compare();
      }
      await life.compare();
      await life.compareLogs();
      expect(await world.problems()).toEqual([]);
    },
    60_000 + STEPS * 50,
  );
});

/** Some apps and their model, side by side. */
async function begin(world: World, servers: string[], random: Random, now: number) {
  const model = new DeliveryModel({ rate: RATE, allowance: ALLOWANCE, now });
  world.clock.frozenAt = now;
  // Choices of their own: how often something is asked for must not change what is done.
  const { pick: pickServer } = randomFrom(random.below(2 ** 32));
  const places = new Map<ModelApp, { id: string; path: string; sent: { body: string; delivery: ModelDelivery }[] }>();
  const issueIds = new Map<DeliveredIssue, string>();
  // Few in one life, so that they come again and several issues of one id are open at once.
  const [sources, ids] = [[random.pick(SOURCES), random.pick(SOURCES)], [random.pick(IDS)]];
  if (random.next() < 0.5) ids.push(random.pick(IDS));
  const repositories = ["one", "two"].map((repo) => ({ repo, platforms: [] as string[] }));
  for (const count of [0, 2, 2]) {
    const created = await world.app({ mode: "live", sections: [], repositories: repositories.slice(0, count) });
    const { data } = (await world.call(world.admin, "GET", `/apps/${created.id}/webhook`)).body;
    const app = model.addApp(created.name, ["ios", "android"], count);
    places.set(app, { id: created.id, path: new URL(data.url).pathname, sent: [] });
  }

  function move(ms: number): void {
    model.now += ms;
    world.clock.frozenAt = model.now;
  }

  /** Does it for real, on either server; the model says how it must be answered. */
  async function real(expected: number, method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await world.callAt(pickServer(servers), world.admin, method, path, body);
    expect({ method, path, body, status: answer.status, error: answer.body?.error }).toMatchObject({
      status: expected,
    });
    return answer;
  }

  async function deliver(app: ModelApp, fields: object, delivery: ModelDelivery): Promise<void> {
    // A number keeps all its digits.
    const body = JSON.stringify(fields, (_, value) => (typeof value === "bigint" ? `${value}n` : value)).replace(
      /"(\d+)n"/,
      "$1",
    );
    const { path, sent } = places.get(app)!;
    const response = await fetch(pickServer(servers) + path, { method: "POST", body });
    const answer = { status: response.status, body: JSON.parse(await response.text()) };
    const expected = model.deliver(app, delivery);
    expect({ sent: body.slice(0, 200), ...answer }).toMatchObject({ status: expected.status });
    if (expected.status === 429) {
      expect(Number(response.headers.get("retry-after"))).toBe(expected.retryAfter);
      return;
    }
    sent.push({ body, delivery });
    if (!("issue" in expected)) return;
    if (expected.status === 201) issueIds.set(expected.issue, answer.body.issue.id);
    expect([answer.body.issue.id, answer.body.duplicate === true]).toEqual([
      issueIds.get(expected.issue),
      expected.status === 200,
    ]);
  }

  /** One that was sent before, as it was sent: it is received as if it came now. */
  async function replay(app: ModelApp): Promise<void> {
    const { id, sent } = places.get(app)!;
    if (sent.length === 0) return;
    const chosen = random.pick(sent.slice(-RECENT));
    const path = `/apps/${id}/webhook/deliveries`;
    const log = (await real(200, "GET", `${path}?limit=50`)).body.data;
    for (const { id: entry } of log) {
      const whole = (await real(200, "GET", `${path}/${entry}`)).body.data;
      if (whole.body !== chosen.body) continue;
      const { data } = (await real(200, "POST", `${path}/${entry}/replay`)).body;
      const expected = model.deliver(app, chosen.delivery);
      if (expected.status === 201) issueIds.set(expected.issue, data.issue.id);
      const issue = "issue" in expected ? issueIds.get(expected.issue) : undefined;
      expect([data.status, data.issue?.id]).toEqual([expected.status, issue]);
      return;
    }
  }

  async function take(): Promise<void> {
    move(random.pick([0, 0, 1, 300, 2_000]));
    const app = random.pick(model.apps);
    const { id } = places.get(app)!;
    const step = random.weigh(WEIGHTS);
    if (step === "deliver" || step === "deliverAlone" || step === "deliverUntitled") {
      const source = random.pick(sources);
      const externalId = step === "deliverAlone" ? random.pick([undefined, null, " ", {}]) : random.pick(ids);
      const platforms = random.pick([[], [], ["ios"], ["android", "ios"]]);
      const title = step === "deliverUntitled" ? " " : "It broke";
      const key = step === "deliverAlone" ? null : `${source?.trim() || "-"} ${externalId}`;
      const delivery = { titled: step !== "deliverUntitled", key, platforms };
      await deliver(app, { title, source, external_id: externalId, platforms: [...platforms, "nowhere"] }, delivery);
    } else if (step === "replay") await replay(app);
    else if (step === "raise") {
      const raised = await real(model.raise(app), "POST", "/issues", { app: id, text: "Raised by hand" });
      if (raised.status === 201) issueIds.set(app.issues.at(-1)!, raised.body.data.id);
    } else if (step === "platforms") {
      // Kept for a while, until an issue waits for nothing else.
      const isAwaited = app.issues.some((issue) => model.stillOpenOn(app, issue).join() === app.extra);
      if (app.extra !== null && !isAwaited && random.next() < 0.8) return;
      if (app.extra !== null) model.dropPlatform(app);
      else if (app.platforms.length < MOST_PLATFORMS) model.addPlatform(app);
      await real(200, "PATCH", `/apps/${id}`, { platforms: app.platforms.map((code) => ({ code })) });
    } else if (step === "hour") {
      move(HOUR_MS - (model.now % HOUR_MS) + random.pick([0, 1, 999, 60_000]));
    } else if (step === "month") {
      const date = new Date(model.monthStart);
      move(date.setUTCMonth(date.getUTCMonth() + 1) - model.now);
    } else {
      // Mostly one that the step changes.
      const status = step === "fix" || step === "fixOn" ? "open" : "fixed";
      const fitting = app.issues.filter((issue) => issue.status === status || random.next() < 0.1);
      const issue = random.pick(fitting.slice(-RECENT)) as DeliveredIssue | undefined;
      if (issue !== undefined) await change(app, issue, step);
    }
  }

  async function change(
    app: ModelApp,
    issue: DeliveredIssue,
    step: "fix" | "fixOn" | "reopen" | "confirm",
  ): Promise<void> {
    const path = `/issues/${issueIds.get(issue)}`;
    if (step === "fix") await real(model.fix(app, issue), "POST", `${path}/fix`);
    else if (step === "reopen") await real(model.reopen(app, issue), "POST", `${path}/fix`, { fixed: false });
    else if (step === "confirm") {
      const confirmed = random.next() < 0.7;
      await real(model.confirm(issue, confirmed), "POST", `${path}/confirm`, { confirmed });
    } else {
      // Often all but the one that may go: then its going fixes the issue.
      const share = random.pick([0.5, 1]);
      const platforms = model.covered(app, issue).filter((code) => random.next() < (code === app.extra ? 0.1 : share));
      if (platforms.length > 0) await real(model.fixOn(app, issue, platforms), "POST", `${path}/fix`, { platforms });
    }
  }

  async function compare(): Promise<void> {
    const scope = allowanceScope(world.store.workspace.id);
    expect(await findCount(world.store.reader, scope, model.monthStart)).toBe(model.raisedThisMonth);
    for (const app of model.apps) {
      const { id } = places.get(app)!;
      const issues = await all(`/issues?app=${id}&status=all`);
      expect(issues.map(shown)).toEqual(app.issues.map((issue) => expected(app, issue)).reverse());
      const open = app.issues.filter(({ status }) => status === "open").length;
      expect((await real(200, "GET", `/apps/${id}`)).body.data.summary.open_issues).toBe(open);
      const { hour } = (await real(200, "GET", `/apps/${id}/webhook`)).body.data;
      expect(hour).toMatchObject({ limit: RATE, used: model.usedThisHour(app) });
    }
  }

  /** Every delivery is in the log with its answer, the refused ones a moment later. */
  async function compareLogs(): Promise<void> {
    for (const app of model.apps) {
      const path = `/apps/${places.get(app)!.id}/webhook/deliveries?`;
      const wanted = app.log
        .map(({ status, issue }) => `${status} ${issue === null ? "" : issueIds.get(issue)}`)
        .sort();
      await expect
        .poll(async () => (await all(path)).map((entry) => `${entry.status} ${entry.issue?.id ?? ""}`).sort())
        .toEqual(wanted);
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers as they come
  async function all(path: string): Promise<any[]> {
    const rows = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Answer = await real(200, "GET", `${path}&limit=200${cursor && `&cursor=${cursor}`}`);
      rows.push(...page.body.data);
      cursor = page.body.next_cursor;
    }
    return rows;
  }

  function expected(app: ModelApp, issue: DeliveredIssue) {
    return {
      id: issueIds.get(issue),
      status: issue.status,
      platforms: [...issue.platforms].sort(),
      fixedOn: [...issue.fixedOn].sort(),
      stillOpenOn: model.stillOpenOn(app, issue).sort(),
      confirmed: issue.confirmed,
    };
  }

  return { take, compare, compareLogs };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function shown(issue: any) {
  return {
    id: issue.id,
    status: issue.status,
    platforms: [...issue.platforms].sort(),
    fixedOn: issue.fixed_on.map((fix: { platform: string }) => fix.platform).sort(),
    stillOpenOn: [...issue.still_open_on].sort(),
    confirmed: issue.confirmed_fixed_at !== null,
  };
}
