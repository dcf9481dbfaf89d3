// Text that is hard to hold, count or show: accepted up to the limit, kept as it is, and never read as anything else.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { expectCommonHeaders, expectError, issuesOf } from "../../../support/checks/expect-refusal.ts";
import { TOO_LONG_TEXTS } from "../../../support/hostile/hostile-edits.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const KEPT: [string, string][] = [
  ["a script", "<script>alert(1)</script>"],
  ["an image with a handler", '<img src=x onerror="alert(1)">'],
  ["an end tag", "</title></script><!--"],
  ["a link of a script in Markdown", "[x](javascript:alert(1))"],
  ["a call to everybody in a chat", "<!channel> @here <https://evil.example|x>"],
  ["a formula", '=HYPERLINK("http://evil.example")'],
  ["a plus", "+1"],
  ["a minus", "-1"],
  ["an at sign", "@SUM(A1)"],
  ["a change of direction", "a\u202egpj.exe"],
  ["zero-width characters", "a\u200b\u200d\u2060b"],
  ["a byte order mark inside", "a\ufeffb"],
  ["1,000 combining marks", `e${"\u0301".repeat(1_000)}`],
  ["a composed letter", "caf\u00e9"],
  ["a decomposed letter", "cafe\u0301"],
  ["a statement", "'; drop table issue; --"],
  ["placeholders", "{{7*7}} {0} %s %n $1 ? :id"],
  ["line breaks of every kind", "a\nb\r\nc\u2028d\u2029e"],
  ["control characters", "a\u0001\u001b[31mb\u007f"],
  ["brackets", "[".repeat(4_000)],
  ["backslashes and quotes", '\\"\\\\"'.repeat(500)],
  ["4,000 letters", "x".repeat(4_000)],
  ["4,000 emoji", "😀".repeat(4_000)],
  ["4,000 characters of three bytes", "字".repeat(4_000)],
  ["a family of joined emoji", "👩‍👩‍👧‍👦".repeat(500)],
  ["noncharacters", "\uffff\ufffe\u{10ffff}"],
  ["a word of the prototype", "__proto__"],
];

const CHANGED: [string, string, string][] = [
  ["a NUL is removed", '"a\\u0000b"', "ab"],
  ["half a character is repaired", '"a\\ud83db"', "a\ufffdb"],
  ["the other half too", '"a\\ude00"', "a\ufffd"],
  ["halves the wrong way round too", '"\\ude00\\ud83d"', "\ufffd\ufffd"],
  ["a pair in escapes is one character", '"\\ud83d\\ude00"', "😀"],
  ["spaces at the ends are trimmed", '" \\n a b \\t\\u00a0 "', "a b"],
  ["what is trimmed does not count", `"${" ".repeat(50_000)}${"x".repeat(4_000)}\\n"`, "x".repeat(4_000)],
  ["NULs do not count", `"${"\\u0000".repeat(5_000)}${"x".repeat(4_000)}"`, "x".repeat(4_000)],
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  const raise = (text: string, more = "") => {
    const bytes = Buffer.from(`{"app":"${app.id}","check":"SIGN-1","text":${text}${more}}`);
    return world.call(world.tester, "POST", "/issues", bytes);
  };
  const edit = (id: string, text: string) => world.call(world.tester, "PATCH", `/issues/${id}`, `{"text":${text}}`);

  /** Raises and edits with the text, and reads it back in every way there is. */
  async function expectKept(sent: string, kept: string): Promise<void> {
    const raised = await raise(sent);
    expect([raised.status, raised.body.data?.text]).toEqual([201, kept]);
    expectCommonHeaders(raised.headers);
    expect(raised.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const { id } = raised.body.data;
    expect((await world.call(world.viewer, "GET", `/issues/${id}`)).body.data.text).toBe(kept);
    expect((await issuesOf(world, app)).at(0)).toMatchObject({ id, text: kept });
    await edit(id, '"other"');
    const edited = await edit(id, sent);
    expect([edited.status, edited.body.data.text]).toEqual([200, kept]);
    await edit(id, '"other"');
    const history = await world.call(world.viewer, "GET", `/issues/${id}/history`);
    expect(JSON.stringify(history.body.data)).toContain(JSON.stringify(kept));
  }

  beforeEach(async () => {
    app = await world.app();
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  test.each(KEPT)("%s is kept to the letter", async (_name, text) => {
    await expectKept(JSON.stringify(text), text);
  });

  test.each(CHANGED)("%s", async (_name, sent, kept) => {
    await expectKept(sent, kept);
  });

  test.each(TOO_LONG_TEXTS)("%s are too long: 400, nothing raised and nothing changed", async (_name, text) => {
    const bytes = Buffer.from(`{"text":${JSON.stringify(text)}}`);
    const { id } = (await raise('"short"')).body.data;
    const before = await issuesOf(world, app);
    expectError(await raise(JSON.stringify(text)), 400, "invalid_request", /text.*4000|text.*4,000/);
    const answer = await world.call(world.tester, "PATCH", `/issues/${id}`, bytes);
    expectError(answer, 400, "invalid_request", "text");
    expect(await issuesOf(world, app)).toEqual(before);
  });

  test("a byte order mark in front of the body is skipped", async () => {
    const body = Buffer.from(`\ufeff{"app":"${app.id}","check":"SIGN-1","text":"x"}`);
    expect((await world.call(world.tester, "POST", "/issues", body)).status).toBe(201);
  });

  test("of a field that appears twice the last value is used", async () => {
    const { status, body } = await raise('"first"', ',"priority":"low","text":"second","priority":"high"');
    expect([status, body.data?.text, body.data?.priority]).toEqual([201, "second", "high"]);
  });

  test("Content-Encoding: identity is no encoding", async () => {
    const fields = { app: app.id, check: "SIGN-1", text: "x" };
    const answer = await world.call(world.tester, "POST", "/issues", fields, { "content-encoding": "identity" });
    expect(answer.status).toBe(201);
  });

  test.each([
    ["a name that reads like a key", "admin via API", "admin via API via API"],
    ["a name with line breaks", "Ann\r\n\r\nadmin key", "Ann admin key via API"],
    ["a name with characters that nobody sees", "\u202eAnn\u2060\u200b", "Ann via API"],
    ["a name with a NUL", "A\0nn", "Ann via API"],
    ["a name of 200 emoji", "😀".repeat(200), `${"😀".repeat(200)} via API`],
    ["a name of markup", "<b>Ann</b>", "<b>Ann</b> via API"],
    ["a name of the prototype", "__proto__", "__proto__ via API"],
  ])("%s of a reporter stays one line, with its channel behind it", async (_name, name, shown) => {
    const { body } = await raise('"x"', `,"reporter":{"name":${JSON.stringify(name)},"email":"a@b.example"}`);
    expect(body.data).toMatchObject({
      raised_by: shown,
      reporter: { name: shown.slice(0, -" via API".length), email: "a@b.example" },
      via: "api",
    });
  });
});
