// A pull request and the item of an issue are two things in one tool: the merge of the one closes the other, by us, once.
import { describe, expect, onTestFinished, test } from "vitest";
import { connect } from "../../support/clients/connection-client.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { openTracker } from "../../support/fake-tools/trackers.ts";
import { codedApp, sampleOf } from "../../support/samples/coded-app.ts";
import { hubSigned } from "../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test("a merged pull request closes the item in the same repository; what comes back of that changes nothing", async () => {
    const tracker = await openTracker("github");
    onTestFinished(() => tracker.standIn.close());
    const app = await codedApp(world);
    const github = await connect(world, app.id, "github", tracker.fields);
    const issue = await app.raise();
    await github.settled();
    const payload = sampleOf("github-pr-merged.json", issue.code);
    await github.send(payload, { "x-github-event": "pull_request", ...hubSigned(github.secret, payload) });
    await github.settled();
    const [item] = tracker.items();
    expect(item).toMatchObject({ isOpen: false, comments: [expect.stringContaining("oren-vale via pull request")] });
    const echo = await tracker.say(github, item!, "closed", item!.at);
    expect(echo.body).toMatchObject({ issues: [{ outcome: "outdated" }] });
    const history = await issueClientOf(world).history(issue.id);
    expect(history.filter((entry) => entry.kind === "fixed")).toHaveLength(1);
    expect(await github.forwards()).toHaveLength(2);
  });

  test("without an item there is nothing to say to the tool that the fix came from", async () => {
    const tracker = await openTracker("github");
    onTestFinished(() => tracker.standIn.close());
    const app = await codedApp(world);
    const issue = await app.raise();
    const github = await connect(world, app.id, "github", tracker.fields);
    const payload = sampleOf("github-pr-merged.json", issue.code);
    await github.send(payload, { "x-github-event": "pull_request", ...hubSigned(github.secret, payload) });
    expect(await issueClientOf(world).read(issue.id)).toMatchObject({ status: "fixed" });
    expect(await github.forwards()).toEqual([]);
  });
});
