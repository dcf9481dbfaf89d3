// What Jira Data Center says: below a path of its server, people without account ids, and comments that come without their item.
import { describe, expect, test } from "vitest";
import { connect } from "../../../support/clients/connection-client.ts";
import { issueClientOf, refused } from "../../../support/clients/issue-client.ts";
import { SECRET } from "../../../support/fake-tools/tracker-stand-in.ts";
import { codedApp, sampleOf } from "../../../support/samples/coded-app.ts";
import { hubSigned } from "../../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  test("an item that is done fixes its issue, its link keeps the server's path, and a comment finds its item by its address", async () => {
    const app = await codedApp(world);
    const connected = await connect(world, app.id, "jira-data-center", { credentials: { webhook_secret: SECRET } });
    const issue = await app.raise();
    const say = (payload: unknown, secret = SECRET) =>
      connected.send(payload, hubSigned(secret, payload, "x-hub-signature"));
    const done = sampleOf("jira-data-center-issue-done.json", issue.code);
    refused(await connected.send(done), 401, "invalid_signature");
    refused(await say(done, "another"), 401, "invalid_signature");
    expect(await say(done)).toMatchObject({ status: 200, body: { issues: [{ outcome: "fixed" }] } });
    expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed", fixed_by: "Mara Quill via Jira" });
    const url = "https://jira.harbor.example/jira/browse/NIMB-87";
    expect(await connected.items(issue.id)).toMatchObject([{ tool: "jira-data-center", name: "NIMB-87", url }]);
    const self = "https://jira.harbor.example/jira/rest/api/2/issue/10421/comment/900";
    const comment = { self, id: "900", author: { displayName: "Mara Quill" }, body: "Seen on iOS 17" };
    const answer = await say({ timestamp: 1_772_622_300_000, webhookEvent: "comment_created", comment });
    expect(answer.body).toEqual({ comment: "commented" });
    const nowhere = { ...comment, self: "https://jira.harbor.example/jira/rest/api/2/comment/900", id: "901" };
    expect((await say({ webhookEvent: "comment_created", comment: nowhere })).body).toEqual({ ignored: "unreadable" });
  });
});
