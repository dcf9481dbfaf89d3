// What trackers answer on their bad days, and what is made of it: what passes later, what never does, and what an admin must see.
import { describe, expect, onTestFinished, test } from "vitest";
import type { IssueEvent, IssueEventKind, LinkedItem } from "../../../src/domain/connections/connection.ts";
import { CALLS_AT_ONCE } from "../../../src/domain/limits.ts";
import { TOOL_REGISTRY } from "../../../src/integrations/tool-registry.ts";
import type { ForwardResult } from "../../../src/integrations/toolkit/forwarder.ts";
import { createCaller } from "../../../src/lib/network/call-once.ts";
import type { JiraStatus, openJira } from "../../support/fake-tools/jira.ts";
import { failed } from "../../support/fake-tools/linear.ts";
import { onRedmine } from "../../support/fake-tools/redmine.ts";
import type { ListeningTracker } from "../../support/fake-tools/tracker-stand-in.ts";
import { openTracker, TRACKERS } from "../../support/fake-tools/trackers.ts";

const callerOf = (timeoutMs: number) =>
  createCaller({ allowedHosts: new Set(["127.0.0.1"]), timeoutMs, maxAnswer: 1_048_576, atOnce: CALLS_AT_ONCE });
/** However busy the machine is; and for whoever never answers. */
const [call, hurriedCall] = [callerOf(60_000), callerOf(500)];

function issueEvent(kind: IssueEventKind, issue: Partial<IssueEvent["issue"]> = {}): IssueEvent {
  return {
    ...{ kind, at: Date.now(), by: "Mara via API", app: { id: "app_1", name: "Nimbus" } },
    issue: {
      ...{
        id: "iss_1",
        code: "NIM-42",
        url: "https://retest.example/issues/iss_1",
        title: "It broke",
        text: "It broke",
      },
      ...{ priority: null, platforms: [], check: null, raisedBy: "Mara via API", link: null, ...issue },
    },
  };
}

interface ForwardFields {
  kind?: IssueEventKind;
  issue?: Partial<IssueEvent["issue"]>;
  item?: LinkedItem | null;
  again?: boolean;
  settings?: Record<string, unknown>;
  isHurried?: boolean;
}

function send(
  { tool, fields }: ListeningTracker,
  { kind = "raised", issue = {}, item = null, again = false, settings, isHurried = false }: ForwardFields = {},
) {
  const calls = { call: isHurried ? hurriedCall : call };
  const job = { connectionId: "con_1", event: issueEvent(kind, issue), item, again, ...calls };
  return TOOL_REGISTRY[tool].forwarder!({ ...job, ...fields, settings: { ...fields.settings, ...settings } });
}

