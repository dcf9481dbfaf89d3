// What the doctor notices: every status and counter that is kept and does not agree with the facts.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillTermsOfWorkspaces } from "../../../src/actions/issues/fill-workspace-terms.ts";
import { recordTrendDay } from "../../../src/actions/status/record-trend-day.ts";
import { setPlan } from "../../../src/actions/workspace/change-workspace.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { meddle as meddleWith } from "../../support/database/change-rows.ts";
import { forgetWorkspaceTerm } from "../../support/samples/forget-workspace-term.ts";
import { attach, PNG } from "../../support/samples/sample-files.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld(kind);
  });

  afterAll(() => world?.close());

  const meddle = (sql: string) => meddleWith(world, sql);

  /** An app with two open issues, a fixed one, and results, one of them with a file. */
  async function busyApp() {
    const app = await world.app();
    const raise = async (text: string, check: string) =>
      (await world.call(world.tester, "POST", "/issues", { app: app.id, check, text })).body.data;
    await raise("one", "PAY-1");
    await raise("two", "PAY-1");
    const fixed = await raise("three", "SIGN-1");
    await world.call(world.admin, "POST", `/issues/${fixed.id}/fix`);
    const person = await world.person("tester");
    await attach(world, person, fixed.id, "shot.png", PNG);
    await attach(world, person, fixed.id, "Shot.png", PNG);
    const me = (await world.call(person, "GET", "/me")).body.data.id;
    await world.call(person, "PUT", `/issues/${fixed.id}/assignees`, { people: [me] });
    const recording = { app: app.id, check: "SIGN-2", outcome: "passed" };
    const [result] = (await world.call(person, "POST", "/results", recording)).body.data;
    await attach(world, person, result.id, "proof.png", PNG);
    return app;
  }

  const problemsOf = async (name: string) => (await world.problems()).filter((line) => line.startsWith(`${name}: `));

  test("an app that nobody meddled with has no differences", async () => {
    expect(await problemsOf((await busyApp()).name)).toEqual([]);
  });

  const ofIssues = "issue_id in (select id from issue where app_id = 'APP')";
  const ofResults = "result_id in (select id from result where app_id = 'APP')";
  const ofChecks = `check_id in (select id from "check" where app_id = 'APP')`;

  test.each([
    ["the status of a platform", `update standing set status = 'untested' where ${ofChecks}`, /status/],
    ["a platform's open issues", `update standing set open_issues = 9 where ${ofChecks}`, /open issues/],
    ["a platform's latest fix", `update standing set fixed_revision = 1 where ${ofChecks}`, /latest fix/],
    ["a platform's latest result", `update standing set result_revision = 1 where ${ofChecks}`, /latest result/],
    ["a platform's outcome", `update standing set outcome = 'failed' where ${ofChecks}`, /outcome/],
    ["a platform's result", `update standing set result_id = 'res_none' where ${ofChecks}`, /result/],
    [
      "a platform status that is missing",
      `delete from standing where platform = 'ios' and ${ofChecks}`,
      /platform statuses of the app/,
    ],
    ["a fix that is missing", `delete from fix where ${ofChecks}`, /fixes/],
    ["a result that is missing", "delete from result where app_id = 'APP'", /result/],
    ["an app's open issues", "update app set open_issues = 7 where id = 'APP'", /open issues of the app/],
    ["an app's checks", "update app set checks = 7 where id = 'APP'", /checks of the app/],
    ["an app's last number", "update app set last_number = 1 where id = 'APP'", /number/],
    ["the revision of a platform's status", `update standing set revision = 1 where ${ofChecks}`, /: revision/],
    ["a revision that has not come yet", `update standing set revision = 99 where ${ofChecks}`, /: revision/],
    ["an app's structure revision", "update app set structure_revision = 0 where id = 'APP'", /structure revision/],
    ["a structure revision to come", "update app set structure_revision = 99 where id = 'APP'", /structure revision/],
    ["a section's checks", "update section set checks = 7 where app_id = 'APP'", /checks/],
    ["a section's untested", "update section set untested = 7 where app_id = 'APP'", /untested/],
    ["the status an issue is listed by", "update issue set status = 'fixed' where app_id = 'APP'", /issue iss_/],
    ["the time an issue is sorted by", "update issue set fixed_at = 1 where app_id = 'APP'", /issue iss_/],
    ["an attachment that is missing", `delete from attachment where ${ofIssues} and name = 'shot.png'`, /attachments/],
    ["an attachment's kind", `update attachment set kind = 'recording' where ${ofIssues}`, /attachments/],
    [
      "a result's attachment that is missing",
      `delete from result_attachment where ${ofResults}`,
      /result res_\S+: attach/,
    ],
    [
      "a result's attachment that it doesn't show",
      "update result set attachments = null where app_id = 'APP'",
      /result res_\S+: attach/,
    ],
    ["an assignment that is missing", `delete from assignee where ${ofIssues}`, /assignees/],
    ["the check an issue is listed by", "update issue set check_id = null where app_id = 'APP'", /issue|open/],
  ])("%s that differs from the facts is found", async (_, sql, problem) => {
    const { id, name } = await busyApp();
    await meddle(sql.replaceAll("APP", id));
    expect((await problemsOf(name)).join("\n")).toMatch(problem);
  });

  test("events about an issue that is not there are found", async () => {
    const { id, name } = await busyApp();
    await meddle(`update event set issue_id = 'iss_gone' where app_id = '${id}' and kind = 'issue_raised'`);
    expect((await problemsOf(name)).join("\n")).toMatch(/events about issues that don't exist: 3/);
  });

  test.each([
    ["issue", `insert into issue (id, app_id, number, status, document) values ('iss_x', 'GONE', 1, 'open', '{}')`],
    ["slot", `insert into slot (app_id, dedupe_key, issue_id, waiting) values ('GONE', 'k', 'iss_x', '[]')`],
    [
      "event",
      `insert into event (app_id, revision, part, kind, at, actor, changes) values ('GONE', 1, 0, 'app_created', 1, 'a', '{}')`,
    ],
    [
      "delivery",
      `insert into delivery (id, app_id, received_at, status, headers, encoding) values ('dlv_x', 'GONE', 1, 201, '{}', 'none')`,
    ],
  ])("rows of an app that is not there are found: %s", async (table, sql) => {
    const gone = `app_gone_${table}`;
    await meddle(sql.replaceAll("GONE", gone).replaceAll("iss_x", `iss_${gone}`));
    expect(await problemsOf(gone)).toEqual([
      `${gone}: ${table}: there are rows of this app, but the app doesn't exist`,
    ]);
    await meddle(`delete from ${table} where app_id = '${gone}'`);
  });

  test("a snapshot that differs from the facts is found, while that of an earlier revision is history", async () => {
    const { id, name } = await busyApp();
    await world.store.performer.perform(recordTrendDay, { appId: id });
    expect(await problemsOf(name)).toEqual([]);
    await meddle(`update snapshot set passed = passed + 1 where app_id = '${id}'`);
    expect((await problemsOf(name)).join()).toMatch(/newest snapshot: passed/);
    await world.call(world.tester, "POST", "/results", { app: id, check: "SIGN-2", outcome: "failed" });
    expect(await problemsOf(name)).toEqual([]);
  });

  const ROW = "(select place * 4294967296 + 1 from app_place where app_id = 'APP')";
  const TERMS = "one §sopen §qnone §vapi §pevery";
  const indexed = (terms: string) => `insert or replace into issue_index (rowid, terms) values (${ROW}, '${terms}')`;
  const vector = (terms: string) => `update issue set terms = ${terms} where app_id = 'APP' and number = 1`;

  test.each([
    ["a term too many", indexed(`${TERMS} more`), vector("terms || 'more'::tsvector")],
    ["other terms", indexed(TERMS.replace("open", "fixed")), vector("'else'::tsvector")],
    ["an issue missing", `delete from issue_index where rowid = ${ROW}`, vector("null")],
  ])("a search index with %s is found", async (_, sqlite, postgres) => {
    const { id, name } = await busyApp();
    await meddle((kind === "sqlite" ? sqlite : postgres).replaceAll("APP", id));
    expect((await problemsOf(name)).join("\n")).toMatch(/issue iss_\S+: the search index differs from the issue/);
  });

  test("an issue that is yet to be given the term of its workspace is right, and so it is once it has it", async () => {
    const { id: app, name } = await world.app({ mode: "live" });
    const { id } = await dataOf(world, "POST", "/issues", { app, text: "An olderword" });
    await forgetWorkspaceTerm(world, id, "An olderword");
    expect(await problemsOf(name)).toEqual([]);
    while (await world.store.performer.perform(fillTermsOfWorkspaces, null));
    expect(await problemsOf(name)).toEqual([]);
    await meddle(`update issue set searched = 1 where id = '${id}'`);
    expect((await problemsOf(name)).join()).toMatch(/the search index differs from the issue/);
  });

  test("a counter of the month's issues that differs from the facts is found", async () => {
    const { id: workspaceId } = world.store.workspace;
    await world.store.performer.perform(setPlan, { workspaceId, plan: "free" });
    await busyApp();
    const before = await world.problems();
    await meddle("update counter set n = n + 50");
    expect((await world.problems()).length).toBeGreaterThan(before.length);
  });
});
