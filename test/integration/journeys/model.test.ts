// Random lives of an app, through HTTP, held step by step against a plain model of the rules.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";
import { Model, type ModelCheck, type ModelIssue } from "./model.ts";

const RUNS = 20;
const STEPS = 30;

/** Numbers choose among what there is at that moment; bits of `mask` choose platforms. */
const any = { which: fc.nat(5), mask: fc.nat(31) };
const stepOf = <Kind extends string>(kind: Kind, weight: number) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), ...any }),
});
const steps = fc.array(
  fc.oneof(
    stepOf("raise", 5),
    stepOf("reword", 1),
    stepOf("move", 4),
    stepOf("fix", 4),
    stepOf("fixOn", 6),
    stepOf("reopen", 3),
    stepOf("pass", 4),
    stepOf("fail", 1),
    stepOf("notApplicable", 3),
    stepOf("archive", 2),
    stepOf("restore", 2),
    stepOf("place", 5),
    stepOf("addPlatform", 1),
    stepOf("repositories", 1),
  ),
  { minLength: 5, maxLength: STEPS, size: "max" },
);
type Step = { kind: string; which: number; mask: number };

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  test("after every step all statuses, summaries and counters are what the rules say of the facts", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const life = await begin(world);
        for (const step of sequence) {
          await life.take(step);
          await life.compare();
        }
        // Those of this app: what an earlier sequence left behind would hide the shortest failing one.
        expect((await world.problems()).filter((problem) => problem.startsWith(life.name))).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: false, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
    );
  });
});

/** Few checks, so that what happens meets. */
const sections = ["A", "B"].map((ref) => ({ ref, title: ref, checks: [{ ref: `${ref}-1`, title: "Works" }] }));

/** One app and its model, side by side. */
async function begin(world: World) {
  const model = new Model();
  const repositories = ["one", "two"].map((repo) => ({ repo, platforms: [] as string[] }));
  const app = await world.app({ mode: "live", repositories, sections });
  const listed = (await world.call(world.viewer, "GET", `/checks?app=${app.id}`)).body.data;
  const checkIds = new Map<ModelCheck, string>();
  for (const { id, ref, section } of listed) {
    const check = { ref, section: section.ref, archived: false, notApplicable: [] };
    model.checks.push(check);
    checkIds.set(check, id);
  }
  const issueIds = new Map<ModelIssue, string>();

  const placeOf = (check: ModelCheck | null) => (check === null ? {} : { check: checkIds.get(check) });

  /** Does it for real; the model says how it must be answered. */
  async function real(expected: number, method: string, path: string, body?: unknown) {
    const answer = await world.call(world.admin, method, path, body);
    expect([answer.status, method, path, body, answer.body?.error]).toEqual([
      expected,
      method,
      path,
      body,
      answer.body?.error,
    ]);
    return answer;
  }

  async function take({ kind, which, mask }: Step): Promise<void> {
    const check = model.checks[which % model.checks.length]!;
    const issue = model.issues[which % (model.issues.length || 1)];
    const chosen = (codes: readonly string[]) => codes.filter((_, i) => (mask >> i) & 1);
    const platforms = chosen(model.platforms);
    const checkPath = `/checks/${checkIds.get(check)}`;
    switch (kind) {
      case "raise": {
        const place = which === 0 ? null : check;
        const body = { app: app.id, ...placeOf(place), text: "raised", platforms };
        const { body: raised } = await real(model.raise(place, platforms), "POST", "/issues", body);
        if (raised.data) issueIds.set(model.issues.at(-1)!, raised.data.id);
        return;
      }
      case "pass":
      case "fail": {
        const outcome = kind === "pass" ? "passed" : "failed";
        const body = { app: app.id, check: checkIds.get(check), platforms, outcome };
        await real(model.record(check, platforms, outcome), "POST", "/results", body);
        return;
      }
      case "notApplicable":
        await real(model.setNotApplicable(check, platforms), "PUT", `${checkPath}/not-applicable`, { platforms });
        return;
      case "archive":
        await real(model.archive(check), "DELETE", checkPath);
        return;
      case "restore":
        await real(model.restore(check), "POST", `${checkPath}/restore`, {});
        return;
      case "addPlatform":
        if (model.platforms.length >= 5) return;
        model.platforms.push(`p${model.platforms.length}`);
        await real(200, "PATCH", `/apps/${app.id}`, { platforms: model.platforms.map((code) => ({ code })) });
        return;
      case "repositories":
        model.repositories = model.repositories === 2 ? 1 : 2;
        await real(200, "PATCH", `/apps/${app.id}`, { repositories: repositories.slice(0, model.repositories) });
        return;
    }
    if (issue === undefined) return;
    const path = `/issues/${issueIds.get(issue)}`;
    if (kind === "reword") {
      const text = `wording ${mask % 3}`;
      await real(model.edit(issue, { text }), "PATCH", path, { text });
    } else if (kind === "move") await real(model.edit(issue, { platforms }), "PATCH", path, { platforms });
    else if (kind === "place") {
      const place = [null, ...model.checks][mask % 3]!;
      await real(model.place(issue, place), "PUT", `${path}/place`, placeOf(place));
    } else if (kind === "fix") await real(model.fix(issue), "POST", `${path}/fix`);
    else if (kind === "reopen") await real(model.reopen(issue), "POST", `${path}/fix`, { fixed: false });
    else {
      const codes = chosen(model.platforms.filter((code) => model.covers(issue, code)));
      if (codes.length > 0) await real(model.fixOn(issue, codes), "POST", `${path}/fix`, { platforms: codes });
    }
  }

  async function compare(): Promise<void> {
    const read = async (path: string) => (await world.call(world.viewer, "GET", path)).body.data;
    const [single, checks, issues] = await Promise.all([
      read(`/apps/${app.id}`),
      read(`/checks?app=${app.id}&limit=200`),
      read(`/issues?app=${app.id}&status=all&limit=200`),
    ]);
    const live = model.checks.filter((check) => !check.archived);
    expect(checks.map(shownCheck)).toEqual(live.map((check) => expectedCheck(model, check)));
    expect(issues.map(shownIssue)).toEqual(
      model.issues.map((issue) => expectedIssue(model, issue, issueIds.get(issue)!)).reverse(),
    );
    const { percent_complete, ...summary } = single.summary;
    const counts = model.counts(live);
    const tested = counts.passed + counts.failed;
    expect(summary).toEqual({
      checks: live.length,
      ...counts,
      open_issues: model.issues.filter((issue) => issue.fixedAt === null).length,
    });
    expect(percent_complete).toBe(Math.floor((100 * tested) / (tested + counts.needs_retest + counts.untested || 1)));
    for (const section of single.sections) {
      const inside = live.filter((check) => check.section === section.ref);
      expect([section.ref, section.checks, section.summary]).toEqual([
        section.ref,
        inside.length,
        model.counts(inside),
      ]);
    }
  }

  return { name: app.name as string, take, compare };
}

