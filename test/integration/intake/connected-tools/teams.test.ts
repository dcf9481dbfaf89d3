// What people write to the outgoing webhook of Teams: raised or refused, and answered at once in words.
import { beforeAll, describe, expect, test } from "vitest";
import { refused } from "../../../support/clients/issue-client.ts";
import { type ConnectedApp, connectApp } from "../../../support/samples/connected-app.ts";
import { bodyOf } from "../../../support/samples/payload-samples.ts";
import { fromTeams, TEAMS_TOKEN } from "../../../support/samples/signed-as-tool.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const credentials = { security_token: TEAMS_TOKEN };

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let teams: ConnectedApp;
  beforeAll(async () => {
    teams = await connectApp(world, "teams", { app: { name: `Nimbus *${kind}*` }, credentials });
  });
  const activity = (text: unknown, more: object = {}) =>
    JSON.stringify({ type: "message", id: "1", from: { id: "29:1", name: "Mara Quill" }, text, ...more });
  const say = (body: string | Buffer, to = teams) => to.say(body, fromTeams(body));
  const said = async (text: unknown, to = teams) => (await say(activity(text), to)).body;

  test("the sample raises an issue by whoever wrote it, and is answered with its code", async () => {
    const answer = await say(bodyOf("teams-outgoing.json"));
    const [issue] = await teams.issues();
    expect(issue).toMatchObject({
      text: "Export button does nothing on Android",
      via: "chat_b",
      raised_by: "Mara Quill via Teams",
      reporter: { name: "Mara Quill" },
    });
    const link = `](${world.config.baseUrl}/issues/${issue!.id})`;
    expect(answer).toMatchObject({ status: 200, body: { type: "message", text: expect.stringContaining(link) } });
    expect(answer.body.text).toContain(`Nimbus \\*${kind}\\*`);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });

  test.each([
    ["<at>Retest</at> a &lt; b &amp; &#x1F600; &quot;c&quot;", 'a < b & 😀 "c"'],
    ["<div><p><at>Retest</at>&nbsp;<b>Login</b> fails</p><p>twice<br/>a day</p></div>", "Login fails\ntwice\na day"],
    ["<at>Retest</at> <at>Ann &amp; Bo</at> says: broken, <at>Retest</at>", "@Ann & Bo says: broken,"],
    [
      '<at>Retest</at> see <a href="https://a.example/?x=1&amp;y=2" title="t">the page</a>, <a href="https://b.example/">https://b.example</a>',
      "see the page (https://a.example/?x=1&y=2), https://b.example/",
    ],
    ['<at>Retest</at> <a href="javascript:alert(1)">one</a> <a>two</a> <a href="https://c.example">thr', "one two thr"],
    ["<at>Retest</at> List<String> & a<b fail", "List<String> & a<b fail"],
    ["<at>Retest</at> &nosuch; &#0; &#xD800; &amp;lt;", "&nosuch; &#0; &#xD800; &lt;"],
    ["<AT id='0'>Retest</AT> upper", "upper"],
    ["<at>Retest never ends", "Retest never ends"],
  ])("%j is read as %j", async (text, plain) => {
    await said(text);
    expect((await teams.issues())[0]!.text).toBe(plain);
  });

  test("a mention alone, or help, is answered with help that names the app and how we are called", async () => {
    const before = await teams.issues();
    for (const text of ["<at>Quality</at>", "<at>Quality</at> help\n", "<at>Quality</at>&nbsp;", undefined]) {
      const answer = await said(text);
      expect(answer.text).toContain(text === undefined ? '"@Retest ' : '"@Quality ');
      expect(answer.text).toContain(`Nimbus \\*${kind}\\*`);
    }
    expect(await teams.issues()).toEqual(before);
  });

  test("apps and checks are named as in Slack", async () => {
    const other = await connectApp(world, "teams", { app: { mode: "testing" }, credentials });
    const { name } = other.app;
    await teams.change({ settings: { apps: [name] } });
    expect((await said("<at>R</at> It fails", other)).text).toContain(`${name} is in testing mode`);
    expect((await said(`<at>R</at> ${name} / SIGN-1: It fails`)).text).toContain("against SIGN-1");
    expect(await other.issues()).toMatchObject([{ text: "It fails", via: "chat_b", check: { ref: "SIGN-1" } }]);
    expect((await said(`<at>R</at> ${name} / NOPE: It fails`)).text).toContain("has no check");
  });

  test("somebody without a name is Teams, and what is no message is acknowledged", async () => {
    await say(activity("Nobody", { from: null }));
    expect((await teams.issues())[0]).toMatchObject({ text: "Nobody", raised_by: "Teams", reporter: null });
    const before = await teams.issues();
    expect((await say(activity("x", { type: "conversationUpdate" }))).status).toBe(200);
    expect(await teams.issues()).toEqual(before);
  });

  test("a security token that can't be one is refused when it is saved", async () => {
    for (const token of ["not base64!", TEAMS_TOKEN.slice(0, -1)]) {
      const body = { tool: "teams", credentials: { security_token: token } };
      const answer = await world.call(world.admin, "POST", `/apps/${teams.app.id}/connections`, body);
      expect(refused(answer, 400, "invalid_request")).toContain("credentials.security_token");
    }
  });

  test("a wrong or missing signature is refused", async () => {
    const body = activity("x");
    const { authorization = "" } = fromTeams(body);
    const key = authorization.slice("HMAC ".length);
    const before = await teams.issues();
    for (const wrong of [
      "",
      key,
      "HMAC",
      "HMAC ",
      `Bearer ${key}`,
      `HMAC ${key}=`,
      `HMAC ${key.slice(0, -2)}`,
      `HMAC ${Buffer.from(key, "base64").toString("base64url")}`,
      fromTeams(`${body} `).authorization!,
      fromTeams(body, Buffer.from("another").toString("base64")).authorization!,
    ]) {
      const headers: Record<string, string> = wrong === "" ? {} : { authorization: wrong };
      expect((await teams.say(body, headers)).body.error.code).toBe("invalid_signature");
    }
    const bare = await connectApp(world, "teams");
    expect((await bare.say(body, fromTeams(body, ""))).body.error.code).toBe("invalid_signature");
    expect(await teams.issues()).toEqual(before);
  });
});
