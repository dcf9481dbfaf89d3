// PATCH /issues/:id: new wording, platforms and priority, and what they mean for the check.
import { describe, expect, test } from "vitest";
import { issueClientOf, refused, severalRepositories, TIMESTAMP } from "../../../support/clients/issue-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  const patch = (id: string, body: unknown, key = world.tester) => world.call(key, "PATCH", `/issues/${id}`, body);

  test("new wording replaces the text and leaves all else, the original reporter included", async () => {
    const issue = await issueClient.raise(await world.app(), {
      reporter: { name: "Ann", email: "ann@customer.example" },
    });
    const edited = await issueClient.edit(issue.id, { text: "  New wording\n" });
    expect(edited).toEqual({
      ...issue,
      text: "New wording",
      edited_by: "tester key via API",
      edited_at: expect.stringMatching(TIMESTAMP),
    });
    expect(await issueClient.read(issue.id)).toEqual(edited);
  });

  test("edited_by and edited_at are those of the last edit", async () => {
    const issue = await issueClient.raise(await world.app());
    const first = await issueClient.edit(issue.id, { text: "First" }, world.tester);
    world.clock.offset += 5_000;
    const second = await issueClient.edit(issue.id, { text: "Second" }, world.admin);
    expect(second.edited_by).toBe("admin key via API");
    expect(Date.parse(second.edited_at!)).toBeGreaterThan(Date.parse(first.edited_at!));
    expect(second.raised_at).toBe(issue.raised_at);
  });

  test("platforms replace the list, and an empty list means every platform", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app, { platforms: ["ios"] });
    expect(await issueClient.edit(id, { platforms: ["android"] })).toMatchObject({
      platforms: ["android"],
      all_platforms: false,
      edited_by: "tester key via API",
    });
    expect(await issueClient.statuses(app)).toEqual({ ios: "untested", android: "failed" });
    expect(await issueClient.edit(id, { platforms: [] })).toMatchObject({ platforms: [], all_platforms: true });
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "failed" });
    expect((await issueClient.edit(id, { platforms: ["ios", "ios"] })).platforms).toEqual(["ios"]);
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "untested" });
  });

  test("the text and the platforms can be changed together", async () => {
    const { id } = await issueClient.raise(await world.app());
    const edited = await issueClient.edit(id, { text: "Both", platforms: ["ios"] });
    expect(edited).toMatchObject({ text: "Both", platforms: ["ios"] });
  });

  test.each(["passed", "failed"] as const)("a platform taken off the issue reads %s again", async (outcome) => {
    const app = await world.app();
    await issueClient.record(app, outcome);
    const { id } = await issueClient.raise(app);
    await issueClient.edit(id, { platforms: ["ios"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: outcome });
  });

  test("a platform taken off the issue stays failed while another open issue covers it", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    await issueClient.raise(app, { platforms: ["android"] });
    await issueClient.edit(id, { platforms: ["ios"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "failed" });
  });

  test("a platform taken off the issue reads needs_retest while another issue's fix waits for a retest", async () => {
    const app = await world.app();
    const other = await issueClient.raise(app, { platforms: ["android"] });
    await issueClient.fix(other.id);
    const { id } = await issueClient.raise(app);
    await issueClient.edit(id, { platforms: ["ios"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "needs_retest" });
  });

  test("the priority can be changed, and set to null", async () => {
    const { id } = await issueClient.raise(await world.app(), { priority: "low" });
    const edited = await issueClient.edit(id, { priority: "urgent" });
    expect(edited).toMatchObject({ priority: "urgent", edited_by: "tester key via API" });
    expect(await issueClient.edit(id, { text: "Other" })).toMatchObject({ priority: "urgent" });
    expect(await issueClient.edit(id, { priority: null })).toMatchObject({ priority: null });
  });

  test("a fixed issue can be edited and stays fixed", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    const fixed = await issueClient.fix(id);
    const edited = await issueClient.edit(id, { text: "After the fix", priority: "low" });
    expect(edited).toMatchObject({ status: "fixed", fixed_by: fixed.fixed_by, fixed_at: fixed.fixed_at });
    expect(await issueClient.statuses(app)).toEqual({ ios: "needs_retest", android: "needs_retest" });
  });

  test("a platform taken off a fixed issue needs no retest any more", async () => {
    const app = await world.app();
    await issueClient.record(app, "passed", { platforms: ["android"] });
    const { id } = await issueClient.raise(app);
    await issueClient.fix(id);
    expect(await issueClient.edit(id, { platforms: ["ios"] })).toMatchObject({ status: "fixed", platforms: ["ios"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "needs_retest", android: "passed" });
  });

  test("editing a fixed issue is not fixing it again: what was retested since stays passed", async () => {
    const app = await world.app();
    const { id } = await issueClient.raise(app, { platforms: ["ios"] });
    await issueClient.fix(id);
    await issueClient.record(app, "passed");
    await issueClient.edit(id, { text: "Reworded" });
    await issueClient.edit(id, { platforms: [] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "passed", android: "passed" });
  });

  test("the check and the app of an issue are shown as they are now called", async () => {
    const app = await world.app();
    const issue = await issueClient.raise(app);
    await world.call(world.admin, "PATCH", `/checks/${issue.check!.id}`, { title: "Renamed", ref: "NEW-1" });
    await world.call(world.admin, "PATCH", `/apps/${app.id}`, { name: `${app.name} 2` });
    const expected = { app: { name: `${app.name} 2` }, check: { id: issue.check!.id, ref: "NEW-1", title: "Renamed" } };
    expect(await issueClient.edit(issue.id, { text: "Edited" })).toMatchObject(expected);
    expect(await issueClient.read(issue.id)).toMatchObject(expected);
    expect((await issueClient.list(`app=${app.id}`)).data).toMatchObject([expected]);
  });

  describe("on an issue fixed on some platforms", () => {
    const partlyFixed = async () => {
      const app = await world.app(severalRepositories());
      const { id } = await issueClient.raise(app);
      await issueClient.fix(id, { platforms: ["ios"] });
      return { app, id };
    };

    test("platforms that leave nothing open answer 409 nothing_left_open and change nothing", async () => {
      const { app, id } = await partlyFixed();
      const before = await issueClient.snapshot(app);
      refused(await patch(id, { platforms: ["ios"], text: "New" }), 409, "nothing_left_open");
      expect(await issueClient.snapshot(app)).toEqual(before);
    });

    test("N/A platforms don't count as left open", async () => {
      const { app, id } = await partlyFixed();
      const { check } = await issueClient.read(id);
      await issueClient.markNotApplicable(check!.id, ["android"]);
      refused(await patch(id, { platforms: ["ios", "android"] }), 409, "nothing_left_open");
      expect(await issueClient.statuses(app)).toEqual({
        ios: "needs_retest",
        android: "not_applicable",
        web: "failed",
      });
    });

    test("platforms that leave something open keep the fixes of those that stay", async () => {
      const { app, id } = await partlyFixed();
      const edited = await issueClient.edit(id, { platforms: ["ios", "web"] });
      expect(edited).toMatchObject({ status: "open", fixed_on: [{ platform: "ios" }], still_open_on: ["web"] });
      expect(await issueClient.statuses(app)).toEqual({ ios: "needs_retest", android: "untested", web: "failed" });
    });

    test("without the platforms that were fixed it is an open issue that is fixed nowhere", async () => {
      const { app, id } = await partlyFixed();
      const edited = await issueClient.edit(id, { platforms: ["android", "web"] });
      expect(edited).toMatchObject({ status: "open", fixed_on: [], still_open_on: [] });
      expect(await issueClient.statuses(app)).toEqual({ ios: "untested", android: "failed", web: "failed" });
      expect(await issueClient.edit(id, { platforms: [] })).toMatchObject({ fixed_on: [] });
      expect(await issueClient.statuses(app)).toEqual({ ios: "failed", android: "failed", web: "failed" });
    });
  });

  test.each<[string, unknown]>([
    ["at least one", {}],
    ["text", { text: "" }],
    ["text", { text: "  " }],
    ["text", { text: null }],
    ["text", { text: 5 }],
    ["platforms", { platforms: "ios" }],
    ["platforms", { platforms: null }],
    ["platforms", { platforms: [1] }],
    ["priority", { priority: "highest" }],
    ["status", { status: "fixed" }],
    ["reporter", { text: "x", reporter: { name: "Eve" } }],
    ["platform", { text: "x", platform: ["ios"] }],
    ["assignees", { assignees: ["Eve"] }],
    ["check", { check: "SIGN-2" }],
  ])("a wrong, unknown or missing field answers 400, says %s and changes nothing: %j", async (word, body) => {
    const app = await world.app();
    const { id } = await issueClient.raise(app);
    const before = await issueClient.snapshot(app);
    expect(refused(await patch(id, body), 400, "invalid_request")).toContain(word);
    expect(await issueClient.snapshot(app)).toEqual(before);
  });

  test("a text may have 4,000 characters and no more, as when raised", async () => {
    const { id } = await issueClient.raise(await world.app());
    const edited = await issueClient.edit(id, { text: "x".repeat(4000) });
    expect(edited.text).toHaveLength(4000);
    expect(refused(await patch(id, { text: "x".repeat(4001) }), 400, "invalid_request")).toContain("text");
    expect(await issueClient.read(id)).toEqual(edited);
  });

  test("an unknown platform code answers 400 unknown_platform and changes nothing, the text included", async () => {
    const app = await world.app();
    const issue = await issueClient.raise(app);
    const answer = await patch(issue.id, { text: "New", platforms: ["ios", "tv"] });
    expect(refused(answer, 400, "unknown_platform")).toContain("tv");
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test.each(["[]", "null", "5"])("the body %s is no object: 400", async (body) => {
    refused(await patch((await issueClient.raise(await world.app())).id, body), 400, "invalid_request");
  });

  test("a viewer may not edit: 403; an issue out of reach or unknown: 404", async () => {
    const [mine, other] = [await world.app(), await world.app()];
    const issue = await issueClient.raise(other);
    expect(refused(await patch(issue.id, { text: "x" }, world.viewer), 403, "forbidden")).toContain("tester");
    const absent = await patch("iss_unknown", { text: "x" });
    refused(absent, 404, "not_found");
    for (const role of ["viewer", "tester", "admin"] as const) {
      const answer = await patch(issue.id, { text: "x" }, await world.key(role, [mine.id]));
      expect([answer.status, answer.body]).toEqual([404, absent.body]);
    }
    expect(await issueClient.read(issue.id)).toEqual(issue);
  });

  test("of edits at the same time none is lost: each replaced wording is in the history once", async () => {
    const { id } = await issueClient.raise(await world.app(), { text: "0" });
    const address = await world.anotherServer();
    const wordings = Array.from({ length: 12 }, (_, i) => String(i + 1));
    await Promise.all(
      wordings.map((text) =>
        world.callAt(Number(text) % 2 ? address : world.address, world.tester, "PATCH", `/issues/${id}`, { text }),
      ),
    );
    const { text } = await issueClient.read(id);
    const edits = (await issueClient.history(id)).filter((entry) => entry.kind === "edited");
    const replaced = edits.map((entry) => (entry.changes.text as { from: string }).from);
    expect([...replaced, text].sort()).toEqual(["0", ...wordings].sort());
  });

  test("the counters of the whole world agree with its issues", async () => {
    expect(await world.problems()).toEqual([]);
  });
});
