// Random lives of an app with overlapping cycles, through the doors of two servers, held step by step against a plain model.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openHook } from "../../support/clients/webhook-client.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";
import { CycleModel, type CycleReadings, type ModelCycle } from "./cycle-model.ts";
import type { ModelCheck, ModelIssue } from "./model.ts";

const STEPS = 40;
/** So many lives, or as many as fit into a minute; for longer, the environment says how many minutes. */
const MINUTES = Number(process.env.RETEST_TEST_CYCLE_MINUTES ?? 0);
const RUNS = MINUTES > 0 ? 1_000_000 : 15;
const LIMIT_MS = Math.max(MINUTES, 1) * 60_000;

/** Numbers choose among what there is at that moment; bits of `mask` choose platforms, and which of the two servers is asked. */
const any = { which: fc.nat(11), mask: fc.nat(63) };
const stepOf = <Kind extends string>(kind: Kind, weight: number) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...any }),
});
const steps = fc.array(
  fc.oneof(
    stepOf("start", 4),
    stepOf("startWithSome", 3),
    stepOf("startWithRest", 4),
    stepOf("close", 2),
    stepOf("rebuild", 1),
    stepOf("raise", 3),
    stepOf("edit", 2),
    stepOf("place", 4),
    stepOf("changeSeveral", 3),
    stepOf("deliver", 2),
    stepOf("recover", 2),
    stepOf("fix", 3),
    stepOf("reopen", 2),
    stepOf("pass", 8),
    stepOf("fail", 2),
    stepOf("mistake", 2),
    stepOf("notApplicable", 2),
    stepOf("archive", 3),
    stepOf("restore", 4),
    stepOf("moveCheck", 3),
    stepOf("addCheck", 1),
    stepOf("addPlatform", 1),
    stepOf("dropPlatform", 1),
    stepOf("import", 1),
  ),
  { minLength: 15, maxLength: STEPS, size: "max" },
);
type Step = { kind: string; which: number; mask: number };

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let addresses: string[];
  let person: string;
  beforeAll(async () => {
    world = await createWorld(kind, { webhookRate: 0, freePlanIssues: 0 });
    addresses = [world.address, await world.anotherServer()];
    person = await world.person("tester");
  });
  afterAll(() => world.close());

  test(
    "after every step plain statuses, cycles, summaries and what was frozen are what the rules say",
    async () => {
      let lives = 0;
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          lives++;
          const life = await begin(world, addresses, person);
          for (const step of sequence) {
            await life.take(step);
            await life.compare();
          }
          expect((await world.problems()).filter((problem) => problem.startsWith(life.name))).toEqual([]);
        }),
        { numRuns: RUNS, endOnFailure: false, interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: false },
      );
      if (MINUTES > 0) console.log(`${kind}: ${lives} lives in ${MINUTES} minutes`);
    },
    MINUTES > 0 ? 2 * LIMIT_MS : undefined,
  );
});

const SECTIONS = ["A", "B"];
const sections = SECTIONS.map((ref) => ({ ref, title: ref, checks: [{ ref: `${ref}-1`, title: `Works ${ref}` }] }));
const ALERT = { title: "The shop is down", source: "probe" };
/** Of an issue among several, by what it would be answered alone. */
const REFUSALS = new Map<number, string>([
  [404, "not_found"],
  [409, "nothing_left_open"],
]);
const BUILDS = [null, "1.4", "1.5"];

