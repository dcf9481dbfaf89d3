// Fixes and reopenings that share a transaction: what is read ahead for them and written together leaves the same as one after the other.
import { describe, expect, test } from "vitest";
import { addComment } from "../../../../src/actions/issues/comment-on-issue.ts";
import { editIssue } from "../../../../src/actions/issues/edit-issue.ts";
import { fixIssue } from "../../../../src/actions/issues/fix-issue.ts";
import { placeIssue } from "../../../../src/actions/issues/place-issue.ts";
import { raiseIssue } from "../../../../src/actions/issues/raise-issue.ts";
import { recordResults } from "../../../../src/actions/results/record-results.ts";
import type { Actor } from "../../../../src/domain/access/actor.ts";
import { Fault } from "../../../../src/domain/fault.ts";
import { getApp } from "../../../../src/storage/apps/apps.ts";
import { listChecksOfApp } from "../../../../src/storage/runbook/checks.ts";
import { listPlatformStatusesOfApp } from "../../../../src/storage/status/platform-statuses.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { openHook } from "../../../support/clients/webhook-client.ts";
import { type Random, randomFrom } from "../../../support/machine/seeded-random.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const CHECKS = ["SIGN-1", "SIGN-2", "PAY-1"];
const CODES = ["ios", "android", "web"];
const STEPS = 70;
const AUTHOR = { kind: "key", id: "key_1" } as const;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { freePlanIssues: 0 });
  const issueClient = issueClientOf(world);
  const reach = () => ({ workspaceId: world.store.workspace.id, apps: null });
  const actor = (): Actor => ({ name: "Test", channel: "api", role: "admin", reach: reach() });
  const fix = (id: string, fixed: boolean, platforms: string[] | null = null) =>
    world.store.performer.perform(fixIssue, { actor: actor(), id, fixed, platforms, pullRequest: null });

  /** An app whose issues have waited in its queue before: from then on what comes in one tick shares a transaction. */
  async function begin(issues: number) {
    const repositories = ["shop/one", "shop/two"].map((repo) => ({ repo, platforms: [] }));
    const platforms = CODES.map((code) => ({ code, label: code }));
    const hook = await openHook(world, { platforms, repositories });
    const ids: string[] = [];
    for (let i = 0; i < issues; i++) {
      const check = CHECKS[i % CHECKS.length];
      const on = i % 2 === 0 ? [] : [CODES[i % CODES.length]!];
      if (i % 5 === 4) ids.push((await hook.raised({ title: "From a tool", external_id: `${i}` })).id);
      else ids.push((await issueClient.raise(hook.app, { check, platforms: on })).id);
    }
    for (const [i, id] of ids.entries()) await fix(id, i % 4 > 0);
    return { hook, app: hook.app, ids };
  }

  /** The same steps for any app that began like this: mostly fixes and reopenings. */
  function stepOf(random: Random): (app: { id: string }, ids: readonly string[]) => Promise<unknown> {
    const { performer } = world.store;
    const at = random.below(12);
    // Every issue covers this one: a refusal would have all of them run again one by one.
    const codes = [CODES[at % CODES.length]!];
    const check = random.pick(CHECKS);
    const wider = random.pick([[], CODES]);
    const what = random.weigh({ fix: 8, partly: 4, reopen: 9, edit: 1, place: 1, raise: 1, record: 1, comment: 1 });
    const about = (ids: readonly string[]) => ({ actor: actor(), id: ids[at]! });
    const none = { section: null, priority: null, reporter: null };
    const raised = { check, text: "It crashes", platforms: codes, ...none };
    const entry = { check, section: null, platforms: codes, outcome: "passed" as const, note: null, build: null };
    const steps: Record<typeof what, ReturnType<typeof stepOf>> = {
      fix: (_, ids) => fix(ids[at]!, true),
      partly: (_, ids) => fix(ids[at]!, true, codes),
      reopen: (_, ids) => fix(ids[at]!, false),
      edit: (_, ids) => performer.perform(editIssue, { ...about(ids), change: { platforms: wider } }),
      place: (_, ids) => performer.perform(placeIssue, { ...about(ids.slice(4)), check, section: null }),
      raise: (app) => performer.perform(raiseIssue, { actor: actor(), app: app.id, ...raised }),
      record: (app) =>
        performer.perform(recordResults, { actor: actor(), app: app.id, entries: [entry], batch: false }),
      comment: (app, ids) =>
        performer.perform(addComment, {
          actor: actor(),
          author: AUTHOR,
          app: app.id,
          issue: ids[at]!,
          text: "Here, too",
        }),
    };
    return steps[what];
  }

  const outcomeOf = (done: Promise<unknown>): Promise<string> =>
    done.then(
      () => "done",
      (error: unknown) => (error instanceof Fault ? error.code : String(error)),
    );

  /** What is kept of an app, without ids and times. */
  async function leftBy(app: { id: string }) {
    const { reader } = world.store;
    const row = await getApp(reader, reach(), app.id);
    const refs = new Map((await listChecksOfApp(reader, row)).map(({ id, ref }) => [id, ref]));
    const statusRows = (await listPlatformStatusesOfApp(reader, app.id)).map(({ checkId, resultId, ...facts }) => ({
      check: refs.get(checkId),
      hasResult: resultId !== null,
      ...facts,
    }));
    const { data: issues } = await issueClient.list(`app=${app.id}&status=all&limit=100`);
    const histories = await Promise.all(
      issues.map(async ({ id }) => (await issueClient.history(id)).map((entry) => entry.kind)),
    );
    return {
      app: { revision: row.revision, openIssues: row.openIssues },
      statusRows: statusRows.map((facts) => JSON.stringify(facts)).sort(),
      issues: issues.map(({ code, status, check, platforms, fixed_on: on, still_open_on: left }, i) => ({
        number: code.split("-").at(-1),
        status,
        check: check?.ref,
        platforms,
        fixedOn: on.map((one) => one.platform),
        left,
        history: histories[i],
      })),
    };
  }

  test.each([1, 2, 3, 4])(
    "any steps in one transaction leave what they leave one after the other (%i)",
    async (seed) => {
      const [single, together] = [await begin(16), await begin(16)];
      const steps = Array.from({ length: STEPS }, (_, i) => stepOf(randomFrom(seed * 1_000 + i)));
      const one: string[] = [];
      for (const step of steps) one.push(await outcomeOf(step(single.app, single.ids)));
      const all = await Promise.all(steps.map((step) => outcomeOf(step(together.app, together.ids))));
      expect(all).toEqual(one);
      expect(await leftBy(together.app)).toEqual(await leftBy(single.app));
      expect(await world.problems()).toEqual([]);
    },
  );

  test("a slot that is freed and taken again among them takes the next delivery of its id", async () => {
    const { hook, ids } = await begin(0).then(async (begun) => {
      const found = [];
      for (const id of ["a", "b"]) found.push((await begun.hook.raised({ title: "Down", external_id: id })).id);
      for (const id of found) await fix(id, false);
      return { hook: begun.hook, ids: found };
    });
    await Promise.all([fix(ids[0]!, true), fix(ids[1]!, true), fix(ids[1]!, false)]);
    expect(await hook.duplicated({ title: "Down", external_id: "b" })).toBe(ids[1]);
    expect((await hook.raised({ title: "Down", external_id: "a" })).id).not.toBe(ids[0]);
    expect(await world.problems()).toEqual([]);
  });

  test("one out of reach, and one that there is not, are refused among the others, which are done", async () => {
    const { ids, app } = await begin(3);
    const other = await world.app();
    const key = await world.key("admin", [other.id]);
    const post = (id: string, by = world.admin) => world.call(by, "POST", `/issues/${id}/fix`, {});
    const answers = await Promise.all([post(ids[0]!, key), post("iss_none"), ...ids.map((id) => post(id))]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 200, 200, 200]);
    expect((await leftBy(app)).issues.map(({ status }) => status)).toEqual(["fixed", "fixed", "fixed"]);
  });
});
