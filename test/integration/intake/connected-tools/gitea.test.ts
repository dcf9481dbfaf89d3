// What Gitea and Forgejo say: who is believed, what is a fix, and who belongs to a public repository.
import { describe, expect, test } from "vitest";
import { connect } from "../../../support/clients/connection-client.ts";
import { issueClientOf, refused } from "../../../support/clients/issue-client.ts";
import { fromGitea } from "../../../support/fake-tools/gitea.ts";
import { SECRET } from "../../../support/fake-tools/tracker-stand-in.ts";
import { codedApp, sampleOf } from "../../../support/samples/coded-app.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
type Payload = any;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  const open = async (settings: Record<string, unknown> = {}) => {
    const app = await codedApp(world);
    const connected = await connect(world, app.id, "gitea", { settings, credentials: { webhook_secret: SECRET } });
    const issue = await app.raise();
    let count = 0;
    const say = (payload: Payload, event: string, secret = SECRET) =>
      connected.send(payload, fromGitea(payload, event, `d${++count}`, secret));
    const status = async () => (await issueClient.read(issue.id)).status;
    return { connected, issue, say, status, sample: (file: string) => sampleOf(file, issue.code) };
  };

  test("an issue that is closed there fixes the one it came from, by whoever closed it", async () => {
    const { connected, issue, say, sample } = await open();
    const answer = await say(sample("gitea-issue-closed.json"), "issues");
    expect(answer).toMatchObject({ status: 200, body: { issues: [{ outcome: "fixed" }] } });
    expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed", fixed_by: "mara-quill via Gitea" });
    const url = "https://git.harbor.example/gitea/harbor-labs/nimbus-ios/issues/77";
    expect(await connected.items(issue.id)).toEqual([
      { tool: "gitea", external_id: "241", name: "harbor-labs/nimbus-ios#77", url, state: "closed", comments: false },
    ]);
  });

  test("a merged pull request fixes the issues that it closes, and one that is closed unmerged fixes none", async () => {
    const { issue, say, sample, status } = await open();
    const unmerged = sample("gitea-pr-merged.json");
    unmerged.pull_request.merged = false;
    expect((await say(unmerged, "pull_request")).body).toEqual({ ignored: "not_merged" });
    expect(await status()).toBe("open");
    await say(sample("gitea-pr-merged.json"), "pull_request");
    expect(await issueClient.read(issue.id)).toMatchObject({
      ...{ status: "fixed", fixed_by: "mara-quill via pull request" },
    });
  });

  test("a signature that is missing, wrong or in the form of another tool is refused", async () => {
    const { connected, say, sample, status } = await open();
    const payload = sample("gitea-issue-closed.json");
    refused(await connected.send(payload, { "x-gitea-event": "issues" }), 401, "invalid_signature");
    refused(await say(payload, "issues", "another secret"), 401, "invalid_signature");
    const headers = fromGitea(payload, "issues", "d");
    const prefixed = { ...headers, "x-gitea-signature": `sha256=${headers["x-gitea-signature"]}` };
    refused(await connected.send(payload, prefixed), 401, "invalid_signature");
    expect(await status()).toBe("open");
  });

  test("on a public repository only those count whom the connection lists, because Gitea does not say who belongs to it", async () => {
    const { issue, say, sample, status } = await open({ members: ["Mara-Quill"] });
    const published = (file: string, login: string) => {
      const payload = sample(file);
      payload.repository.private = false;
      (payload.comment ?? payload.issue).user.login = login;
      return payload;
    };
    const stranger = await say(published("gitea-issue-closed.json", "somebody"), "issues");
    expect(stranger.body).toMatchObject({ issues: [{ outcome: "unknown" }] });
    expect(await status()).toBe("open");
    await say(published("gitea-issue-closed.json", "mara-quill"), "issues");
    expect(await status()).toBe("fixed");
    const ignored = await say(published("gitea-issue-comment.json", "somebody"), "issue_comment");
    expect(ignored.body).toEqual({ ignored: "stranger" });
    const taken = await say(published("gitea-issue-comment.json", "mara-quill"), "issue_comment");
    expect(taken.body).toEqual({ comment: "commented" });
    expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed" });
  });

  test("other events and comments on pull requests are let pass", async () => {
    const { say, sample, status } = await open();
    expect((await say(sample("gitea-issue-closed.json"), "issue_label")).body).toEqual({ ignored: "other_event" });
    const onChange = sample("gitea-issue-comment.json");
    onChange.is_pull = true;
    onChange.issue.pull_request = { merged: false, merged_at: null };
    expect((await say(onChange, "issue_comment")).body).toEqual({ ignored: "pull_request" });
    expect(await status()).toBe("open");
  });
});