/** One app and its model, side by side. */
async function begin(world: World, addresses: readonly string[], person: string) {
  const model = new CycleModel();
  const { plain } = model;
  const { app, deliver, configure } = await openHook(world, { sections });
  await configure({ recoveries: "fix" });
  const checkIds = new Map<ModelCheck, string>();
  const issueIds = new Map<ModelIssue, string>();
  const cycleIds = new Map<ModelCycle, string>();
  /** Those that the webhook raised, by what their tool calls them. */
  const delivered = new Map<ModelIssue, string>();
  /** What a closed cycle answered right after it was closed. */
  const frozen = new Map<ModelCycle, unknown>();
  for (const { id, ref, section } of (await world.call(world.viewer, "GET", `/checks?app=${app.id}`)).body.data) {
    const check = { ref, section: section.ref, archived: false, notApplicable: [] };
    plain.checks.push(check);
    checkIds.set(check, id);
  }
  let at = addresses[0]!;

  /** Does it for real; the model says how it must be answered. */
  async function real(expected: number, method: string, path: string, body?: unknown, who = world.admin) {
    const answer = await world.callAt(at, who, method, path, body);
    const asked = [method, path, body, answer.body?.error];
    expect([answer.status, ...asked]).toEqual([expected, ...asked]);
    return answer.body?.data;
  }

  async function take({ kind, which, mask }: Step): Promise<void> {
    at = addresses[(mask >> 5) & 1]!;
    const check = plain.checks[which % plain.checks.length]!;
    const issue = plain.issues[which % (plain.issues.length || 1)];
    const cycle = model.open[which % (model.open.length || 1)];
    const platforms = plain.platforms.filter((_, i) => (mask >> i) & 1);
    const build = BUILDS[which % BUILDS.length]!;
    const checkPath = `/checks/${checkIds.get(check)}`;
    const name = `Cycle ${model.cycles.length}`;
    switch (kind) {
      case "start":
      case "startWithSome":
      case "startWithRest": {
        if (model.cycles.length >= 6) return;
        const some = kind === "startWithSome";
        const from = kind === "startWithRest" ? model.cycles[which % (model.cycles.length || 1)] : undefined;
        if (kind === "startWithRest" && from === undefined) return;
        const chosen = some && platforms.length > 0 ? platforms : null;
        const own = some && which % 2 === 0 ? [SECTIONS[which % 4 === 0 ? 0 : 1]!] : null;
        const expected = model.start({ name, build, platforms: chosen, sections: own }, from ?? null);
        const rest = from === undefined ? {} : { from: { cycle: cycleIds.get(from) } };
        const body = { name, build, platforms: chosen ?? [], sections: own ?? [], ...rest };
        const started = await real(expected, "POST", `/apps/${app.id}/cycles`, body);
        if (expected === 201) cycleIds.set(model.cycles.at(-1)!, started.id);
        return;
      }
      case "close":
        if (cycle === undefined) return;
        model.close(cycle);
        await real(200, "POST", `/cycles/${cycleIds.get(cycle)}/close`);
        frozen.set(cycle, await whole(cycle));
        return;
      case "rebuild":
        if (cycle === undefined) return;
        cycle.build = build;
        await real(200, "PATCH", `/cycles/${cycleIds.get(cycle)}`, { build });
        return;
      case "raise": {
        const body = { app: app.id, check: checkIds.get(check), text: "raised", platforms };
        const expected = plain.raise(check, platforms);
        const raised = await real(expected, "POST", "/issues", body);
        if (expected === 201) issueIds.set(plain.issues.at(-1)!, raised.id);
        return;
      }
      case "deliver": {
        const externalId = `alert ${plain.issues.length}`;
        const expected = plain.raise(null, []);
        const answer = await deliver({ ...ALERT, external_id: externalId }, {}, at);
        expect(answer.status).toBe(expected);
        issueIds.set(plain.issues.at(-1)!, answer.body.issue.id);
        delivered.set(plain.issues.at(-1)!, externalId);
        return;
      }
      case "recover": {
        const [raised, externalId] = [...delivered][which % (delivered.size || 1)] ?? [];
        if (raised === undefined) return;
        const wasOpen = raised.fixedAt === null;
        if (wasOpen) plain.fix(raised);
        const { body } = await deliver({ ...ALERT, external_id: externalId, recovered: true }, {}, at);
        expect(body).toMatchObject(
          wasOpen ? { fixed: true, issue: { id: issueIds.get(raised) } } : { ignored: "recovery" },
        );
        return;
      }
      case "changeSeveral":
        await changeSeveral(check, which, mask);
        return;
      case "pass":
      case "fail": {
        const outcome = kind === "pass" ? "passed" : "failed";
        const named = (mask & 3) === 0 ? (cycle ?? null) : null;
        const expected = model.record(check, platforms, outcome, { build, cycle: named });
        const belongs = named === null ? {} : { cycle: mask & 4 ? named.name : cycleIds.get(named) };
        await real(expected, "POST", "/results", {
          app: app.id,
          check: checkIds.get(check),
          platforms,
          outcome,
          build,
          ...belongs,
        });
        return;
      }
      case "mistake": {
        const code = plain.platforms[which % plain.platforms.length]!;
        const body = { app: app.id, check: checkIds.get(check), platforms: [code], outcome: "failed", build };
        const expected = model.record(check, [code], "failed", { build, cycle: null });
        const recorded = await real(expected, "POST", "/results", body, person);
        if (expected !== 201) return;
        model.takeBack();
        await real(204, "DELETE", `/results/${recorded[0].id}`, undefined, person);
        return;
      }
      case "notApplicable":
        await real(plain.setNotApplicable(check, platforms), "PUT", `${checkPath}/not-applicable`, { platforms });
        return;
      case "archive":
        await real(plain.archive(check), "DELETE", checkPath);
        return;
      case "restore":
        check.archived = false;
        await real(200, "POST", `${checkPath}/restore`, {});
        return;
      case "moveCheck":
        if (check.archived) return;
        check.section = SECTIONS[mask & 1]!;
        await real(200, "PATCH", checkPath, { section: check.section });
        return;
      case "addCheck": {
        if (plain.checks.length >= 5) return;
        const added = {
          ref: `N-${plain.checks.length}`,
          section: SECTIONS[mask & 1]!,
          archived: false,
          notApplicable: [],
        };
        plain.checks.push(added);
        const body = { app: app.id, section: added.section, ref: added.ref, title: added.ref };
        checkIds.set(added, (await real(201, "POST", "/checks", body)).id);
        return;
      }
      case "addPlatform":
        if (plain.platforms.length >= 4) return;
        plain.platforms.push(`p${plain.platforms.length}`);
        await real(200, "PATCH", `/apps/${app.id}`, { platforms: plain.platforms.map((code) => ({ code })) });
        return;
      case "dropPlatform":
        await dropPlatform();
        return;
      case "import":
        await importOther(check, mask);
        return;
    }
    if (issue === undefined) return;
    const path = `/issues/${issueIds.get(issue)}`;
    if (kind === "edit") await real(plain.edit(issue, { platforms }), "PATCH", path, { platforms });
    else if (kind === "fix") await real(plain.fix(issue), "POST", `${path}/fix`);
    else if (kind === "reopen") await real(plain.reopen(issue), "POST", `${path}/fix`, { fixed: false });
    else if (kind === "place") {
      const { to, body } = placeOf(check, mask);
      await real(plain.place(issue, to), "PUT", `${path}/place`, body);
    }
  }

  /** On a check, half of the time; else in a section, or nowhere in particular. */
  function placeOf(check: ModelCheck, mask: number): { to: ModelCheck | null; body: object } {
    if (mask & 1) return { to: check, body: { check: checkIds.get(check) } };
    return { to: null, body: mask & 2 ? { section: SECTIONS[(mask >> 2) & 1] } : {} };
  }

  /** One change of every other issue. */
  async function changeSeveral(check: ModelCheck, which: number, mask: number): Promise<void> {
    const some = plain.issues.filter((_, i) => (i + which) % 2 === 0);
    if (some.length === 0) return;
    const { to, body } = placeOf(check, mask);
    const [change, take] = [
      [{ fixed: true }, (issue: ModelIssue) => plain.fix(issue)] as const,
      [{ fixed: false }, (issue: ModelIssue) => plain.reopen(issue)] as const,
      [{ place: body }, (issue: ModelIssue) => plain.place(issue, to)] as const,
    ][which % 3]!;
    const expected = some.map((issue) => [issueIds.get(issue), REFUSALS.get(take(issue)) ?? null]);
    const outcomes = await real(200, "POST", "/issues/batch", {
      ids: some.map((issue) => issueIds.get(issue)),
      change,
    });
    expect(outcomes.map(({ id, error }: Outcome) => [id, error?.code ?? null])).toEqual(expected);
  }

  /** The last one, if nothing uses it: the server knows. */
  async function dropPlatform(): Promise<void> {
    const left = plain.platforms.slice(0, -1);
    if (left.length < 2) return;
    const body = { platforms: left.map((code) => ({ code })) };
    const answer = await world.callAt(at, world.admin, "PATCH", `/apps/${app.id}`, body);
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 200) plain.platforms = left;
  }

  /** A file with one check moved and another marked; without its last check, which is archived. */
  async function importOther(check: ModelCheck, mask: number): Promise<void> {
    const live = plain.checks.filter(({ archived }) => !archived);
    const dropped = mask & 2 ? live.at(-1) : undefined;
    if (!check.archived && check !== dropped) check.section = SECTIONS[mask & 1]!;
    if (dropped !== undefined) dropped.archived = true;
    const file = {
      name: app.name,
      platforms: plain.platforms.map((code) => ({ code })),
      sections: SECTIONS.map((ref) => ({
        ref,
        title: ref,
        checks: live
          .filter((one) => one !== dropped && one.section === ref)
          .map((one) => ({ ref: one.ref, title: one.ref, not_applicable: one.notApplicable })),
      })),
    };
    await real(200, "POST", `/apps/import?app=${app.id}&prune=true`, file);
  }

  const read = async (path: string) => (await world.callAt(at, world.viewer, "GET", path)).body.data;

  /** All that is said of a cycle. */
  async function whole(cycle: ModelCycle) {
    const path = `/cycles/${cycleIds.get(cycle)}`;
    const [single, checks, report, runbook] = await Promise.all([
      read(path),
      read(`${path}/checks?limit=200`),
      read(`${path}/report`),
      read(`${path}/runbook`),
    ]);
    const { revision: _, platforms: __, checks: compact, ...rest } = runbook;
    return { single, checks, report, runbook: { ...rest, checks: compact.map(({ id }: { id: string }) => id) } };
  }

  async function compare(): Promise<void> {
    const [single, checks] = await Promise.all([read(`/apps/${app.id}`), read(`/checks?app=${app.id}&limit=200`)]);
    const live = plain.checks.filter(({ archived }) => !archived);
    const shown = Object.fromEntries(checks.map((check: ShownInList) => [check.ref, statusesOf(check)]));
    const statuses = (check: ModelCheck) => plain.platforms.map((code) => [code, plain.status(check, code)]);
    expect(shown).toEqual(Object.fromEntries(live.map((check) => [check.ref, Object.fromEntries(statuses(check))])));
    const { percent_complete: _, checks: counted, open_issues, ...counts } = single.summary;
    expect([counted, counts]).toEqual([live.length, plain.counts(live)]);
    expect(open_issues).toBe(plain.issues.filter(({ fixedAt }) => fixedAt === null).length);
    for (const cycle of model.cycles) {
      const now = await whole(cycle);
      if (cycle.frozen !== null) expect(now).toEqual(frozen.get(cycle));
      expect(now.single.summary).toEqual(model.summary(cycle));
      expect(readingsOf(now.checks)).toEqual(model.readings(cycle));
      expect(now.report.sections.flatMap((section: { checks: object[] }) => section.checks)).toHaveLength(
        now.checks.length,
      );
      const { result, passed, failed } = now.report.gate;
      expect([passed, failed]).toEqual([now.single.summary.passed, now.single.summary.failed]);
      // An issue may be open where nothing is to be tested: such a platform reads not applicable, and the gate stays shut.
      const isReady = passed > 0 && now.single.summary.percent_complete === 100 && failed === 0;
      expect(result).toBe(isReady && !model.hasOpenIssues(cycle) ? "pass" : "fail");
    }
  }

  return { name: app.name as string, take, compare };
}

interface Outcome {
  id: string;
  error: { code: string } | null;
}

interface ShownInList {
  ref: string;
  section: { ref: string };
  platforms: { code: string; status: string; last_result: { outcome: string } | null; open_issues: number }[];
}

function statusesOf({ platforms }: ShownInList): Record<string, string> {
  return Object.fromEntries(platforms.map(({ code, status }) => [code, status]));
}

function readingsOf(checks: readonly ShownInList[]): CycleReadings {
  const entries = checks.map(({ ref, section, platforms }) => {
    const readings = platforms.map(({ code, status, last_result, open_issues }) => {
      return [code, { status, outcome: last_result?.outcome ?? null, open_issues }];
    });
    return [ref, { section: section.ref, platforms: Object.fromEntries(readings) }];
  });
  return Object.fromEntries(entries);
}
