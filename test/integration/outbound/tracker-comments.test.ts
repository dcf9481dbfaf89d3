// Comments and trackers, both ways: said there once, taken from there once, marked by where they come from, and never in a circle.
import { describe, expect, onTestFinished, test } from "vitest";
import { runRetentionJob } from "../../../src/engine/retention-job.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { type ConnectionClient, connect } from "../../support/clients/connection-client.ts";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { SECRET } from "../../support/fake-tools/tracker-stand-in.ts";
import { openTracker, TRACKERS } from "../../support/fake-tools/trackers.ts";
import { codedApp } from "../../support/samples/coded-app.ts";
import { hubSigned } from "../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const looksForComments = ({ method, path }: { method: string; path: string }) =>
  method === "GET" && /\/(comments|notes)$/.test(path);
const FORWARD = ["raised", "fixed", "reopened", "confirmed", "commented"];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  const commentsOf = (id: string) => dataOf(world, "GET", `/issues/${id}/comments`);
  const say = (id: string, text: string) => dataOf(world, "POST", `/issues/${id}/comments`, { text });
  const connected = async (app: string, tool: (typeof TRACKERS)[number], settings: Record<string, unknown> = {}) => {
    const tracker = await openTracker(tool);
    onTestFinished(() => tracker.standIn.close());
    const { credentials, settings: own } = tracker.fields;
    const connection = await connect(world, app, tool, {
      credentials,
      settings: { ...own, forward: FORWARD, ...settings },
    });
    return { tracker, connection, item: () => tracker.items()[0]! };
  };

  describe.each(TRACKERS)("with %s", (tool) => {
    const open = async (settings: Record<string, unknown> = {}) => {
      const app = await codedApp(world);
      const all = await connected(app.id, tool, settings);
      const issue = await app.raise();
      await all.connection.settled();
      return { ...all, app, issue };
    };

    test("a comment is said there with its author and a link back, and the echo of it is let pass", async () => {
      const { tracker, connection, issue, item } = await open();
      const { id } = await say(issue.id, "Seen on iOS 17.\n@everyone <b>look</b>");
      const [forward] = await connection.settled();
      expect(forward).toMatchObject({ kind: "commented", state: "delivered" });
      const told = item().comments;
      expect(told).toHaveLength(1);
      for (const part of ["Seen on iOS 17.", "Commented by", "admin key via API", `/issues/${issue.id}#${id}`]) {
        expect(told[0]).toContain(part);
      }
      const echo = await tracker.sayComment(connection, item(), tracker.lastComment(item()));
      expect(echo).toMatchObject({ status: 200, body: { ignored: "own_comment" } });
      await issueClient.fix(issue.id);
      await connection.settled();
      const fixed = await tracker.sayComment(connection, item(), tracker.lastComment(item()));
      expect(fixed.body).toEqual({ ignored: "own_comment" });
      expect(await commentsOf(issue.id)).toHaveLength(1);
      expect(item().isOpen).toBe(false);
      // What we said of another issue is somebody's own words here.
      const elsewhere = tracker.lastComment(item()).replace(/iss_[0-9a-z]+/g, "iss_other");
      expect((await tracker.sayComment(connection, item(), elsewhere)).body).toEqual({ comment: "commented" });
      expect(tracker.standIn.problems).toEqual([]);
    });

    test("what is written there is taken once, marked by where it comes from, and not sent back", async () => {
      const { tracker, connection, issue, item } = await open();
      const asked = tracker.standIn.asked.length;
      expect((await tracker.sayComment(connection, item(), "We see it, too", "4711")).body).toEqual({
        comment: "commented",
      });
      expect((await tracker.sayComment(connection, item(), "We see it, too", "4711")).body).toEqual({
        comment: "seen",
      });
      const [comment, ...others] = await commentsOf(issue.id);
      expect(others).toEqual([]);
      expect(comment).toMatchObject({ text: "We see it, too", tool, own: false, mentions: [] });
      expect(comment.written_by).toMatch(new RegExp(`^(mara-quill|Mara Quill) via ${tracker.label}$`));
      expect(await connection.forwards()).toHaveLength(1);
      expect(tracker.standIn.asked).toHaveLength(asked);
      expect((await connection.read()).heard.outcome).toBe("seen");
      expect(await world.problems()).toEqual([]);
    });

    // GitLab tells of no deletion.
    if (tool !== "gitlab")
      test("what is deleted there is deleted here with its text, and does not come back; our own words are ours", async () => {
        const { tracker, connection, issue, item } = await open();
        await tracker.sayComment(connection, item(), "We see it, too", "4712");
        const written = await say(issue.id, "Said here");
        await connection.settled();
        expect((await tracker.sayDeleted!(connection, item(), "999")).body).toEqual({ comment: "unknown" });
        // What a tracker sends may overtake itself: what was deleted before it came does not come.
        expect((await tracker.sayComment(connection, item(), "Too late", "999")).body).toEqual({ comment: "seen" });
        expect(await commentsOf(issue.id)).toHaveLength(2);
        expect((await tracker.sayDeleted!(connection, item(), "4712")).body).toEqual({ comment: "comment_deleted" });
        expect((await connection.read()).heard.outcome).toBe("comment_deleted");
        expect((await tracker.sayDeleted!(connection, item(), "4712")).body).toEqual({ comment: "seen" });
        expect((await tracker.sayComment(connection, item(), "We see it, too", "4712")).body).toEqual({
          comment: "seen",
        });
        expect(await commentsOf(issue.id)).toMatchObject([{ id: written.id }]);
        expect(await behind(world, "select text from comment where external_id = '4712' and text <> ''")).toEqual([]);
        const [latest] = await dataOf(world, "GET", `/issues/${issue.id}/history`);
        expect(latest).toMatchObject({ kind: "comment_deleted", by: expect.stringContaining(tracker.label) });
      });

    test("what is edited or deleted here is so there, with its author and link, and comes back in no circle", async () => {
      const { tracker, connection, issue, item } = await open();
      const path = `/issues/${issue.id}/comments`;
      const [kept, gone] = [await say(issue.id, "Frist"), await say(issue.id, "PASSWORD hunter2")];
      await connection.settled();
      expect((await world.call(world.admin, "PATCH", `${path}/${kept.id}`, { text: "First" })).status).toBe(200);
      expect((await world.call(world.admin, "DELETE", `${path}/${gone.id}`)).status).toBe(204);
      const forwards = await connection.settled();
      expect(forwards.slice(0, 2)).toMatchObject([{ state: "delivered" }, { state: "delivered" }]);
      expect(item().comments).toHaveLength(1);
      for (const part of ["First", "Commented by", "admin key via API", `/issues/${issue.id}#${kept.id}`]) {
        expect(item().comments[0]).toContain(part);
      }
      const echo = await tracker.sayComment(connection, item(), tracker.lastComment(item()));
      expect(echo.body).toEqual({ ignored: "own_comment" });
      expect(tracker.standIn.problems).toEqual([]);
      expect(await world.problems()).toEqual([]);
    });

    test("a change whose answer was lost is made once more, and one of a comment that is not there changes nothing", async () => {
      const { tracker, connection, issue, item } = await open({ forward: ["raised"] });
      const path = `/issues/${issue.id}/comments`;
      const { id } = await say(issue.id, "Said before comments were sent");
      await connection.change({ settings: { forward: FORWARD } });
      await world.call(world.admin, "PATCH", `${path}/${id}`, { text: "Edited afterwards" });
      expect((await connection.settled())[0]).toMatchObject({ state: "delivered", outcome: "no_comment" });
      expect(item().comments).toEqual([]);
      const other = await say(issue.id, "Frist");
      await connection.settled();
      tracker.standIn.mishap({ doneAnd: "reset" }, tracker.isChange);
      await world.call(world.admin, "PATCH", `${path}/${other.id}`, { text: "First" });
      await connection.settled();
      await connection.hurry();
      await connection.settled();
      expect(item().comments).toEqual([expect.stringContaining("First")]);
    });

    test("a comment that names another one stays as it is when that is edited or deleted", async () => {
      const { connection, issue, item } = await open();
      const path = `/issues/${issue.id}/comments`;
      const { id } = await say(issue.id, "PASSWORD hunter2");
      const quoting = `Take this away: https://retest.example/issues/${issue.id}#${id}`;
      await say(issue.id, quoting);
      await connection.settled();
      await world.call(world.admin, "PATCH", `${path}/${id}`, { text: "PASSWORD hunter3" });
      await connection.settled();
      expect(item().comments).toHaveLength(2);
      expect(item().comments.join()).toContain("hunter3");
      expect(item().comments.join()).not.toContain("hunter2");
      await world.call(world.admin, "DELETE", `${path}/${id}`);
      await connection.settled();
      expect(item().comments).toEqual([expect.stringContaining("Take this away")]);
    });

    test("a comment that the account may not change there stays as it was, and keeps nothing else from being told", async () => {
      const { tracker, connection, issue, item } = await open();
      const { id } = await say(issue.id, "Frist");
      await connection.settled();
      const forbidden = { message: "not yours", extensions: { type: "forbidden", code: "FORBIDDEN" } };
      const refusal = tool === "linear" ? { status: 200, body: { errors: [forbidden] } } : { status: 403 };
      tracker.standIn.mishap({ instead: refusal }, tracker.isChange);
      await world.call(world.admin, "PATCH", `/issues/${issue.id}/comments/${id}`, { text: "First" });
      expect((await connection.settled())[0]).toMatchObject({ state: "delivered", outcome: "not_changed" });
      expect(item().comments).toEqual([expect.stringContaining("Frist")]);
      await issueClient.fix(issue.id);
      expect((await connection.settled())[0]).toMatchObject({ kind: "fixed", state: "delivered" });
    });

    test("a comment whose item is gone keeps nothing else from being told", async () => {
      const { tracker, connection, app, issue, item } = await open();
      const other = await app.raise();
      const { id } = await say(issue.id, "Frist");
      await connection.settled();
      tracker.remove(item());
      await world.call(world.admin, "PATCH", `/issues/${issue.id}/comments/${id}`, { text: "First" });
      const [gone] = await connection.settled();
      expect(gone.outcome).toBe(tool === "linear" ? "no_comment" : "item_gone");
      await issueClient.fix(other.id);
      expect((await connection.settled())[0]).toMatchObject({ kind: "fixed", state: "delivered" });
    });

    test("an admin deletes what came from there, and nobody else does", async () => {
      const { tracker, connection, issue, item } = await open();
      await tracker.sayComment(connection, item(), "Buy now");
      const path = `/issues/${issue.id}/comments`;
      const [comment] = await commentsOf(issue.id);
      expect(comment).toMatchObject({ own: false, deletable: true });
      expect((await world.call(world.tester, "GET", path)).body.data).toMatchObject([{ deletable: false }]);
      expect((await world.call(world.tester, "DELETE", `${path}/${comment.id}`)).status).toBe(403);
      expect((await world.call(world.admin, "PATCH", `${path}/${comment.id}`, { text: "x" })).status).toBe(403);
      expect((await world.call(world.admin, "DELETE", `${path}/${comment.id}`)).status).toBe(204);
      expect(await commentsOf(issue.id)).toEqual([]);
    });

    test.each([
      ["lists others only", ["raised"]],
      ["there is none of, as before there were comments", undefined],
    ])(
      "of an item that is not known nothing is taken, and no comment is sent by settings.forward that %s",
      async (_what, forward) => {
        const { tracker, connection, issue, item } = await open({ forward });
        const answer = await tracker.sayComment(connection, { ...item(), id: "999" }, "About something else");
        expect(answer.body).toEqual({ comment: "unknown" });
        await say(issue.id, "Only here");
        expect(await connection.settled()).toHaveLength(1);
        expect(item().comments).toEqual([]);
        const isSent = async () =>
          (await connection.items(issue.id)).map(({ comments }: { comments: boolean }) => comments);
        expect(await isSent()).toEqual([false]);
        await connection.change({ settings: { forward: FORWARD } });
        expect(await isSent()).toEqual([true]);
        await connection.change({ enabled: false });
        expect(await isSent()).toEqual([false]);
      },
    );

    test("one whose answer was lost is said once", async () => {
      const { tracker, connection, issue, item } = await open();
      tracker.standIn.mishap({ doneAnd: "reset" }, tracker.isComment);
      await say(issue.id, "Said once");
      await connection.settled();
      await connection.hurry();
      await connection.settled();
      expect(item().comments).toHaveLength(1);
    });
  });

  test.each(["github", "gitlab", "gitea"] as const)(
    "with %s a comment whose item was moved away pauses nothing, and one whose repository is out of reach is not taken for gone",
    async (tool) => {
      const app = await codedApp(world);
      const { tracker, connection } = await connected(app.id, tool);
      const issue = await app.raise();
      const { id } = await say(issue.id, "Frist");
      await connection.settled();
      const edit = (text: string) => world.call(world.admin, "PATCH", `/issues/${issue.id}/comments/${id}`, { text });
      tracker.standIn.mishap({ instead: { status: 301, headers: { location: "/elsewhere" } } }, looksForComments);
      await edit("First");
      expect((await connection.settled())[0]).toMatchObject({ outcome: "item_gone" });
      expect((await connection.read()).state).not.toBe("paused");
      for (const _ of ["the comments", "the repository"]) tracker.standIn.mishap({ instead: { status: 404 } });
      await edit("Second");
      expect((await connection.settled())[0]).toMatchObject({ state: "pending", outcome: "http_404" });
      expect((await connection.read()).state).toBe("paused");
    },
  );

  test.each(["github", "gitlab", "gitea"] as const)(
    "with %s whoever copies the mark of a comment, into an older or a newer one, has theirs neither edited nor deleted",
    async (tool) => {
      const app = await codedApp(world);
      const { tracker, connection, item } = await connected(app.id, tool);
      const issue = await app.raise();
      const { id } = await say(issue.id, "Frist");
      await connection.settled();
      const body = item().comments[0]!;
      const note = (number: number, age: number) => ({
        ...{ id: number, body, system: false },
        created_at: new Date(Date.now() - age).toISOString(),
      });
      const [older, ours, newer] = [note(4701, 3_600_000), note(4702, 0), note(4703, 0)];
      const path = `/issues/${issue.id}/comments/${id}`;
      for (const change of [
        () => world.call(world.admin, "PATCH", path, { text: "First" }),
        () => world.call(world.admin, "DELETE", path),
      ]) {
        // GitLab begins with the newest, and has them in pages.
        for (const page of tool === "gitlab" ? [[newer], [ours, older]] : [[older, ours, newer]])
          tracker.standIn.mishap({ instead: { status: 200, body: page } }, looksForComments);
        await change();
        await connection.settled();
        expect(tracker.standIn.asked.at(-1)!.path).toMatch(/\/4702$/);
      }
    },
  );

  test("what waits to be said is said as it reads by then, and not at all once it is deleted; its text is kept nowhere", async () => {
    const app = await codedApp(world);
    const { tracker, connection, item } = await connected(app.id, "github");
    const issue = await app.raise();
    await connection.settled();
    tracker.standIn.mishap({ instead: tracker.stranger }, tracker.isComment);
    const path = `/issues/${issue.id}/comments`;
    const key = { "idempotency-key": "said-once" };
    const write = () => world.call(world.admin, "POST", path, { text: "PASSWORD hunter2" }, key);
    const { id } = (await write()).body.data;
    const [waits] = await connection.settled();
    expect(waits).toMatchObject({ kind: "commented", state: "pending", attempts: 1, outcome: "http_401" });
    const edited = await say(issue.id, "Frist");
    await world.call(world.admin, "PATCH", `${path}/${edited.id}`, { text: "First" });
    await world.call(world.admin, "DELETE", `${path}/${id}`);
    await connection.change({ paused: false });
    // Newest first. Whether what an admin's refusal kept back had been said is looked for there.
    const [takenBack, editedThere, second, first] = await connection.settled();
    expect(first).toMatchObject({ state: "cancelled", outcome: "comment_deleted" });
    expect(takenBack).toMatchObject({ state: "delivered", outcome: "no_comment" });
    expect(editedThere).toMatchObject({ state: "delivered", outcome: "delivered" });
    expect(second).toMatchObject({ state: "delivered" });
    expect(item().comments).toHaveLength(1);
    expect(item().comments[0]).toContain("First");
    expect(item().comments[0]).not.toContain("Frist");
    const kept = await Promise.all(
      [
        "select happening as a from forward",
        "select output as a from idempotency",
        "select text as a from comment",
      ].map((sql) => behind(world, sql)),
    );
    expect(JSON.stringify(kept)).not.toContain("hunter2");
    const again = await write();
    expect(again).toMatchObject({ status: 201, body: { data: { id, text: "PASSWORD hunter2" } } });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await world.problems()).toEqual([]);
  });

  test("a server of the version before finds no comment that waits; what it overlooked is recalled within the hour", async () => {
    const app = await codedApp(world);
    const { tracker, connection, item } = await connected(app.id, "jira");
    const issue = await app.raise();
    await connection.settled();
    tracker.standIn.mishap({ instead: tracker.stranger }, tracker.isComment);
    await say(issue.id, "For servers that know comments");
    await connection.settled();
    await say(issue.id, "Another one");
    const states = async () => (await connection.forwards()).map(({ state }: { state: string }) => state);
    expect(await states()).toEqual(["pending", "pending", "delivered"]);
    // The statements by which such a server looks for something to send, and for more of it.
    for (const more of ["", "and id > ''"]) {
      const sql = `from forward where connection_id = '${connection.id}' and state = 'pending' ${more} order by id limit 1`;
      expect(await behind(world, `select id ${sql}`)).toEqual([]);
    }
    // It saw nothing, and put the connection to rest.
    await behind(world, `update connection set paused_at = null, next_at = null where id = '${connection.id}'`);
    expect(await world.problems()).not.toEqual([]);
    await runRetentionJob({
      ...world.store,
      clock: Date.now,
      deliveryDays: 30,
      onError: (error) => expect.unreachable(String(error)),
    });
    await expect.poll(states).toEqual(["delivered", "delivered", "delivered"]);
    expect(item().comments).toHaveLength(2);
    expect(await world.problems()).toEqual([]);
  });

  test("a comment of one tracker that is deleted there is taken back from the others", async () => {
    const app = await codedApp(world);
    const github = await connected(app.id, "github");
    const jira = await connected(app.id, "jira");
    await app.raise();
    for (const { connection } of [github, jira]) await connection.settled();
    await github.tracker.sayComment(github.connection, github.item(), "From GitHub", "4713");
    await jira.connection.settled();
    expect(jira.item().comments).toHaveLength(1);
    const asked = github.tracker.standIn.asked.length;
    await github.tracker.sayDeleted!(github.connection, github.item(), "4713");
    await jira.connection.settled();
    expect(jira.item().comments).toEqual([]);
    expect(github.tracker.standIn.asked).toHaveLength(asked);
    expect(await world.problems()).toEqual([]);
  });

  test("a comment of one tracker reaches the others, and ends there", async () => {
    const app = await codedApp(world);
    const github = await connected(app.id, "github");
    const jira = await connected(app.id, "jira");
    const issue = await app.raise();
    for (const { connection } of [github, jira]) await connection.settled();
    await github.tracker.sayComment(github.connection, github.item(), "From GitHub");
    await jira.connection.settled();
    expect(jira.item().comments).toEqual([expect.stringContaining("mara-quill via GitHub")]);
    const echo = await jira.tracker.sayComment(jira.connection, jira.item(), jira.tracker.lastComment(jira.item()));
    expect(echo.body).toEqual({ ignored: "own_comment" });
    expect(github.item().comments).toEqual([]);
    expect(await commentsOf(issue.id)).toHaveLength(1);
  });

  test.each([
    ["for a role alone", { visibility: { type: "role", value: "Administrators", identifier: "Administrators" } }],
    ["for a group alone", { visibility: { type: "group", value: "jira-staff", identifier: "276f955c" } }],
    ["an internal note", { jsdPublic: false }],
    ["an internal note by its property", { properties: [{ key: "sd.public.comment", value: { internal: true } }] }],
  ])("a comment at Jira that is %s is not taken: here everybody would read it", async (_what, restricted) => {
    const app = await codedApp(world);
    const { tracker, connection, item } = await connected(app.id, "jira");
    const issue = await app.raise();
    await connection.settled();
    const answer = await tracker.sayComment(connection, item(), "Between us", undefined, restricted);
    expect(answer).toMatchObject({ status: 200, body: { ignored: "restricted" } });
    expect(await commentsOf(issue.id)).toEqual([]);
    const open = { properties: [{ key: "sd.public.comment", value: { internal: false } }] };
    await tracker.sayComment(connection, item(), "For everybody", undefined, open);
    expect(await commentsOf(issue.id)).toMatchObject([{ text: "For everybody" }]);
  });

  test("a stranger's comment on a public repository is not taken", async () => {
    const app = await codedApp(world);
    const { tracker, connection, item } = await connected(app.id, "github");
    const issue = await app.raise();
    await connection.settled();
    const bySomebody = (author_association: string): ConnectionClient => ({
      ...connection,
      send(payload, headers) {
        const said = payload as { repository: object; comment: object };
        Object.assign(said.repository, { private: false });
        Object.assign(said.comment, { author_association });
        return connection.send(said, { ...headers, ...hubSigned(SECRET, said) });
      },
    });
    for (const association of ["NONE", "CONTRIBUTOR", "FIRST_TIMER"]) {
      const answer = await tracker.sayComment(bySomebody(association), item(), "Buy now");
      expect(answer.body).toEqual({ ignored: "stranger" });
    }
    expect(await commentsOf(issue.id)).toEqual([]);
    await tracker.sayComment(bySomebody("COLLABORATOR"), item(), "Hello");
    expect(await commentsOf(issue.id)).toHaveLength(1);
  });
});