describe.each([...TRACKERS, "redmine" as const])("%s", (tool) => {
  const open = async () => {
    const tracker = await (tool === "redmine" ? onRedmine() : openTracker(tool));
    onTestFinished(() => tracker.standIn.close());
    return tracker;
  };
  const withItem = async () => {
    const tracker = await open();
    const { item } = await send(tracker);
    return { tracker, item };
  };
  const kinds: [string, ForwardFields][] = [
    ["making an item", {}],
    ["looking for one", { again: true }],
    ["a fix", { kind: "fixed" }],
    ["a fix that was tried before", { kind: "fixed", again: true }],
    ["a test", { kind: "test" }],
  ];

  test.each(kinds)("%s: what hangs, fails or says nonsense passes later", async (_, asked) => {
    const { tracker, item } = await withItem();
    const job = { ...asked, item: asked.kind === "fixed" ? item : null };
    for (const mishap of [
      { hang: true } as const,
      { instead: { status: 503 } },
      { instead: { status: 500, body: {} } },
    ]) {
      tracker.standIn.mishap(mishap);
      expect(await send(tracker, { ...job, isHurried: "hang" in mishap })).toMatchObject({ end: "again" });
    }
  });

  test.each(["<html>", "[]", "null", '{"data":7}', `{"data":"${"x".repeat(2_000_000)}"}`])(
    "an answer that is %.10s in place of what was made is looked for again, and never made twice",
    async (garbage) => {
      const tracker = await open();
      tracker.standIn.mishap({ garbage, status: 201 }, tracker.isCreate);
      expect(await send(tracker)).toMatchObject({ end: "again", outcome: "bad_answer", item: null });
      tracker.standIn.mishap({ doneAnd: { status: 201, body: "?" } }, tracker.isCreate);
      await send(tracker, { again: true });
      expect(await send(tracker, { again: true })).toMatchObject({ end: "delivered", item: { issueId: "iss_1" } });
      expect(tracker.items()).toHaveLength(1);
    },
  );

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//evil.example",
    "https://a@evil.example/",
  ])("an item's address that is %s is not kept", async (address) => {
    const tracker = await open();
    const made = {
      ...{ id: "77", number: 77, iid: 77, key: "NIM-77", identifier: "NIM-77" },
      ...{ html_url: address, web_url: address, url: address },
    };
    const body = { ...made, issue: made, data: { issueCreate: { success: true, issue: made } } };
    tracker.standIn.mishap({ garbage: JSON.stringify(body), status: 201 }, tracker.isCreate);
    const { item } = await send(tracker);
    expect(item).toMatchObject({ externalId: "77" });
    // Jira's and Redmine's are not taken from their answers.
    const { site_url } = tracker.fields.settings;
    const browsed = `${site_url}/browse/NIM-77`;
    const own = { jira: browsed, "jira-data-center": browsed, redmine: `${site_url}issues/77` };
    expect(item!.url).toBe(Object.hasOwn(own, tool) ? own[tool as keyof typeof own] : null);
  });

  test("a list that can't be read is no reason to make an item", async () => {
    const { tracker } = await withItem();
    tracker.standIn.mishap({ garbage: "<html>" });
    expect(await send(tracker, { again: true })).toMatchObject({ end: "again" });
    expect(tracker.items()).toHaveLength(1);
  });

  test.each([301, 302, 307, 308])("a redirect (%d) is not followed: an admin must see to it", async (status) => {
    const tracker = await open();
    tracker.standIn.mishap({ instead: { status, headers: { location: `${tracker.standIn.url}/elsewhere` } } });
    expect(await send(tracker)).toMatchObject({ end: "stopped", outcome: `http_${status}` });
    expect(tracker.standIn.asked).toHaveLength(1);
  });

  test("too fast: it is tried again after as long as was asked for, and what was lost is made once", async () => {
    const tracker = await open();
    tracker.standIn.mishap({ instead: { ...tracker.tooFast, headers: { "retry-after": "17" } } }, tracker.isCreate);
    expect(await send(tracker)).toMatchObject({ end: "again", waitMs: 17_000 });
  });

  test("how long to wait may also be said as a moment, by the clock of whoever answers", async () => {
    const tracker = await open();
    const date = "Wed, 04 Mar 2026 11:00:00 GMT";
    for (const [until, waitMs] of [
      ["Wed, 04 Mar 2026 11:02:00 GMT", 120_000],
      ["Wed, 04 Mar 2026 10:00:00 GMT", null],
      ["soon", null],
      ["-5", null],
    ] as const) {
      tracker.standIn.mishap({ instead: { status: 503, headers: { date, "retry-after": until } } });
      expect(await send(tracker)).toMatchObject({ end: "again", waitMs });
    }
  });

  test("texts of strangers are shown and nothing in them is live", async () => {
    const tracker = await open();
    const text =
      "Crash @octocat #12 <img src=x>\n```\n````js\n[x](javascript:1) <!-- --> ``` @here\n\u0000\u0007\u{1f600}";
    const raisedBy = "`@octocat` <b>";
    const link = "https://github.com/o/r/issues/5?a=(b)";
    await send(tracker, { issue: { title: "Crash @octocat #12", text, raisedBy, link, platforms: ["@ios"] } });
    const [item] = tracker.items();
    expect(item!.title).toBe("NIM-42 Crash @octocat #12");
    expect(tracker.standIn.problems).toEqual([]);
    if (tool === "jira") return expect(item!.text).toContain("@octocat");
    if (tool === "jira-data-center") {
      const outside = item!.text.replaceAll(/\{noformat\}[\s\S]*?\{noformat\}/g, "").replaceAll(/\\./g, "");
      return expect(outside).not.toMatch(/[@#!{]|https?:\/\/github/);
    }
    if (tool === "redmine") return expect(item!.text).not.toMatch(/@octocat|@here|@ios|<(?!\/?pre>)[a-z!]/);
    const outside = withoutCode(item!.text);
    for (const live of ["@", "#", "<img", "javascript", "<b>", "github.com"]) expect(outside).not.toContain(live);
    expect(item!.text).toContain("\u{1f600}");
  });

  test("a title is cut to what the tool takes, between characters", async () => {
    const tracker = await open();
    const sent = await send(tracker, { issue: { title: `${"\u{1f600}".repeat(400)}`, text: "x".repeat(4_000) } });
    expect(sent).toMatchObject({ end: "delivered" });
    expect(tracker.items()[0]!.title).toMatch(/^NIM-42 \u{1f600}+…$/u);
  });

  test("an empty title and an empty line are no reason to refuse", async () => {
    const tracker = await open();
    expect(await send(tracker, { issue: { title: "", text: "\n\nfurther down\n" } })).toMatchObject({
      end: "delivered",
    });
  });

  test("what is already where it belongs is commented on and stays there", async () => {
    const { tracker, item } = await withItem();
    const fixed = (await send(tracker, { kind: "fixed", item })).item;
    expect(await send(tracker, { kind: "fixed", item: fixed })).toMatchObject({ end: "delivered" });
    expect(tracker.items()[0]).toMatchObject({ isOpen: false });
  });
});

