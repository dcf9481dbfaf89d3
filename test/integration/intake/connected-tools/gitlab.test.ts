// What GitLab says of its issues: who is believed, what is a fix, and whose comments are taken.
import { describe, expect, test } from "vitest";
import { connect } from "../../../support/clients/connection-client.ts";
import { issueClientOf, refused } from "../../../support/clients/issue-client.ts";
import { fromGitlab } from "../../../support/fake-tools/gitlab.ts";
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
    const connected = await connect(world, app.id, "gitlab", { settings, credentials: { webhook_secret: SECRET } });
    const issue = await app.raise();
    let count = 0;
    const say = (payload: Payload, token = SECRET) => fromGitlab(connected, payload, `k${++count}`, token);
    const status = async () => (await issueClient.read(issue.id)).status;
    const sample = (change: Payload = {}) => {
      const payload = sampleOf("gitlab-issue-closed.json", issue.code);
      Object.assign(payload.object_attributes, change);
      return payload;
    };
    const note = (change: Payload = {}) => {
      const payload = sampleOf("gitlab-issue-note.json", issue.code);
      Object.assign(payload.object_attributes, change);
      return payload;
    };
    return { connected, issue, say, status, sample, note };
  };

  test("an issue that is closed there fixes the one it came from, by whoever closed it", async () => {
    const { connected, issue, say, sample } = await open();
    expect(await say(sample())).toMatchObject({ status: 200, body: { issues: [{ outcome: "fixed" }] } });
    expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed", fixed_by: "mara-quill via GitLab" });
    const name = "harbor/mobile/nimbus-android#77";
    const url = "https://gitlab.example/harbor/mobile/nimbus-android/-/issues/77";
    const item = { tool: "gitlab", external_id: "84001", name, url, state: "closed", comments: false };
    expect(await connected.items(issue.id)).toEqual([item]);
  });

  test("what is closed as a duplicate or because it was moved is not fixed, and no other change fixes", async () => {
    const { say, sample, status } = await open();
    expect((await say(sample({ duplicated_to_id: 84_000 }))).body).toEqual({ ignored: "duplicate" });
    expect((await say(sample({ moved_to_id: 84_000 }))).body).toEqual({ ignored: "moved" });
    expect((await say(sample({ action: "update" }))).body).toEqual({ ignored: "other_action" });
    expect(await status()).toBe("open");
  });

  test("a token that is missing or wrong is refused", async () => {
    const { connected, say, sample, status } = await open();
    refused(await connected.send(sample()), 401, "invalid_signature");
    refused(await say(sample(), "another"), 401, "invalid_signature");
    expect(await status()).toBe("open");
  });

  test("on a public project nothing is recognised by its title, and only comments of listed members are taken", async () => {
    const { connected, say, sample, note, status } = await open({ members: ["mara-quill"] });
    const published = (payload: Payload, username = "mara-quill") => {
      payload.project.visibility_level = 20;
      payload.user.username = username;
      return payload;
    };
    expect((await say(published(sample()))).body).toMatchObject({ issues: [{ outcome: "unknown" }] });
    expect(await status()).toBe("open");
    await say(sample());
    expect((await say(published(note(), "somebody"))).body).toEqual({ ignored: "stranger" });
    expect((await say(published(note()))).body).toEqual({ comment: "commented" });
    expect((await connected.read()).heard.outcome).toBe("commented");
  });

  test.each([
    ["an internal note", { internal: true }, "restricted"],
    ["what GitLab itself notes", { system: true }, "other_action"],
    ["one that was edited", { action: "update" }, "other_action"],
    ["one on a merge request", { noteable_type: "MergeRequest" }, "other_event"],
  ])("of comments %s is not taken", async (_what, change, why) => {
    const { say, sample, note } = await open();
    await say(sample());
    expect((await say(note(change))).body).toEqual({ ignored: why });
    expect((await say({ ...note(), event_type: "confidential_note" })).body).toEqual({ ignored: "restricted" });
  });

  test("a server that names no action tells of new comments", async () => {
    const { say, sample, note } = await open();
    await say(sample());
    expect((await say(note({ action: undefined }))).body).toEqual({ comment: "commented" });
  });
});
