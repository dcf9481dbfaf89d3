// Edits, fixes and confirmations that must be refused, and that leave the issue as it was.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { expectError, withoutPause } from "../../../support/checks/expect-refusal.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const NOT_FIXES: [string, string, string][] = [
  ["null", "null", ""],
  ["a list", "[]", ""],
  ["a list with an answer in it", '[{"fixed":true}]', ""],
  ["a number", "0", ""],
  ["a string", '"false"', ""],
  ["fixed that is a word", '{"fixed":"false"}', "fixed"],
  ["fixed that is another word", '{"fixed":"true"}', "fixed"],
  ["fixed that is 0", '{"fixed":0}', "fixed"],
  ["fixed that is 1", '{"fixed":1}', "fixed"],
  ["fixed that is empty", '{"fixed":""}', "fixed"],
  ["fixed that is a list", '{"fixed":[true]}', "fixed"],
  ["fixed that is an object", '{"fixed":{}}', "fixed"],
  ["fixed in capitals", '{"Fixed":true}', "Fixed"],
  ["a forged name", '{"fixed":true,"fixed_by":"Ann"}', "fixed_by"],
  ["a poisonous key", '{"__proto__":{"fixed":true}}', "__proto__"],
];

const NOT_EDITS: [string, string, string][] = [
  ["nothing", "{}", "text"],
  ["an empty text", '{"text":""}', "text"],
  ["a blank text", '{"text":" \\n "}', "text"],
  ["a text that is null", '{"text":null}', "text"],
  ["a text that is a number", '{"text":1}', "text"],
  ["platforms that are null", '{"platforms":null}', "platforms"],
  ["platforms in one string", '{"platforms":"ios"}', "platforms"],
  ["platforms that are numbers", '{"platforms":[1]}', "platforms"],
  ["an unknown priority", '{"priority":"critical"}', "priority"],
  ["a status", '{"text":"new","status":"fixed"}', "status"],
  ["a reporter", '{"text":"new","reporter":{"name":"Ann"}}', "reporter"],
  ["an app", '{"text":"new","app":"other"}', "app"],
  ["a check", '{"text":"new","check":"SIGN-2"}', "check"],
  ["assignees", '{"text":"new","assignees":["Ann"]}', "assignees"],
  ["a poisonous key alone", '{"__proto__":{"text":"new"}}', "__proto__"],
  ["a poisonous key beside a text", '{"text":"new","__proto__":{"id":"x"}}', "__proto__"],
];

