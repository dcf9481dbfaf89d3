// What issue trackers say of items: who is believed, what is a fix, and what only looks like one.
import { describe, expect, test } from "vitest";
import { connect } from "../../../support/clients/connection-client.ts";
import { issueClientOf, refused } from "../../../support/clients/issue-client.ts";
import { SECRET } from "../../../support/fake-tools/tracker-stand-in.ts";
import { fromLinear } from "../../../support/fake-tools/trackers.ts";
import { codedApp, sampleOf } from "../../../support/samples/coded-app.ts";
import { hubSigned } from "../../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const CREDENTIALS = { credentials: { webhook_secret: SECRET } };
// biome-ignore lint/suspicious/noExplicitAny: payloads of every shape
type Payload = any;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  const open = async (tool: string, fields: Record<string, unknown> = CREDENTIALS) => {
    const app = await codedApp(world);
    const connected = await connect(world, app.id, tool, fields);
    const issue = await app.raise();
    return { app, connected, issue, status: async () => (await issueClient.read(issue.id)).status };
  };

  describe("GitHub", () => {
    const onGithub = async () => {
      const all = await open("github");
      let count = 0;
      const say = (payload: Payload, delivery = `d${++count}`) => {
        const headers = { "x-github-event": "issues", "x-github-delivery": delivery };
        return all.connected.send(payload, { ...headers, ...hubSigned(SECRET, payload) });
      };
      return { ...all, say, sample: () => sampleOf("github-issue-closed.json", all.issue.code) };
    };

    test("the sample fixes its issue, by whoever closed it", async () => {
      const { connected, issue, say, sample } = await onGithub();
      expect(await say(sample())).toMatchObject({ status: 200, body: { issues: [{ outcome: "fixed" }] } });
      expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed", fixed_by: "mara-quill via GitHub" });
      const url = "https://github.com/harbor-labs/nimbus-ios/issues/77";
      const item = {
        tool: "github",
        external_id: "2500100200",
        name: "harbor-labs/nimbus-ios#77",
        url,
        state: "closed",
        comments: false,
      };
      expect(await connected.items(issue.id)).toEqual([item]);
    });

    test("the same delivery again changes nothing, also after the issue was opened again", async () => {
      const { issue, say, sample, status } = await onGithub();
      await say(sample(), "one");
      await issueClient.reopen(issue.id);
      expect((await say(sample(), "one")).body).toMatchObject({ issues: [{ outcome: "seen" }] });
      expect(await status()).toBe("open");
    });

    test("on a public repository a stranger can't fix an issue by naming one of their own after it", async () => {
      const { say, sample, status } = await onGithub();
      for (const author_association of ["NONE", "CONTRIBUTOR", "FIRST_TIMER", undefined, 7]) {
        const payload = sample();
        payload.repository.private = false;
        Object.assign(payload.issue, { author_association });
        expect((await say(payload)).body).toMatchObject({ issues: [{ outcome: "unknown" }] });
      }
      expect(await status()).toBe("open");
      const payload = sample();
      payload.repository.private = false;
      payload.issue.author_association = "MEMBER";
      await say(payload);
      expect(await status()).toBe("fixed");
    });

    test("an issue that is known to be one item is not fixed by another of its name", async () => {
      const { issue, say, sample, status } = await onGithub();
      await say(sample());
      await issueClient.reopen(issue.id);
      const other = sample();
      other.issue.id = 1;
      expect((await say(other)).body).toMatchObject({ issues: [{ outcome: "unknown" }] });
      expect(await status()).toBe("open");
    });

    test.each(["not_planned", "duplicate"])("closing it as %s is no fix", async (state_reason) => {
      const { connected, say, sample, status } = await onGithub();
      const payload = sample();
      payload.issue.state_reason = state_reason;
      expect((await say(payload)).body).toEqual({ ignored: state_reason });
      expect(await status()).toBe("open");
      await expect.poll(async () => (await connected.read()).heard?.outcome).toBe(state_reason);
    });

    test("the code counts only at the beginning of the title", async () => {
      const { issue, say, sample, status } = await onGithub();
      for (const title of [`About ${issue.code}`, `${issue.code}x crash`, `x${issue.code}`, "", ` ${issue.code}`]) {
        const payload = sample();
        payload.issue.title = title;
        expect((await say(payload)).body).toMatchObject({ issues: [{ outcome: "unknown" }] });
      }
      expect(await status()).toBe("open");
    });

    test.each(["opened", "edited", "deleted", "transferred", "labeled"])("%s is let pass", async (action) => {
      const { say, sample } = await onGithub();
      expect((await say({ ...sample(), action })).body).toEqual({ ignored: "other_action" });
    });

    test("a pull request that is told of as an issue is none", async () => {
      const { say, sample, status } = await onGithub();
      const payload = sample();
      payload.issue.pull_request = { url: "https://api.github.com/repos/harbor-labs/nimbus-ios/pulls/77" };
      expect((await say(payload)).body).toEqual({ ignored: "pull_request" });
      expect(await status()).toBe("open");
    });
  });

  describe("Jira", () => {
    const onJira = async (fields: Record<string, unknown> = CREDENTIALS) => {
      const all = await open("jira", fields);
      let count = 0;
      const say = (payload: Payload, secret: string | null = SECRET) => {
        const signature = secret === null ? {} : hubSigned(secret, payload, "x-hub-signature");
        return all.connected.send(payload, { "x-atlassian-webhook-identifier": `w${++count}`, ...signature });
      };
      return { ...all, say, sample: () => sampleOf("jira-issue-transition.json", all.issue.code) };
    };
    /** The sample some seconds later, in another status. */
    const moved = (payload: Payload, category: string, seconds: number): Payload => {
      payload.issue.fields.status = { name: category, statusCategory: { key: category } };
      payload.issue.fields.updated = `2026-03-05T00:05:0${seconds}.000+1300`;
      payload.changelog.items = payload.changelog.items.slice(1);
      return payload;
    };

    test("the sample fixes its issue, by whoever moved it", async () => {
      const { connected, issue, say, sample } = await onJira();
      expect(await say(sample())).toMatchObject({ status: 200, body: { issues: [{ outcome: "fixed" }] } });
      expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed", fixed_by: "Mara Quill via Jira" });
      const url = "https://harbor.atlassian.net/browse/NIMB-87";
      expect(await connected.items(issue.id)).toEqual([
        { tool: "jira", external_id: "10421", name: "NIMB-87", url, state: "closed", comments: false },
      ]);
    });

    test("out of a status that is done it opens the issue again; from one open status to another it does nothing", async () => {
      const { issue, say, sample, status } = await onJira();
      await say(sample());
      expect((await say(moved(sample(), "indeterminate", 1))).body).toMatchObject({
        issues: [{ outcome: "reopened" }],
      });
      await issueClient.fix(issue.id);
      expect((await say(moved(sample(), "new", 2))).body).toMatchObject({ issues: [{ outcome: "unchanged" }] });
      expect(await status()).toBe("fixed");
    });

    test("an older word than the last one is not followed, whatever offset its time is written with", async () => {
      const { say, sample, status } = await onJira();
      await say(sample());
      const older = moved(sample(), "new", 0);
      older.issue.fields.updated = "2026-03-04T23:59:59.000+1300";
      expect((await say(older)).body).toMatchObject({ issues: [{ outcome: "outdated" }] });
      expect(await status()).toBe("fixed");
    });

    test("a change of anything but the status is let pass, and so is any other event", async () => {
      const { say, sample, status } = await onJira();
      const payload = sample();
      payload.changelog.items = [{ field: "summary", fromString: "a", toString: "b" }];
      expect((await say(payload)).body).toEqual({ ignored: "other_change" });
      expect((await say({ ...sample(), webhookEvent: "jira:issue_deleted" })).body).toEqual({ ignored: "other_event" });
      expect(await status()).toBe("open");
    });

    test("an item that is done because it won't be is no fix, whether its resolution or its status says so", async () => {
      const { say, sample, status } = await onJira();
      for (const [resolution, state] of [
        ["Won't Do", "Done"],
        ["Cancelled", "Closed"],
        ["Cannot Reproduce", "Closed"],
        ["Done", "Cancelled"],
        [null, "Rejected"],
        [null, "Won’t fix"],
      ] as const) {
        const payload = sample();
        payload.issue.fields.resolution = resolution === null ? null : { name: resolution };
        payload.issue.fields.status.name = state;
        expect((await say(payload)).body).toEqual({ ignored: "not_fixed_there" });
      }
      expect(await status()).toBe("open");
    });

    test("an item of another project is not recognised by its title", async () => {
      const { say, sample } = await onJira({ ...CREDENTIALS, settings: { project: "OTHER" } });
      expect((await say(sample())).body).toMatchObject({ issues: [{ outcome: "unknown" }] });
    });

    test("a secret that is held must sign; without one the URL is the permission", async () => {
      const { connected, say, sample, status } = await onJira();
      refused(await say(sample(), null), 401, "invalid_signature");
      refused(await say(sample(), "another"), 401, "invalid_signature");
      expect(await status()).toBe("open");
      await connected.change({ credentials: { webhook_secret: null } });
      expect(await say(sample(), null)).toMatchObject({ status: 200 });
      expect(await status()).toBe("fixed");
    });
  });

  describe("Linear", () => {
    const onLinear = async (fields: Record<string, unknown> = CREDENTIALS) => {
      const all = await open("linear", fields);
      const say = (payload: Payload, at?: number) => all.connected.send(...fromLinear(payload, at));
      return { ...all, say, sample: () => sampleOf("linear-issue-update.json", all.issue.code) };
    };
    const moved = (payload: Payload, type: string, completedAt: string | null): Payload => {
      payload.data.state.type = type;
      payload.data.updatedAt = "2026-03-04T11:06:00.000Z";
      payload.updatedFrom.completedAt = completedAt;
      return payload;
    };

    test("the sample fixes its issue, by whoever completed it", async () => {
      const { connected, issue, say, sample } = await onLinear();
      expect(await say(sample())).toMatchObject({ status: 200, body: { issues: [{ outcome: "fixed" }] } });
      expect(await issueClient.read(issue.id)).toMatchObject({ status: "fixed", fixed_by: "Mara Quill via Linear" });
      const { data } = sample();
      expect(await connected.items(issue.id)).toEqual([
        { tool: "linear", external_id: data.id, name: "NIM-44", url: data.url, state: "closed", comments: false },
      ]);
    });

    test("what was completed and is started again opens the issue", async () => {
      const { say, sample, status } = await onLinear();
      await say(sample());
      await say(moved(sample(), "started", "2026-03-04T11:05:00.000Z"));
      expect(await status()).toBe("open");
    });

    test("what was never completed opens nothing when it is moved", async () => {
      const { issue, say, sample, status } = await onLinear();
      await issueClient.fix(issue.id);
      await say(moved(sample(), "started", null));
      expect(await status()).toBe("fixed");
    });

    test.each(["canceled", "duplicate"])("%s is no fix", async (type) => {
      const { say, sample, status } = await onLinear();
      expect((await say(moved(sample(), type, null))).body).toEqual({ ignored: type });
      expect(await status()).toBe("open");
    });

    test("what was signed more than a minute ago, or for later, is refused", async () => {
      const { say, sample, status } = await onLinear();
      for (const at of [Date.now() - 61_000, Date.now() + 65_000, 0])
        refused(await say(sample(), at), 401, "invalid_signature");
      expect(await status()).toBe("open");
      expect(await say(sample(), Date.now() - 50_000)).toMatchObject({ status: 200 });
    });

    test("a signature that is missing or wrong is refused", async () => {
      const { connected, sample, status } = await onLinear();
      const [payload, headers] = fromLinear(sample());
      refused(await connected.send(payload), 401, "invalid_signature");
      const other = `${headers["linear-signature"]!.slice(0, -1)}${headers["linear-signature"]!.endsWith("0") ? "1" : "0"}`;
      refused(await connected.send(payload, { "linear-signature": other }), 401, "invalid_signature");
      expect(await status()).toBe("open");
    });

    test("projects, changed comments, new issues and changes of anything but the state are let pass", async () => {
      const { say, sample, status } = await onLinear();
      expect((await say({ ...sample(), type: "Project" })).body).toEqual({ ignored: "other_event" });
      expect((await say({ ...sample(), type: "Comment" })).body).toEqual({ ignored: "other_action" });
      expect((await say({ ...sample(), action: "create" })).body).toEqual({ ignored: "other_action" });
      expect((await say({ ...sample(), updatedFrom: { title: "x" } })).body).toEqual({ ignored: "other_change" });
      expect(await status()).toBe("open");
    });
  });
});
