// Verification by results: the fix of an issue with a check holds once every platform it affects has passed after it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type IssueData, issueClientOf, severalRepositories } from "../../support/clients/issue-client.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { type NotifiedApp, notifiedApp } from "../../support/samples/notified-app.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  let receiver: Receiver;
  let app: NotifiedApp;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  beforeEach(async () => {
    app = await notifiedApp(world, receiver.url);
    receiver.arrivals = [];
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
    await receiver.close();
  });

  const fixedOnCheck = async (fields?: Record<string, unknown>) => issueClient.fix((await app.raiseOnCheck(fields)).id);
  /** Who verified, for each event that arrived in turn. */
  const verifiers = async () => {
    await app.settled();
    return receiver.arrivals.map(({ body }) => body.issue.verified_by);
  };
  const historyOf = async (id: string) => {
    const { body } = await world.call(world.viewer, "GET", `/issues/${id}/history`);
    return body.data.map((entry: { kind: string }) => entry.kind);
  };
  const BY = "tester key via API";

  test("a pass on every affected platform after the fix is told, with who recorded the last of them", async () => {
    const issue = await fixedOnCheck({ external_id: "P-1" });
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    expect(await verifiers()).toEqual([null]);
    await issueClient.record(app, "passed", { platforms: ["android"] });
    expect(await verifiers()).toEqual([null, BY]);
    const { body } = receiver.arrivals[1]!;
    expect(body.at).toBe(body.issue.verified_at);
    expect(body.issue).toMatchObject({ id: issue.id, status: "fixed", external_id: "P-1", source: "Pager" });
    expect(body.issue.fixed_at).toBe(issue.fixed_at);
    expect(await historyOf(issue.id)).toEqual(["verified", "fixed", "moved", "raised"]);
    await issueClient.record(app, "passed");
    expect(await verifiers()).toEqual([null, BY]);
  });

  test("results from before the fix and failures verify nothing; a later pass does", async () => {
    const { id } = await app.raiseOnCheck({ platforms: ["ios"] });
    await issueClient.record(app, "passed");
    await issueClient.fix(id);
    await issueClient.record(app, "failed", { platforms: ["ios"] });
    await issueClient.record(app, "passed", { platforms: ["android"] });
    await issueClient.record(app, "passed", { check: "SIGN-2" });
    expect(await verifiers()).toEqual([null]);
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    expect(await verifiers()).toEqual([null, BY]);
  });

  test("a batch of results verifies every issue that it covers, each once", async () => {
    const issues: IssueData[] = [];
    for (const check of ["SIGN-1", "SIGN-1", "PAY-1"]) issues.push(await fixedOnCheck({ check }));
    const results = ["SIGN-1", "SIGN-2", "PAY-1"].map((check) => ({ check, outcome: "passed" }));
    expect((await world.call(world.tester, "POST", "/results", { app: app.id, results })).status).toBe(201);
    await app.settled();
    const verified = receiver.arrivals.filter(({ body }) => body.issue.verified_by !== null);
    expect(verified.map(({ body }) => body.issue.id).sort()).toEqual(issues.map(({ id }) => id).sort());
  });

  test("platforms that are not applicable need not pass", async () => {
    const issue = await fixedOnCheck();
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    expect(await verifiers()).toEqual([null, BY]);
  });

  test("marking the last platform that has not passed as not applicable verifies, by whoever marked it", async () => {
    const issue = await fixedOnCheck();
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    expect(await verifiers()).toEqual([null, BY]);
    const { body } = receiver.arrivals[1]!;
    expect(body.issue).toMatchObject({ id: issue.id, status: "fixed", fixed_at: issue.fixed_at });
    expect(body.issue.verified_at).toBe(body.at);
    expect(await historyOf(issue.id)).toEqual(["verified", "fixed", "moved", "raised"]);
    await issueClient.markNotApplicable(issue.check!.id, []);
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    await issueClient.record(app, "passed");
    expect(await verifiers()).toEqual([null, BY]);
  });

  test("marks verify nothing while another platform has not passed, or has failed, since the fix", async () => {
    const issue = await fixedOnCheck();
    await issueClient.record(app, "failed", { platforms: ["ios"] });
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    await issueClient.markNotApplicable(issue.check!.id, []);
    await issueClient.record(app, "passed", { platforms: ["android"] });
    await issueClient.markNotApplicable(issue.check!.id, ["android"]);
    expect(await verifiers()).toEqual([null]);
  });

  test("marks alone verify nothing: where no platform is left that could pass, nobody has tested", async () => {
    const { id, check } = await fixedOnCheck({ platforms: ["ios"] });
    await issueClient.markNotApplicable(check!.id, ["ios"]);
    await issueClient.record(app, "passed", { platforms: ["android"] });
    expect(await verifiers()).toEqual([null]);
    expect(await historyOf(id)).toEqual(["fixed", "moved", "raised"]);
    await issueClient.markNotApplicable(check!.id, []);
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    expect(await verifiers()).toEqual([null, BY]);
  });

  test("a mark that fixes a partly fixed issue verifies it too, if what was fixed has passed since", async () => {
    app = await notifiedApp(world, receiver.url, severalRepositories());
    const { id, check } = await app.raiseOnCheck();
    await issueClient.fix(id, { platforms: ["ios", "android"] });
    await issueClient.record(app, "passed", { platforms: ["ios", "android"] });
    await issueClient.markNotApplicable(check!.id, ["web"]);
    expect((await issueClient.read(id)).status).toBe("fixed");
    expect((await verifiers()).sort()).toEqual([null, BY].sort());
    expect((await historyOf(id)).slice(0, 2)).toEqual(["verified", "fixed"]);
  });

  test("dropping the last platform that has not passed verifies as marking it does", async () => {
    const issue = await fixedOnCheck();
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    const platforms = [{ code: "ios", label: "iOS" }];
    expect((await world.call(world.admin, "PATCH", `/apps/${app.id}`, { platforms })).status).toBe(200);
    expect(await verifiers()).toEqual([null, "admin key via API"]);
    expect(await historyOf(issue.id)).toEqual(["verified", "fixed", "moved", "raised"]);
  });

  test("the same mark by many at once, beside results, verifies once", async () => {
    const issue = await fixedOnCheck();
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? issueClient.markNotApplicable(issue.check!.id, ["android"])
          : issueClient.record(app, "passed", { platforms: ["android"] }),
      ),
    );
    expect(await verifiers()).toEqual([null, BY]);
  });

  test("reopening takes the fix back: a pass then verifies nothing, and the next fix needs passes of its own", async () => {
    const { id } = await fixedOnCheck({ platforms: ["ios"] });
    await issueClient.reopen(id);
    await issueClient.record(app, "passed");
    expect(await verifiers()).toEqual([null]);
    await issueClient.fix(id);
    expect(await verifiers()).toEqual([null, null]);
    await issueClient.record(app, "passed");
    expect(await verifiers()).toEqual([null, null, BY]);
  });

  test("a platform that was fixed before the others and has passed since need not pass again", async () => {
    app = await notifiedApp(world, receiver.url, severalRepositories());
    const { id } = await app.raiseOnCheck();
    await issueClient.fix(id, { platforms: ["ios", "android"] });
    await issueClient.record(app, "passed", { platforms: ["ios", "android"] });
    await issueClient.fix(id, { platforms: ["web"] });
    expect(await verifiers()).toEqual([null]);
    await issueClient.record(app, "passed", { platforms: ["web"] });
    expect(await issueClient.statuses(app)).toEqual({ ios: "passed", android: "passed", web: "passed" });
    expect(await verifiers()).toEqual([null, BY]);
  });

  test("a fixed issue that is placed on a check is verified by results there, not where it was before", async () => {
    const { id } = await app.raiseAndFix();
    await issueClient.place(id, { check: "PAY-1" });
    await issueClient.record(app, "passed", { check: "PAY-1", platforms: ["ios"] });
    await issueClient.place(id, { check: "SIGN-1" });
    await issueClient.record(app, "passed", { check: "PAY-1" });
    await issueClient.record(app, "passed", { platforms: ["android"] });
    expect(await verifiers()).toEqual([null]);
    await issueClient.record(app, "passed", { platforms: ["ios"] });
    expect(await verifiers()).toEqual([null, BY]);
    expect((await historyOf(id))[0]).toBe("verified");
  });

  test("placing a fixed issue on a check that has passed since the fix verifies it, by whoever placed it", async () => {
    const { id } = await app.raiseAndFix();
    await issueClient.record(app, "passed");
    await issueClient.place(id, { check: "SIGN-2" });
    expect(await verifiers()).toEqual([null]);
    await issueClient.place(id, { check: "SIGN-1" }, world.admin);
    expect(await verifiers()).toEqual([null, "admin key via API"]);
    expect((await historyOf(id)).slice(0, 2)).toEqual(["verified", "moved"]);
    await issueClient.place(id, { check: "SIGN-2" });
    await issueClient.record(app, "passed", { check: "SIGN-2" });
    expect(await verifiers()).toEqual([null, "admin key via API"]);
  });

  test("a fix that was confirmed before the issue came to a check is not told again; off the check it is confirmed by hand", async () => {
    const { id } = await app.raiseAndFix();
    await issueClient.confirm(id);
    await issueClient.place(id, { check: "SIGN-1" });
    await issueClient.record(app, "passed");
    expect(await verifiers()).toEqual([null, BY]);
    const other = await fixedOnCheck({ title: "Another" });
    await issueClient.place(other.id, {});
    await issueClient.record(app, "passed");
    expect(await verifiers()).toEqual([null, BY, null]);
    await issueClient.confirm(other.id);
    expect(await verifiers()).toEqual([null, BY, null, BY]);
  });

  test("the same results at once verify once", async () => {
    await fixedOnCheck();
    await Promise.all(Array.from({ length: 10 }, () => issueClient.record(app, "passed")));
    expect(await verifiers()).toEqual([null, BY]);
  });

  test("an issue without a notify URL is verified in silence", async () => {
    const { id } = await fixedOnCheck();
    await app.settled();
    await app.removeSecret();
    await issueClient.record(app, "passed");
    expect(await verifiers()).toEqual([null]);
    expect(await historyOf(id)).toEqual(["verified", "fixed", "moved", "raised"]);
  });
});