/** Markdown without its blocks and spans of code. */
function withoutCode(markdown: string): string {
  const lines: string[] = [];
  let fence = "";
  for (const line of markdown.split("\n")) {
    const marks = /^`{3,}/.exec(line)?.[0] ?? "";
    if (fence === "" && marks !== "") fence = marks;
    else if (fence !== "") fence = line === fence ? "" : fence;
    else lines.push(line.replaceAll(/(`+)[^`].*?[^`]?\1/g, "").replaceAll(/<!-- .* -->$/g, ""));
  }
  return lines.join("\n");
}

describe("GitHub", () => {
  const open = async () => {
    const github = await openTracker("github");
    onTestFinished(() => github.standIn.close());
    return github;
  };
  const date = "Wed, 04 Mar 2026 11:00:00 GMT";
  const reset = String(Date.parse(date) / 1_000 + 90);

  test.each<[string, { status: number; headers?: Record<string, string>; body?: unknown }, Partial<ForwardResult>]>([
    [
      "the limit is spent",
      { status: 403, headers: { date, "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset } },
      { end: "again", waitMs: 90_000 },
    ],
    [
      "a second limit, without a time",
      { status: 403, body: { message: "You have exceeded a secondary rate limit" } },
      { end: "again", waitMs: 60_000 },
    ],
    ["429", { status: 429 }, { end: "again", waitMs: 60_000 }],
    [
      "a token that may not",
      { status: 403, body: { message: "Resource not accessible by personal access token" } },
      { end: "stopped" },
    ],
    ["no such repository", { status: 404 }, { end: "stopped" }],
    ["issues are switched off", { status: 410 }, { end: "stopped" }],
    ["it does not like this one", { status: 422 }, { end: "refused" }],
  ])("%s", async (_, instead, expected) => {
    const github = await open();
    github.standIn.mishap({ instead });
    expect(await send(github)).toMatchObject(expected);
  });

  test("an item of a repository that was connected before is told there, never another with its number", async () => {
    const github = await open();
    const { item } = await send(github);
    const sent = await send(github, { kind: "fixed", item, settings: { repository: "harbor-labs/other" } });
    expect(github.items()[0]).toMatchObject({ isOpen: false });
    expect(sent).toMatchObject({ end: "delivered" });
    const strange = { ...item!, name: "harbor-labs/nimbus-ios/../x#1" };
    expect(await send(github, { kind: "fixed", item: strange })).toMatchObject({ end: "refused" });
  });

  test("the mark is found on a later page, among others", async () => {
    const github = await open();
    await send(github);
    for (let i = 0; i < 25; i++) await send(github, { issue: { id: `iss_other${i}` } });
    expect(await send(github, { again: true })).toMatchObject({ end: "delivered", item: { externalId: "2500100200" } });
    expect(github.items()).toHaveLength(26);
  });
});

describe("GitLab", () => {
  const open = async () => {
    const gitlab = await openTracker("gitlab");
    onTestFinished(() => gitlab.standIn.close());
    return gitlab;
  };

  test("a line that would be a command there is none, wherever it stands and however blocks of code are ended before it", async () => {
    const gitlab = await open();
    await send(gitlab, { issue: { text: "It broke\n```\n/close\n  /label ~urgent\n```\n/assign @root" } });
    const [item] = gitlab.items();
    expect(item!.text).not.toMatch(/^\s*\//m);
    expect(item!.text).toContain("\u2060/close");
  });

  test("labels are sent as GitLab takes them, and an item is named with all of its groups", async () => {
    const gitlab = await open();
    const { item } = await send(gitlab);
    expect(gitlab.standIn.asked[0]!.body.labels).toBe("bug,from retest");
    expect(item).toMatchObject({ name: "harbor/mobile/nimbus-android#77", state: "open" });
  });

  test.each<[string, { status: number; headers?: Record<string, string> }, Partial<ForwardResult>]>([
    ["too fast", { status: 429, headers: { "retry-after": "30" } }, { end: "again", waitMs: 30_000 }],
    ["a token without the scope", { status: 403 }, { end: "stopped" }],
    ["no such project", { status: 404 }, { end: "stopped" }],
    ["it does not like this one", { status: 422 }, { end: "refused" }],
  ])("%s", async (_, instead, expected) => {
    const gitlab = await open();
    gitlab.standIn.mishap({ instead });
    expect(await send(gitlab)).toMatchObject(expected);
  });
});

describe("Redmine", () => {
  const open = async () => {
    const redmine = await onRedmine();
    onTestFinished(() => redmine.standIn.close());
    return redmine;
  };

  test("an issue is made in the project's tracker that the settings name, or in its first one", async () => {
    const redmine = await open();
    const { item } = await send(redmine, { settings: { issue_type: "Feature" } });
    expect(item).toMatchObject({ externalId: "77", name: "#77", state: "open" });
    await send(redmine, { settings: { issue_type: undefined } });
    const made = redmine.standIn.asked.filter(redmine.isCreate).map(({ body }) => body.issue.tracker_id);
    expect(made).toEqual([2, undefined]);
    for (const kind of ["raised", "test"] as const) {
      const sent = await send(redmine, { kind, settings: { issue_type: "Epic" } });
      expect(sent).toMatchObject({ end: "stopped", outcome: "no_such_type" });
    }
  });

  test("a fix closes it with a note in one step, passing over a status that says it was rejected; reopening opens it", async () => {
    const redmine = await open();
    const { item } = await send(redmine);
    const fixed = await send(redmine, { kind: "fixed", item });
    expect(fixed).toMatchObject({ end: "delivered", outcome: "delivered", item: { state: "closed" } });
    expect(redmine.standIn.asked.find(redmine.isMove)!.body.issue).toMatchObject({
      ...{ status_id: 5, notes: expect.stringContaining("Marked as fixed by Mara via API at ") },
    });
    const reopened = await send(redmine, { kind: "reopened", item: fixed.item });
    expect(reopened).toMatchObject({ end: "delivered", item: { state: "open" } });
    expect(redmine.items()[0]).toMatchObject({ isOpen: true, comments: [expect.anything(), expect.anything()] });
    expect(redmine.standIn.problems).toEqual([]);
  });

  test.each([
    ["offers none", []],
    ["offers one that is rejected only", [{ id: 6, name: "Rejected", is_closed: true }]],
  ])("a workflow that %s gets the note only", async (_what, allowed) => {
    const redmine = await open();
    const { item } = await send(redmine);
    redmine.allowed = allowed;
    const sent = await send(redmine, { kind: "fixed", item });
    expect(sent).toMatchObject({ end: "delivered", outcome: "commented_only", item: { state: "open" } });
    expect(redmine.items()[0]!.comments).toHaveLength(1);
  });

  test("what was said before the answer was lost is not said again, and is still moved", async () => {
    const redmine = await open();
    const { item } = await send(redmine);
    const { allowed } = redmine;
    redmine.allowed = [];
    const event = issueEvent("fixed");
    const job = { connectionId: "con_1", event, item, call, ...redmine.fields };
    await TOOL_REGISTRY.redmine.forwarder!({ ...job, again: false });
    redmine.allowed = allowed;
    const again = await TOOL_REGISTRY.redmine.forwarder!({ ...job, again: true });
    expect(again).toMatchObject({ end: "delivered", item: { state: "closed" } });
    expect(redmine.items()[0]).toMatchObject({ isOpen: false, comments: [expect.anything()] });
  });

  test("a project that wants more than we know, or has no issues, is a matter for the admin", async () => {
    const redmine = await open();
    redmine.standIn.mishap({ instead: { status: 422, body: { errors: ["Team cannot be blank"] } } }, redmine.isCreate);
    expect(await send(redmine)).toMatchObject({ end: "stopped", outcome: "http_422" });
    redmine.modules = ["wiki"];
    expect(await send(redmine, { kind: "test" })).toMatchObject({ end: "stopped", outcome: "issues_are_off" });
  });

  test("an issue that was deleted there is gone, and a project that was is a matter for the admin", async () => {
    const redmine = await open();
    const { item } = await send(redmine);
    redmine.remove(redmine.items()[0]!);
    expect(await send(redmine, { kind: "fixed", item })).toMatchObject({ end: "refused", outcome: "item_gone" });
    const elsewhere = await send(redmine, { kind: "fixed", item, settings: { project: "other" } });
    expect(elsewhere).toMatchObject({ end: "stopped", outcome: "http_404" });
  });
});

describe("Jira", () => {
  const open = async (workflow?: JiraStatus[]) => {
    const jira = await openTracker("jira");
    onTestFinished(() => jira.standIn.close());
    if (workflow !== undefined) (jira.standIn as Awaited<ReturnType<typeof openJira>>).workflow = workflow;
    return jira;
  };

  test("a project that wants more than we know is a matter for the admin", async () => {
    const jira = await open();
    jira.standIn.mishap(
      { instead: { status: 400, body: { errors: { customfield_1: "Team is required." } } } },
      jira.isCreate,
    );
    expect(await send(jira)).toMatchObject({ end: "stopped", outcome: "http_400" });
  });

  test("a workflow without a way there, or one that asks for more, gets the comment only", async () => {
    const jira = await open([{ id: "1", name: "To Do", category: "new" }]);
    const { item } = await send(jira);
    expect(await send(jira, { kind: "fixed", item })).toMatchObject({
      end: "delivered",
      outcome: "commented_only",
      item: { state: "open" },
    });
    const strict = await open();
    const other = (await send(strict)).item;
    strict.standIn.mishap({ instead: { status: 400, body: { errors: { resolution: "required" } } } }, strict.isMove);
    expect(await send(strict, { kind: "fixed", item: other })).toMatchObject({
      end: "delivered",
      outcome: "commented_only",
    });
    expect(strict.items()[0]!.comments).toHaveLength(1);
  });

  test("an account that may not make items fails the test", async () => {
    const jira = await open();
    (jira.standIn as Awaited<ReturnType<typeof openJira>>).mayCreate = false;
    expect(await send(jira, { kind: "test" })).toMatchObject({ end: "stopped", outcome: "no_permission" });
  });
});

describe("Linear", () => {
  const open = async () => {
    const linear = await openTracker("linear");
    onTestFinished(() => linear.standIn.close());
    return linear;
  };

  test.each([
    ["RATELIMITED", 400, "again"],
    ["INTERNAL_SERVER_ERROR", 200, "again"],
    ["AUTHENTICATION_ERROR", 200, "stopped"],
    ["FORBIDDEN", 200, "stopped"],
    ["INVALID_INPUT", 200, "refused"],
    ["something new", 200, "refused"],
  ])("an error %s in an answer of status %d means %s", async (code, status, end) => {
    const linear = await open();
    linear.standIn.mishap({ instead: failed(code, "text", status) }, linear.isCreate);
    expect(await send(linear)).toMatchObject({ end });
  });

  test("the limit's own time is waited for", async () => {
    const linear = await open();
    const date = "Wed, 04 Mar 2026 11:00:00 GMT";
    const headers = { date, "x-ratelimit-requests-reset": String(Date.parse(date) + 30_000) };
    linear.standIn.mishap({ instead: { ...failed("RATELIMITED", "ratelimited", 400), headers } });
    expect(await send(linear)).toMatchObject({ end: "again", waitMs: 30_000 });
  });

  test.each(["NIM", "Nimbus"])("the team may be named %s", async (team) => {
    const linear = await open();
    expect(await send(linear, { settings: { team } })).toMatchObject({ end: "delivered" });
  });

  test("a team that is not there is a matter for the admin", async () => {
    const linear = await open();
    expect(await send(linear, { settings: { team: "QA" } })).toMatchObject({ end: "stopped", outcome: "no_such_team" });
  });

  test.each([
    ["urgent", 1],
    ["high", 2],
    ["medium", 3],
    ["low", 4],
    [null, 0],
  ])("priority %s is %d there", async (priority, number) => {
    const linear = await open();
    await send(linear, { issue: { priority } });
    const create = linear.standIn.asked.find(linear.isCreate);
    expect(create?.body.variables.input.priority).toBe(number);
  });
});