const NOT_LINKS = ["javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", " javascript:alert(1)"]
  .concat(["data:text/html,<script>", "vbscript:x", "//evil.example", "file:///etc/passwd", "ftp://a.example", "x", ""])
  .concat([`https://a.example/${"a".repeat(10_000)}`, "https://", "http:\\\\evil.example", "https://user@a.example"]);

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let issue: any;
  const read = async () => (await world.call(world.viewer, "GET", `/issues/${issue.id}`)).body.data;
  const raiseOn = async (app: { id: string }) => {
    const fields = { app: app.id, check: "SIGN-1", text: "broken", platforms: ["ios"] };
    return (await world.call(world.tester, "POST", "/issues", fields)).body.data;
  };
  const send = (method: string, path: string, body: string, key = world.admin) =>
    withoutPause(() => world.call(key, method, path, body));

  beforeEach(async () => {
    issue = await raiseOn(await world.app());
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
  });

  async function expectUntouched(): Promise<void> {
    expect(await read()).toEqual(issue);
    const { body } = await world.call(world.viewer, "GET", `/issues/${issue.id}/history`);
    expect(body.data.map((entry: { kind: string }) => entry.kind)).toEqual(["raised"]);
    expect(({} as Record<string, unknown>).fixed).toBeUndefined();
  }

  test.each(NOT_FIXES)("a fix with %s answers 400 and fixes nothing", async (_name, body, naming) => {
    expectError(await send("POST", `/issues/${issue.id}/fix`, body), 400, /^invalid_(request|json)$/, naming);
    await expectUntouched();
  });

  test.each(NOT_FIXES)("a fix with %s reopens nothing", async (_name, body) => {
    const fixed = (await world.call(world.admin, "POST", `/issues/${issue.id}/fix`)).body.data;
    expectError(await send("POST", `/issues/${issue.id}/fix`, body), 400, /^invalid_(request|json)$/);
    expect(await read()).toEqual(fixed);
  });

  test.each(["spaces", "{", "{}{}", "\ufeff"])("a fix with a body of %j answers 400 invalid_json", async (body) => {
    expectError(await send("POST", `/issues/${issue.id}/fix`, body === "spaces" ? "  " : body), 400, "invalid_json");
    await expectUntouched();
  });

  test.each(NOT_EDITS)("an edit with %s answers 400 and changes nothing", async (_name, body, naming) => {
    expectError(await send("PATCH", `/issues/${issue.id}`, body), 400, "invalid_request", naming);
    await expectUntouched();
  });

  test.each(['["tv"]', '["ios","tv"]', '["IOS"]', '[""]', '["i\\u0000os"]', '["\\ud83d"]'])(
    "an edit to the platforms %s answers 400 unknown_platform and changes nothing, its text neither",
    async (codes) => {
      const answer = await send("PATCH", `/issues/${issue.id}`, `{"text":"new","platforms":${codes}}`);
      expectError(answer, 400, "unknown_platform", "platforms");
      await expectUntouched();
    },
  );

  test("an edit or a fix by a role that is too low answers 403 naming the role, whatever its body", async () => {
    for (const body of ["{}", '{"text":"new"}', "{", "null"]) {
      expectError(await send("PATCH", `/issues/${issue.id}`, body, world.viewer), 403, "forbidden", "tester");
    }
    for (const key of [world.viewer, world.tester]) {
      for (const body of ["", "{}", '{"fixed":false}', "{"]) {
        expectError(await send("POST", `/issues/${issue.id}/fix`, body, key), 403, "forbidden", "admin");
      }
    }
    await expectUntouched();
  });

  test.each(["platforms", "pull_request"])("a fix with %s on an app of one repository answers 400", async (field) => {
    const value = field === "platforms" ? ["ios"] : { number: 1, url: "https://a.example/1", repo: "a" };
    const answer = await send("POST", `/issues/${issue.id}/fix`, JSON.stringify({ [field]: value }));
    expectError(answer, 400, "invalid_request", field);
    await expectUntouched();
  });

  describe("on an app of two repositories", () => {
    beforeEach(async () => {
      const repositories = [
        { repo: "ios", platforms: ["ios"] },
        { repo: "android", platforms: ["android"] },
      ];
      issue = await raiseOn(await world.app({ repositories }));
    });

    test.each(NOT_LINKS)("a pull request at %j is refused and fixes nothing", async (url) => {
      const pull = { number: 1, url, repo: "ios" };
      const body = JSON.stringify({ platforms: ["ios"], pull_request: pull });
      expectError(await send("POST", `/issues/${issue.id}/fix`, body), 400, "invalid_request", "pull_request.url");
      await expectUntouched();
    });

    test.each(["0", "-1", "1.5", "1e400", '"1"', "null", "9007199254740993", "true"])(
      "a pull request of the number %s is refused and fixes nothing",
      async (number) => {
        const pull = `{"number":${number},"url":"https://a.example/1","repo":"ios"}`;
        const body = `{"platforms":["ios"],"pull_request":${pull}}`;
        expectError(await send("POST", `/issues/${issue.id}/fix`, body), 400, "invalid_request", "pull_request.number");
        await expectUntouched();
      },
    );
  });

  test.each(["null", "[]", '{"confirmed":"true"}', '{"confirmed":1}', '{"by":"Ann"}'])(
    "a confirmation with %s answers 400",
    async (body) => {
      const answer = await send("POST", `/issues/${issue.id}/confirm`, body);
      expectError(answer, 400, /^invalid_(request|json)$/);
      await expectUntouched();
    },
  );
});
