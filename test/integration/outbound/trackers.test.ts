// Issue trackers, both ways: an item is made once and kept where its issue is; what is done with it there is done here.
import { describe, expect, onTestFinished, test } from "vitest";
import { connect } from "../../support/clients/connection-client.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { openReceiver } from "../../support/fake-tools/notify-receiver.ts";
import { openTracker, TRACKERS } from "../../support/fake-tools/trackers.ts";
import { codedApp } from "../../support/samples/coded-app.ts";
import { notifiedApp } from "../../support/samples/notified-app.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);

  describe.each(TRACKERS)("with %s", (tool) => {
    const open = async (settings: Record<string, unknown> = {}) => {
      const tracker = await openTracker(tool);
      onTestFinished(() => tracker.standIn.close());
      const app = await codedApp(world);
      const { credentials, settings: own } = tracker.fields;
      const connected = await connect(world, app.id, tool, { credentials, settings: { ...own, ...settings } });
      return { tracker, app, connected };
    };
    /** With an issue that is there already. */
    const openWithItem = async (fields: Record<string, unknown> = {}) => {
      const all = await open();
      const issue = await all.app.raise(fields);
      await all.connected.settled();
      return { ...all, issue, item: () => all.tracker.items()[0]! };
    };

    test("an issue is made once, and then told what becomes of it", async () => {
      const { tracker, connected, issue, item } = await openWithItem({
        text: "Note list crashes\nEvery time",
        priority: "high",
      });
      expect(item()).toMatchObject({ title: `${issue.code} Note list crashes`, isOpen: true, comments: [] });
      expect(item().text).toContain("Every time");
      expect(item().text).toContain(`/issues/${issue.id}`);
      const [listed] = await connected.items(issue.id);
      expect(listed).toMatchObject({ tool, external_id: item().id, state: "open" });
      await issueClient.fix(issue.id);
      await connected.settled();
      expect(item()).toMatchObject({ isOpen: false, comments: [expect.stringContaining("Marked as fixed by")] });
      expect((await connected.items(issue.id))[0]).toMatchObject({ state: "closed" });
      await issueClient.reopen(issue.id);
      await connected.settled();
      expect(item()).toMatchObject({
        isOpen: true,
        comments: [expect.anything(), expect.stringContaining("Reopened")],
      });
      await issueClient.fix(issue.id);
      await issueClient.confirm(issue.id);
      const forwards = await connected.settled();
      expect(item().comments.at(-1)).toContain("Confirmed as fixed by");
      expect(item().comments).toHaveLength(4);
      expect(tracker.items()).toHaveLength(1);
      expect(forwards.map(({ state }) => state)).toEqual(Array(5).fill("delivered"));
      expect(tracker.standIn.problems).toEqual([]);
    });

    test("closing the item fixes the issue, opening it again opens the issue, and neither is sent back", async () => {
      const { tracker, connected, issue, item } = await openWithItem();
      const asked = tracker.standIn.asked.length;
      const closed = await tracker.say(connected, item(), "closed");
      expect(closed).toMatchObject({ status: 200, body: { issues: [{ outcome: "fixed", issue: { id: issue.id } }] } });
      const fixed = await issueClient.read(issue.id);
      expect(fixed).toMatchObject({ status: "fixed", fixed_by: expect.stringMatching(`via ${tracker.label}$`) });
      const opened = await tracker.say(connected, item(), "open", new Date(Date.now() + 60_000).toISOString());
      expect(opened.body).toMatchObject({ issues: [{ outcome: "reopened" }] });
      expect(await issueClient.read(issue.id)).toMatchObject({ status: "open" });
      expect(await connected.forwards()).toHaveLength(1);
      expect(tracker.standIn.asked).toHaveLength(asked);
    });

    test("the echo of our own change, however late, does not undo a newer one", async () => {
      const { tracker, connected, issue, item } = await openWithItem();
      await issueClient.fix(issue.id);
      await connected.settled();
      const wasClosed = item();
      await issueClient.reopen(issue.id);
      await connected.settled();
      const echo = await tracker.say(connected, wasClosed, "closed", wasClosed.at);
      expect(echo.body).toMatchObject({ issues: [{ outcome: "outdated" }] });
      expect(await issueClient.read(issue.id)).toMatchObject({ status: "open" });
    });

    test("an echo that comes before we know that our change has arrived is known as one", async () => {
      const { tracker, connected, issue, item } = await openWithItem();
      const echoed = new Promise<unknown>((resolve) => {
        tracker.standIn.before(tracker.isMove, async () => {
          await issueClient.reopen(issue.id);
          resolve((await tracker.say(connected, item(), "closed", item().at)).body);
        });
      });
      await issueClient.fix(issue.id);
      expect(await echoed).toMatchObject({ issues: [{ outcome: "outdated" }] });
      await connected.settled();
      expect(await issueClient.read(issue.id)).toMatchObject({ status: "open" });
      expect(item()).toMatchObject({ isOpen: true });
    });

    test("closing the item sends exactly one issue.fixed", async () => {
      const receiver = await openReceiver();
      onTestFinished(() => receiver.close());
      const tracker = await openTracker(tool);
      onTestFinished(() => tracker.standIn.close());
      const app = await notifiedApp(world, receiver.url);
      const connected = await connect(world, app.id, tool, tracker.fields);
      const issue = await app.raise();
      await connected.settled();
      const say = () => tracker.say(connected, tracker.items()[0]!, "closed");
      await Promise.all([say(), say(), say()]);
      expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed" });
      expect(await app.settled()).toHaveLength(1);
      expect(receiver.arrivals).toHaveLength(1);
    });

    test.each(["reset", "garbage", "server error"])(
      "an item whose making was answered with a %s is not made again",
      async (how) => {
        const { tracker, app, connected } = await open();
        const said = how === "garbage" ? { status: 200, body: ["?"] } : { status: 502, body: "bad gateway" };
        tracker.standIn.mishap({ doneAnd: how === "reset" ? "reset" : said }, tracker.isCreate);
        const issue = await app.raise();
        await connected.settled();
        expect(await connected.items(issue.id)).toEqual([]);
        await connected.hurry();
        await expect.poll(async () => (await connected.forwards())[0].state).toBe("delivered");
        expect(tracker.items()).toHaveLength(1);
        expect(await connected.items(issue.id)).toMatchObject([{ external_id: tracker.items()[0]!.id }]);
      },
    );

    test("a move whose answer was lost is made again, and commented on once", async () => {
      const { tracker, connected, issue, item } = await openWithItem();
      tracker.standIn.mishap({ doneAnd: "reset" }, tracker.isMove);
      await issueClient.fix(issue.id);
      await connected.settled();
      await connected.hurry();
      await expect.poll(async () => (await connected.forwards())[0].state).toBe("delivered");
      expect(item()).toMatchObject({ isOpen: false, comments: [expect.anything()] });
    });

    test("no call is begun so late that another server may have taken over: what is left is done by the next attempt", async () => {
      const { tracker, connected, issue, item } = await openWithItem();
      onTestFinished(() => {
        world.clock.offset = 0;
      });
      tracker.standIn.before(tracker.isComment, async () => {
        world.clock.offset += 50_000;
      });
      await issueClient.fix(issue.id);
      await connected.settled();
      expect((await connected.forwards())[0]).toMatchObject({ kind: "fixed", state: "pending", outcome: "timeout" });
      expect(item()).toMatchObject({ isOpen: true, comments: [expect.anything()] });
      await connected.hurry();
      await expect.poll(async () => (await connected.forwards())[0].state).toBe("delivered");
      expect(item()).toMatchObject({ isOpen: false, comments: [expect.anything()] });
    });

    test("a tool that is spoken to too fast is given the time it asks for", async () => {
      const { tracker, app, connected } = await open();
      tracker.standIn.mishap({ instead: tracker.tooFast });
      await app.raise();
      await connected.settled();
      expect(await connected.read()).toMatchObject({ state: "active", failures: 1 });
      await connected.hurry();
      await expect.poll(() => tracker.items().length).toBe(1);
    });

    test("a credential that is not known there pauses the connection at once; resumed, nothing is lost", async () => {
      const { tracker, app, connected } = await open();
      tracker.standIn.mishap({ instead: tracker.stranger });
      await app.raise();
      await connected.settled();
      expect(await connected.read()).toMatchObject({ state: "paused" });
      expect(tracker.items()).toHaveLength(0);
      await connected.change({ paused: false });
      await expect.poll(() => tracker.items().length).toBe(1);
    });

    test("an item that was deleted there does not keep the others from being told", async () => {
      const { tracker, app, connected, issue, item } = await openWithItem();
      const other = await app.raise();
      await connected.settled();
      tracker.remove(item());
      await issueClient.fix(issue.id);
      await connected.settled();
      expect(await connected.read()).toMatchObject({ state: "active", failures: 0, sent: { outcome: "item_gone" } });
      await issueClient.fix(other.id);
      await expect.poll(() => tracker.items()[0]?.isOpen).toBe(false);
      expect((await connected.forwards()).find((one) => one.issue_id === issue.id)).toMatchObject({
        ...{ kind: "fixed", state: "failed", outcome: "item_gone" },
      });
      expect(await connected.read()).toMatchObject({ state: "active" });
    });

    test("a test makes nothing there, and says whether all is in order", async () => {
      const { tracker, connected } = await open();
      await connected.test();
      expect(await connected.settled()).toMatchObject([{ kind: "test", state: "delivered" }]);
      tracker.standIn.mishap({ instead: tracker.stranger });
      await connected.test();
      await connected.settled();
      expect(await connected.read()).toMatchObject({ state: "paused" });
      expect(tracker.items()).toEqual([]);
    });

    test("an issue that the tool never had is made there when it is opened again, and not when it is fixed", async () => {
      const { tracker, app, connected } = await open({ forward: ["fixed", "reopened"] });
      const issue = await app.raise();
      await issueClient.fix(issue.id);
      expect(await connected.settled()).toMatchObject([{ state: "delivered", outcome: "no_item" }]);
      await issueClient.reopen(issue.id);
      await connected.settled();
      expect(tracker.items()).toMatchObject([{ isOpen: true, comments: [] }]);
    });
  });
});
