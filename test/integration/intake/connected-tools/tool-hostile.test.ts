// Payloads of connected tools that are wrong, strange or meant to harm: signed as they may be, none is a failure of ours,
// and none fixes anything.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Tool } from "../../../../src/integrations/tool-registry.ts";
import { TOOL_REGISTRY } from "../../../../src/integrations/tool-registry.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { SLACK_BRACKETS, TEAMS_BRACKETS } from "../../../support/hostile/hostile-chat.ts";
import { HOSTILE_PULL_REQUESTS } from "../../../support/hostile/hostile-pull-requests.ts";
import { type ConnectedApp, connectApp } from "../../../support/samples/connected-app.ts";
import { bodyOf } from "../../../support/samples/payload-samples.ts";
import {
  fromSentry,
  fromSlack,
  fromTeams,
  hubSigned,
  interaction,
  SENTRY_SECRET,
  SLACK_SECRET,
  slash,
  TEAMS_TOKEN,
} from "../../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const WRONG: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5e308,
  "",
  "\0",
  "\ud800",
  "x".repeat(70_000),
  [],
  [[]],
  {},
  [null],
  { text: [] },
];

const WIDE = `{"a":[${"[],".repeat(110_000)}0]}`;
const NAMES = `{${Array.from({ length: 12_000 }, (_, i) => `"f${i}":0`).join(",")}}`;

type Tree = Record<string, unknown>;

/** The sample with each of its values, one after the other, replaced by something that it should not be. */
function* spoilt(sample: Tree): Generator<Tree> {
  let turn = 0;
  for (const path of pathsIn(sample)) {
    const copy = structuredClone(sample);
    let place: Tree = copy;
    for (const key of path.slice(0, -1)) place = place[key] as Tree;
    const wrong = WRONG[turn++ % WRONG.length];
    if (turn % 5 === 0) delete place[path.at(-1)!];
    else place[path.at(-1)!] = wrong;
    yield copy;
  }
}

function pathsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

