// Redmine is told of issues, and tells nothing back: what it is sent is kept, and nothing more is waited for.
import { describe, expect, onTestFinished, test } from "vitest";
import { dataOf } from "../../support/checks/route-table.ts";
import { connect } from "../../support/clients/connection-client.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { onRedmine } from "../../support/fake-tools/redmine.ts";
import { codedApp } from "../../support/samples/coded-app.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const FORWARD = ["raised", "fixed", "reopened", "confirmed", "commented"];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  const open = async () => {
    const redmine = await onRedmine();
    onTestFinished(() => redmine.standIn.close());
    const app = await codedApp(world);
    const { settings, credentials } = redmine.fields;
    const connected = await connect(world, app.id, "redmine", {
      settings: { ...settings, forward: FORWARD },
      credentials,
    });
    return { redmine, app, connected, item: () => redmine.items()[0]! };
  };

  test("an issue is made once, commented on, closed and opened again; its number and link are kept", async () => {
    const { redmine, app, connected, item } = await open();
    redmine.standIn.mishap({ doneAnd: "reset" }, redmine.isCreate);
    const issue = await app.raise({ text: "Note list crashes" });
    await connected.settled();
    await connected.hurry();
    await expect.poll(async () => (await connected.forwards())[0].state).toBe("delivered");
    expect(redmine.items()).toHaveLength(1);
    const url = `${redmine.standIn.url}/redmine/issues/77`;
    expect(await connected.items(issue.id)).toEqual([
      { tool: "redmine", external_id: "77", name: "#77", url, state: "open", comments: true },
    ]);
    const { id } = await dataOf(world, "POST", `/issues/${issue.id}/comments`, { text: "Seen on iOS 17" });
    await issueClient.fix(issue.id);
    await connected.settled();
    expect(item().comments[0]).toMatch(new RegExp(`Seen on iOS 17[^]*/issues/${issue.id}#${id}$`));
    expect(item()).toMatchObject({ isOpen: false });
    expect(await connected.items(issue.id)).toMatchObject([{ state: "closed" }]);
    await issueClient.reopen(issue.id);
    await connected.settled();
    expect(item()).toMatchObject({ isOpen: true });
    expect(item().comments).toHaveLength(3);
    expect(redmine.standIn.problems).toEqual([]);
    expect(await world.problems()).toEqual([]);
  });

  test("a comment that is edited here is edited there, and one that is deleted is gone; other notes stay", async () => {
    const { redmine, app, connected, item } = await open();
    const issue = await app.raise({ text: "Note list crashes" });
    const path = `/issues/${issue.id}/comments`;
    const [kept, gone] = [
      await dataOf(world, "POST", path, { text: "Frist" }),
      await dataOf(world, "POST", path, { text: "Wrong issue" }),
    ];
    await issueClient.fix(issue.id);
    await connected.settled();
    expect((await world.call(world.admin, "PATCH", `${path}/${kept.id}`, { text: "First" })).status).toBe(200);
    expect((await world.call(world.admin, "DELETE", `${path}/${gone.id}`)).status).toBe(204);
    const forwards = await connected.settled();
    expect(forwards.slice(0, 2)).toMatchObject([{ outcome: "delivered" }, { outcome: "delivered" }]);
    expect(item().comments).toEqual([
      expect.stringMatching(new RegExp(`First[^]*/issues/${issue.id}#${kept.id}$`)),
      expect.stringContaining("Marked as fixed"),
    ]);
    expect(redmine.standIn.problems).toEqual([]);
  });

  test("it has no URL for Redmine to call, and its key is not shown again", async () => {
    const { connected } = await open();
    const shown = await connected.read();
    expect(shown).toMatchObject({ url: null, credentials: ["api_key"], forwards: true });
    expect(JSON.stringify(shown)).not.toContain("ebe0086565f41be805fad55ff75e53c727d117d6");
  });
});