// biome-ignore lint/suspicious/noExplicitAny: answers as they come
function shownCheck({ ref, platforms }: any) {
  return {
    ref,
    // biome-ignore lint/suspicious/noExplicitAny: as above
    platforms: platforms.map(({ code, status, last_result, open_issues }: any) => ({
      code,
      status,
      last: last_result?.outcome,
      open_issues,
    })),
  };
}

function expectedCheck(model: Model, check: ModelCheck) {
  const platforms = model.platforms.map((code) => ({
    code,
    status: model.status(check, code),
    last: model.lastResult(check, code)?.outcome,
    open_issues: model.openIssuesOn(check, code),
  }));
  return { ref: check.ref, platforms };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function shownIssue(issue: any) {
  return {
    id: issue.id,
    check: issue.check?.ref ?? null,
    text: issue.text,
    status: issue.status,
    edited: issue.edited_at !== null,
    platforms: [...issue.platforms].sort(),
    all: issue.all_platforms,
    fixed: [issue.fixed_at !== null, issue.fixed_by !== null],
    fixedOn: issue.fixed_on.map((fix: { platform: string }) => fix.platform).sort(),
    stillOpenOn: [...issue.still_open_on].sort(),
  };
}

function expectedIssue(model: Model, issue: ModelIssue, id: string) {
  const isFixed = issue.fixedAt !== null;
  return {
    id,
    check: issue.check?.ref ?? null,
    text: issue.text,
    status: isFixed ? "fixed" : "open",
    edited: issue.edited,
    platforms: [...issue.platforms].sort(),
    all: issue.platforms.length === 0,
    fixed: [isFixed, isFixed],
    fixedOn: issue.fixedOn.map(({ platform }) => platform).sort(),
    stillOpenOn: model.stillOpenOn(issue).sort(),
  };
}
