// Edits, fixes and confirmations that must be refused, and that leave the issue as it was.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import {
  BROKEN_FIXES,
  NOT_CONFIRMATIONS,
  NOT_EDITS,
  NOT_FIXES,
  NOT_LINKS,
  NOT_PULL_NUMBERS,
  UNKNOWN_PLATFORMS,
} from "../../../support/hostile/hostile-edits.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let issue: any;
  const read = async () => (await world.call(world.viewer, "GET", `/issues/${issue.id}`)).body.data;
  const raiseOn = async (app: { id: string }) => {
    const fields = { app: app.id, check: "SIGN-1", text: "broken", platforms: ["ios"] };
    return (await world.call(world.tester, "POST", "/issues", fields)).body.data;
  };
  const send = (method: string, path: string, body: string, key = world.admin) => world.call(key, method, path, body);

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

  test.each(BROKEN_FIXES)("a fix with a body of %j answers 400 invalid_json", async (body) => {
    expectError(await send("POST", `/issues/${issue.id}/fix`, body === "spaces" ? "  " : body), 400, "invalid_json");
    await expectUntouched();
  });

  test.each(NOT_EDITS)("an edit with %s answers 400 and changes nothing", async (_name, body, naming) => {
    expectError(await send("PATCH", `/issues/${issue.id}`, body), 400, "invalid_request", naming);
    await expectUntouched();
  });

  test.each(UNKNOWN_PLATFORMS)(
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

    test.each(NOT_PULL_NUMBERS)("a pull request of the number %s is refused and fixes nothing", async (number) => {
      const pull = `{"number":${number},"url":"https://a.example/1","repo":"ios"}`;
      const body = `{"platforms":["ios"],"pull_request":${pull}}`;
      expectError(await send("POST", `/issues/${issue.id}/fix`, body), 400, "invalid_request", "pull_request.number");
      await expectUntouched();
    });
  });

  test.each(NOT_CONFIRMATIONS)("a confirmation with %s answers 400", async (body) => {
    const answer = await send("POST", `/issues/${issue.id}/confirm`, body);
    expectError(answer, 400, /^invalid_(request|json)$/);
    await expectUntouched();
  });
});
