// POST /issues/:id/confirm: the retest of an issue with no check.
import { describe, expect, test } from "vitest";
import { issueClientOf, refused, severalRepositories, TIMESTAMP } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  const post = (id: string, body?: unknown, key = world.tester) =>
    world.call(key, "POST", `/issues/${id}/confirm`, body);
  const raised = async (fields: Record<string, unknown> = {}) =>
    issueClient.raise(await world.app({ mode: "live" }), { check: undefined, ...fields });
  const fixed = async (fields?: Record<string, unknown>) => issueClient.fix((await raised(fields)).id);

  test.each<[string, Record<string, unknown> | undefined]>([
    ["no body", undefined],
    ["{}", {}],
    ["{confirmed: true}", { confirmed: true }],
  ])("%s confirms the fix: confirmed_fixed_by and confirmed_fixed_at are set, nothing else", async (_what, body) => {
    const issue = await fixed();
    const confirmed = await issueClient.confirm(issue.id, body);
    expect(confirmed).toEqual({
      ...issue,
      confirmed_fixed_by: "tester key via API",
      confirmed_fixed_at: expect.stringMatching(TIMESTAMP),
    });
    expect(await issueClient.read(issue.id)).toEqual(confirmed);
  });

  test("an issue on a section can be confirmed, and by an admin too", async () => {
    const issue = await fixed({ section: "PAY" });
    const confirmed = await issueClient.confirm(issue.id, undefined, world.admin);
    expect(confirmed).toMatchObject({ confirmed_fixed_by: "admin key via API", section_id: issue.section_id });
  });

  test("{confirmed: false} takes the confirmation back, and the issue stays fixed", async () => {
    const issue = await fixed();
    await issueClient.confirm(issue.id);
    expect(await issueClient.confirm(issue.id, { confirmed: false })).toEqual(issue);
    expect(await issueClient.confirm(issue.id, { confirmed: false })).toEqual(issue);
  });

  test("a fix can be confirmed anew after the issue was reopened and fixed again", async () => {
    const { id } = await fixed();
    await issueClient.confirm(id);
    await issueClient.reopen(id);
    expect(await issueClient.fix(id)).toMatchObject({ confirmed_fixed_by: null, confirmed_fixed_at: null });
    expect(await issueClient.confirm(id)).toMatchObject({ confirmed_fixed_by: "tester key via API" });
  });

  test("an issue with a check answers 409 has_check and changes nothing", async () => {
    for (const mode of ["testing", "live"]) {
      const issue = await issueClient.fix((await issueClient.raise(await world.app({ mode }))).id);
      for (const body of [undefined, { confirmed: false }]) refused(await post(issue.id, body), 409, "has_check");
      expect(await issueClient.read(issue.id)).toEqual(issue);
    }
  });

  test("an open issue answers 409 not_fixed and changes nothing", async () => {
    const issue = await raised();
    for (const body of [undefined, { confirmed: true }, { confirmed: false }]) {
      refused(await post(issue.id, body), 409, "not_fixed");
    }
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test("a partly fixed issue is open: 409 not_fixed", async () => {
    const app = await world.app({ ...severalRepositories(), mode: "live" });
    const { id } = await issueClient.raise(app, { check: undefined });
    await issueClient.fix(id, { platforms: ["ios"] });
    refused(await post(id), 409, "not_fixed");
  });

  test.each<[string, unknown]>([
    ["confirmed", { confirmed: "true" }],
    ["confirmed", { confirmed: 1 }],
    ["by", { by: "Eve" }],
    ["body", []],
    ["body", "null"],
  ])("a wrong or unknown field answers 400, names %s and changes nothing: %j", async (field, body) => {
    const issue = await fixed();
    expect(refused(await post(issue.id, body), 400, "invalid_request")).toContain(field);
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test("a viewer may not confirm: 403; an issue out of reach or unknown: 404", async () => {
    const issue = await fixed();
    expect(refused(await post(issue.id, undefined, world.viewer), 403, "forbidden")).toContain("tester");
    const absent = await post("iss_unknown");
    refused(absent, 404, "not_found");
    const elsewhere = await world.app();
    for (const role of ["viewer", "tester", "admin"] as const) {
      const answer = await post(issue.id, undefined, await world.key(role, [elsewhere.id]));
      expect([answer.status, answer.body]).toEqual([404, absent.body]);
    }
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test("of confirmations at once one counts: all answer 200 and the history has one", async () => {
    const { id } = await fixed();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.confirmed_fixed_at)).size).toBe(1);
    expect((await issueClient.history(id)).map((entry) => entry.kind)).toEqual(["confirmed", "fixed", "raised"]);
  });
});