const parsed = (file: string) => JSON.parse(bodyOf(file).toString()) as Tree;
const SHORTCUT = JSON.parse(new URLSearchParams(bodyOf("slack-shortcut.txt").toString()).get("payload")!) as Tree;

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let slack: ConnectedApp;
  let teams: ConnectedApp;
  let sentry: ConnectedApp;
  beforeAll(async () => {
    const app = await world.app({ mode: "live" });
    slack = await connectApp(world, "slack", { app, credentials: { signing_secret: SLACK_SECRET } });
    teams = await connectApp(world, "teams", { app, credentials: { security_token: TEAMS_TOKEN } });
    sentry = await connectApp(world, "sentry", { app, credentials: { client_secret: SENTRY_SECRET } });
  });
  const ENDPOINTS: [string, (body: string | Buffer) => Promise<number>][] = [
    ["slack", async (body) => (await slack.say(body, fromSlack(body))).status],
    ["teams", async (body) => (await teams.say(body, fromTeams(body))).status],
    ["sentry", async (body) => (await sentry.say(body, fromSentry(body, "issue"))).status],
  ];
  const statuses = async (bodies: Iterable<string>, say: (body: string) => Promise<number>) => {
    const seen = new Set<number>();
    for (const body of bodies) seen.add(await say(body));
    return [...seen].filter((status) => ![200, 201, 400].includes(status));
  };

  test("a sample of Slack with any of its values wrong is answered", async () => {
    const [, say] = ENDPOINTS[0]!;
    expect(await statuses([...spoilt(SHORTCUT)].map(interaction), say)).toEqual([]);
    for (const text of [
      "\0",
      "\ud800",
      "<".repeat(10_000),
      "<@".repeat(5_000),
      "&amp;".repeat(5_000),
      "a".repeat(9_000),
    ])
      expect(await say(slash(text, { user_name: text, command: text }))).toBe(200);
    expect(await say("text=a&text=b&user_name=c&user_name=d&command=")).toBe(200);
  });

  test("a sample of Teams with any of its values wrong is answered", async () => {
    const [, say] = ENDPOINTS[1]!;
    const bodies = [...spoilt(parsed("teams-outgoing.json"))].map((one) => JSON.stringify(one));
    expect(await statuses(bodies, say)).toEqual([]);
  });

  test("a sample of Sentry with any of its values wrong is answered, and fixes nothing that it does not name", async () => {
    const [, say] = ENDPOINTS[2]!;
    const own = await connectApp(world, "sentry", { credentials: { client_secret: SENTRY_SECRET } });
    const other = JSON.stringify({ action: "created", data: { issue: { id: "1", title: "Stays open" } } });
    expect((await own.say(other, fromSentry(other, "issue"))).status).toBe(201);
    for (const file of ["sentry-issue-created.json", "sentry-issue-resolved.json", "sentry-metric-alert.json"]) {
      const bodies = [...spoilt(parsed(file))].map((one) => JSON.stringify(one));
      expect(await statuses(bodies, say)).toEqual([]);
      if (file === "sentry-issue-resolved.json")
        for (const body of bodies) await own.say(body, fromSentry(body, "issue"));
    }
    expect(await own.issues()).toMatchObject([{ status: "open" }]);
  });

  test.each(["slack", "teams", "sentry"])("%s: no body whatever is a failure of ours", async (tool) => {
    const say = ENDPOINTS.find(([name]) => name === tool)![1];
    const deep = `{"data":{"issue":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}}`;
    const polluted =
      '{"__proto__":{"action":"created"},"constructor":{"prototype":{}},"data":{"__proto__":{"issue":{}}}}';
    const bodies = ["{", "[]", "null", "\0", "a=%", "payload=%7B", "payload=[]", deep, polluted, `payload=${deep}`];
    expect(await statuses(bodies, say)).toEqual([]);
    expect(await say(Buffer.from([0xff, 0xfe, 0x00]))).toBe(400);
    expect(await say("")).toBe(400);
    expect(await say("x".repeat(TOOL_REGISTRY[tool as Tool].intake!.maxBytes + 1))).toBe(413);
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        expect([200, 201, 400]).toContain(await say(body));
      }),
      { numRuns: 25 },
    );
    expect(await world.problems()).toEqual([]);
  });

  test.each([
    ["slack", { signing_secret: SLACK_SECRET }],
    ["teams", { security_token: TEAMS_TOKEN }],
    ["sentry", { client_secret: SENTRY_SECRET }],
    ["github", { webhook_secret: "a secret of this one" }],
    ["gitlab", { webhook_secret: "a secret of this one" }],
    ["gitea", { webhook_secret: "a secret of this one" }],
    ["jira", { webhook_secret: "a secret of this one" }],
    ["jira-data-center", { webhook_secret: "a secret of this one" }],
    ["linear", { webhook_secret: "a secret of this one" }],
  ] as const)("%s: a body that is not signed is refused unread, whatever is in it", async (tool, credentials) => {
    const connected = await connectApp(world, tool, { credentials });
    for (const body of [WIDE, `{"ssl_check":"1","more":"${"x".repeat(2_000)}"}`, "{", ""]) {
      const answer = await connected.say(body, { "content-type": "application/json" });
      expect([answer.status, answer.body.error.code]).toEqual([401, "invalid_signature"]);
    }
  });

  test.each([
    ["sentry", {}],
    ["github", { "x-github-event": "issues" }],
    ["gitlab", {}],
    ["gitea", { "x-gitea-event": "issues" }],
    ["jira", {}],
    ["jira-data-center", {}],
    ["linear", {}],
  ] as const)(
    "%s without a secret: a body of more values or fields than it sends is refused unread",
    async (tool, headers) => {
      const connected = await connectApp(world, tool);
      if (tool !== "sentry" && tool !== "linear") await connected.change({ credentials: { webhook_secret: null } });
      for (const [body, why] of [
        [WIDE, /more than 100,000 values/],
        [NAMES, /more than 10,000 different field names/],
      ] as const) {
        const answer = await connected.say(body, { "content-type": "application/json", ...headers });
        expect([answer.status, answer.body.error]).toMatchObject([
          400,
          { code: "invalid_json", message: expect.stringMatching(why) },
        ]);
      }
    },
  );

  test.each(HOSTILE_PULL_REQUESTS)("github: %s is answered, and fixes nothing", async (_what, body, status) => {
    const { say, secret, issues, app } = await connectApp(world, "github");
    await issueClientOf(world).raise(app, { check: undefined });
    const answer = await say(body, {
      "x-github-event": "pull_request",
      ...hubSigned(secret, body),
      "content-type": "application/json",
    });
    expect([answer.status, await issues()]).toMatchObject([status, [{ status: "open" }]]);
  });

  test("megabytes of brackets are answered", async () => {
    expect((await teams.say(TEAMS_BRACKETS, fromTeams(TEAMS_BRACKETS))).status).toBe(200);
    const slacks = slash(SLACK_BRACKETS);
    expect((await slack.say(slacks, fromSlack(slacks))).status).toBe(200);
  });
});
