// The tools of assistants: which there are for whom, what they say about themselves, and what they answer.
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { MCP_TOOLS } from "../../../src/mcp/assistant-server.ts";
import { dataOf } from "../../support/checks/route-table.ts";
import { type Assistant, assistantOf, type Era } from "../../support/clients/mcp-client.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const READS = [
  "list_apps",
  "get_app",
  "get_runbook",
  "check_gate",
  "list_checks",
  "get_check",
  "list_results",
  "list_cycles",
  "get_cycle",
  "list_issues",
  "get_issue",
  "list_comments",
];
const CYCLES = ["start_cycle", "close_cycle"];
const TESTS = ["record_results", "raise_issue", "edit_issue", "place_issue", "confirm_issue", "add_comment"];

test("every tool says what it is for, and what to put into its fields", () => {
  for (const { name, title, description, input } of MCP_TOOLS) {
    expect(name).toMatch(/^[a-z_]{3,64}$/);
    expect(title.length, name).toBeGreaterThan(5);
    expect(description.length, name).toBeGreaterThan(30);
    const { properties } = z.toJSONSchema(input, { io: "input" }) as unknown as {
      properties: Record<string, { description?: string }>;
    };
    for (const field of ["app", "check", "section", "issue", "platform", "platforms", "cycle", "limit", "cursor"]) {
      if (field in properties) expect(properties[field]!.description, `${name}.${field}`).toBeTruthy();
    }
  }
});

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const withKey = async <T>(key: string, work: (assistant: Assistant) => Promise<T>, era: Era = "current") => {
    const assistant = await assistantOf(world.address, key, era);
    try {
      return await work(assistant);
    } finally {
      await assistant.close();
    }
  };
  const asAdmin = <T>(work: (assistant: Assistant) => Promise<T>) => withKey(world.admin, work);

  test.each<["viewer" | "tester" | "admin", string[]]>([
    ["viewer", READS],
    ["tester", [...READS, ...TESTS]],
    ["admin", [...READS, ...TESTS, ...CYCLES, "fix_issue"]],
  ])("a %s has the tools of the role, in both protocols, and can't use others", async (role, names) => {
    for (const era of ["current", "older"] as const) {
      await withKey(
        world[role],
        async (assistant) => {
          expect((await assistant.tools()).sort()).toEqual([...names].sort());
          if (role === "admin") return;
          await expect(assistant.use("fix_issue", { issue: "SHOP-1" })).rejects.toThrow("fix_issue not found");
          await expect(assistant.use("close_cycle", { app: "Shop", cycle: "1.5" })).rejects.toThrow("not found");
        },
        era,
      );
    }
  });

  test("annotations say which tools only read, which replace something, and which may be repeated", async () => {
    const { tools } = await asAdmin(({ client }) => client.listTools());
    const hints = Object.fromEntries(
      tools.map(({ name, annotations: a }) => [name, [a?.readOnlyHint, a?.destructiveHint, a?.idempotentHint]]),
    );
    for (const name of READS) expect(hints[name], name).toEqual([true, false, true]);
    expect(hints).toMatchObject({
      raise_issue: [false, false, false],
      add_comment: [false, false, false],
      record_results: [false, false, false],
      edit_issue: [false, true, true],
      fix_issue: [false, false, true],
      confirm_issue: [false, false, true],
      place_issue: [false, false, true],
      start_cycle: [false, false, false],
      close_cycle: [false, true, false],
    });
    expect(tools.every(({ annotations }) => annotations?.openWorldHint === false)).toBe(true);
    expect(tools.find(({ name }) => name === "fix_issue")!.inputSchema).toMatchObject({
      type: "object",
      properties: {
        issue: { type: "string", description: "Issue id or code" },
        fixed: { type: "boolean", default: true },
      },
      required: ["issue"],
      additionalProperties: false,
    });
  });

  test("a scoped key sees its app alone, by every tool", async () => {
    const [own, other] = [await world.app(), await world.app()];
    const hidden = await dataOf(world, "POST", "/issues", { app: other.id, check: "PAY-1", text: "Hidden" });
    await withKey(await world.key("admin", [own.id]), async (assistant) => {
      expect((await assistant.use("list_apps")).data.apps.map(({ id }: { id: string }) => id)).toEqual([own.id]);
      for (const [name, input] of [
        ["get_app", { app: other.id }],
        ["get_app", { app: other.name }],
        ["list_checks", { app: other.id }],
        ["list_cycles", { app: other.id }],
        ["get_cycle", { app: other.id, cycle: "1.5" }],
        ["start_cycle", { app: other.id, name: "1.5" }],
        ["list_issues", { app: other.name }],
        ["get_issue", { issue: hidden.id }],
        ["get_issue", { issue: `${other.prefix}-1` }],
        ["fix_issue", { issue: hidden.id }],
        ["fix_issue", { issue: `${other.prefix}-1` }],
        ["edit_issue", { issue: hidden.id, text: "Mine" }],
        ["place_issue", { issue: hidden.id, check: "SIGN-1" }],
        ["list_comments", { issue: hidden.id }],
        ["list_comments", { issue: `${other.prefix}-1` }],
        ["add_comment", { issue: hidden.id, text: "Mine" }],
        ["record_results", { app: other.id, results: [{ check: "PAY-1", outcome: "passed" }] }],
      ] as const) {
        const told = await assistant.use(name, input);
        expect([told.isError, told.data.error.code], `${name} ${JSON.stringify(input)}`).toEqual([true, "not_found"]);
        expect(told.text).not.toContain("Hidden");
        expect(told.text.replaceAll(JSON.stringify(other.name), "")).not.toContain(other.name);
      }
      expect((await assistant.use("list_issues", { status: "all" })).data.issues).toEqual([]);
    });
    expect((await dataOf(world, "GET", `/issues/${hidden.id}`)).text).toBe("Hidden");
  });

  test("comments are added under the key's name, and read page by page", async () => {
    const app = await world.app();
    const { id, code } = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    await dataOf(world, "POST", `/issues/${id}/comments`, { text: "Seen\nHow often?" });
    await withKey(world.tester, async (assistant) => {
      const said = await assistant.use("add_comment", { issue: code, text: "Twice" });
      expect(said.data.comment).toMatchObject({ text: "Twice", written_by: "tester key via MCP", own: true });
      const listed = await assistant.use("list_comments", { issue: code, limit: 1 });
      expect(listed.text).toMatch(/^1 comments\n- admin key via API, [^:]+:[^:]+:[^ ]+ Seen\n {2}How often\?\n/);
      const next = await assistant.use("list_comments", { issue: id, limit: 1, cursor: listed.data.next_cursor });
      expect(next.data.comments).toEqual([said.data.comment]);
      expect((await assistant.use("add_comment", { issue: code, text: " " })).data.error.code).toBe("invalid_request");
    });
    expect(await dataOf(world, "GET", `/issues/${id}/comments`)).toHaveLength(2);
  });

  test("an issue is fixed as a whole by an empty list of platforms, too", async () => {
    const app = await world.app();
    const { id } = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    await asAdmin(async (assistant) => {
      const told = await assistant.use("fix_issue", { issue: id, platforms: [] });
      expect(told.text).toContain("Fixed; it needs a retest now.");
    });
    expect((await dataOf(world, "GET", `/issues/${id}`)).status).toBe("fixed");
  });

  test("results are listed with who recorded them, narrowed down by all that the API narrows them down by", async () => {
    const app = await world.app();
    const results = [{ check: "PAY-1", outcome: "failed", note: "It hangs", build: "7.1" }];
    await asAdmin(async (assistant) => {
      await assistant.use("record_results", { app: app.name, results });
      await assistant.use("record_results", { app: app.name, results: [{ check: "SIGN-1", outcome: "passed" }] });
      const { data, text } = await assistant.use("list_results", { app: app.name, check: "PAY-1", platform: "ios" });
      const by = { recorded_by: "admin key via MCP", recorded_at: expect.any(String) };
      expect(data.results).toEqual([
        { check: "PAY-1", platform: "ios", outcome: "failed", note: "It hangs", build: "7.1", ...by },
      ]);
      expect(text).toContain("PAY-1 on ios: failed, by admin key via MCP (build 7.1): It hangs");
      expect((await assistant.use("list_results", { app: app.name })).data.results).toHaveLength(4);
      const { data: unknown } = await assistant.use("list_results", { app: app.name, check: "NONE-1" });
      await assistant.use("start_cycle", { app: app.name, name: "1.5" });
      await assistant.use("record_results", {
        app: app.name,
        results: [{ check: "SIGN-2", platforms: ["ios"], outcome: "passed" }],
        cycle: "1.5",
      });
      const [last] = (await assistant.use("list_results", { app: app.name, limit: 1 })).data.results;
      const narrowed: [object, number][] = [
        [{ outcome: "failed" }, 2],
        [{ tester: "admin key via MCP" }, 5],
        [{ tester: "Nobody" }, 0],
        [{ build: "7.1" }, 2],
        [{ cycle: "1.5" }, 1],
        [{ cycle: "1.5", outcome: "failed" }, 0],
        [{ until: "2020-01-01T00:00:00Z" }, 0],
        [{ since: last.recorded_at, check: "SIGN-2" }, 1],
      ];
      for (const [filter, count] of narrowed) {
        const { data: found } = await assistant.use("list_results", { app: app.name, ...filter });
        expect([filter, found.results.length]).toEqual([filter, count]);
      }
      const refusals: [object, string][] = [
        [{ cycle: "1.6" }, "not_found"],
        [{ since: "yesterday" }, "invalid_request"],
      ];
      for (const [filter, code] of refusals) {
        const { data: refused } = await assistant.use("list_results", { app: app.name, ...filter });
        expect([filter, refused.error.code]).toEqual([filter, code]);
      }
      expect(unknown.error.code).toBe("not_found");
    });
  });

  test("lists are given in pages, and say how to go on; going on gives each once", async () => {
    const app = await world.app();
    for (let i = 0; i < 5; i++)
      await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: `No ${i}` });
    await asAdmin(async (assistant) => {
      for (const [tool, list, input] of [
        ["list_issues", "issues", { app: app.id }],
        ["list_checks", "checks", { app: app.id }],
        ["get_runbook", "sections", { app: app.id }],
        ["list_apps", "apps", {}],
      ] as const) {
        const whole = await assistant.use(tool, input);
        expect(whole.data.next_cursor).toBeNull();
        const seen: unknown[] = [];
        for (let cursor: string | undefined; ; ) {
          const page = await assistant.use(tool, { ...input, limit: 2, ...(cursor === undefined ? {} : { cursor }) });
          seen.push(...page.data[list]);
          if (page.data.next_cursor === null) break;
          expect(page.text).toContain(`cursor ${JSON.stringify(page.data.next_cursor)}`);
          cursor = page.data.next_cursor;
        }
        const one = (entry: { id?: string; checks?: unknown }) =>
          Array.isArray(entry.checks) ? entry.checks.map(({ id }) => id) : [entry.id];
        expect(seen.flatMap(one as never)).toEqual(whole.data[list].flatMap(one));
        const wrong = await assistant.use(tool, { ...input, cursor: "made up" });
        expect(wrong.data.error.code, tool).toBe("invalid_cursor");
      }
    });
  });

  test("a page's cursor is for the key that it was given to, and for the same list only", async () => {
    const [app, another] = [await world.app(), await world.app()];
    for (let i = 0; i < 3; i++)
      await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: `No ${i}` });
    const lists = [
      ["list_issues", { app: app.id }, { app: another.id }],
      ["list_checks", { app: app.id }, { app: another.id }],
      ["get_runbook", { app: app.id }, { app: another.id }],
      ["list_apps", {}, { search: "o" }],
    ] as const;
    await asAdmin(async (assistant) => {
      for (const [tool, input, others] of lists) {
        const cursor = (await assistant.use(tool, { ...input, limit: 1 })).data.next_cursor;
        const elsewhere = await assistant.use(tool, { ...others, cursor });
        expect([tool, elsewhere.data.error.code]).toEqual([tool, "invalid_cursor"]);
        const stolen = await withKey(world.tester, (other) => other.use(tool, { ...input, cursor }));
        expect([tool, stolen.data.error.code]).toEqual([tool, "invalid_cursor"]);
        expect((await assistant.use(tool, { ...input, cursor })).data.error).toBeUndefined();
      }
    });
  });

  test("issues are found by words, code, check, platform and priority, and read whole by code", async () => {
    const app = await world.app();
    const text = `Crème brûlée burns\n\n${"long ".repeat(300)}end`;
    await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text, platforms: ["ios"], priority: "low" });
    await dataOf(world, "POST", "/issues", { app: app.id, check: "SIGN-1", text: "Another" });
    await asAdmin(async (assistant) => {
      const codes = async (input: object) =>
        (await assistant.use("list_issues", { app: app.name, ...input })).data.issues.map(
          ({ code }: { code: string }) => code,
        );
      const [first, second] = [`${app.prefix}-1`, `${app.prefix}-2`];
      expect(await codes({})).toEqual([second, first]);
      expect(await codes({ q: "creme" })).toEqual([first]);
      expect(await codes({ search: second.toLowerCase() })).toEqual([second]);
      expect(await codes({ check: "Card" })).toEqual([first]);
      expect(await codes({ section: "SIGN" })).toEqual([second]);
      expect(await codes({ platform: "android" })).toEqual([second]);
      expect(await codes({ priority: "none" })).toEqual([second]);
      expect(await codes({ status: "fixed" })).toEqual([]);
      const listed = await assistant.use("list_issues", { app: app.id, search: "creme" });
      expect(listed.text.length).toBeLessThan(500);
      const whole = await assistant.use("get_issue", { issue: first.toLowerCase() });
      expect(whole.text).toContain("long end");
      expect(whole.data.issue).toMatchObject({
        code: first,
        url: `http://localhost:3000/issues/${whole.data.issue.id}`,
      });
    });
  });

  test("null in an argument that may be left out counts as left out; in one that must be given it is refused", async () => {
    const app = await world.app();
    await withKey(world.tester, async (assistant) => {
      const raised = await assistant.use("raise_issue", {
        app: app.id,
        check: "PAY-1",
        text: "Broken",
        section: null,
        platforms: null,
        priority: null,
        reporter: { name: "Mara", email: null },
      });
      expect(raised.data.issue).toMatchObject({ text: "Broken", priority: null, all_platforms: true });
      const listed = await assistant.use("list_issues", {
        app: app.id,
        check: null,
        q: null,
        limit: null,
        cursor: null,
      });
      expect(listed.data.issues).toHaveLength(1);
      const recorded = await assistant.use("record_results", {
        app: app.id,
        results: [{ check: "PAY-1", outcome: "failed", note: null, build: null, platforms: null }],
      });
      expect(recorded.isError).toBeFalsy();
      const missing = await assistant.use("raise_issue", { app: app.id, check: "PAY-1", text: null });
      expect(missing.isError).toBe(true);
      expect(missing.text).toContain("text");
    });
  });

  test("an edit replaces what it names, the label says MCP, and the history keeps the rest", async () => {
    const app = await world.app();
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Before" });
    await withKey(world.tester, async (assistant) => {
      const edited = await assistant.use("edit_issue", { issue: issue.id, text: "After", priority: "urgent" });
      expect(edited.data.issue).toMatchObject({ text: "After", priority: "urgent", edited_by: "tester key via MCP" });
      const cleared = await assistant.use("edit_issue", { issue: issue.id, priority: null });
      expect(cleared.data.issue.priority).toBeNull();
      const nothing = await assistant.use("edit_issue", { issue: issue.id });
      expect(nothing.text).toBe("invalid_request: body: name at least one of text, platforms, priority.");
    });
    const history = await dataOf(world, "GET", `/issues/${issue.id}/history`);
    expect(history.at(-2)).toMatchObject({ by: "tester key via MCP", changes: { text: { from: "Before" } } });
  });

  test("fixing platform by platform works where an app has several repositories", async () => {
    const repositories = ["ios", "android"].map((code) => ({ repo: `shop/${code}`, platforms: [code] }));
    const app = await world.app({ repositories });
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    const pull_request = { number: 7, url: "https://git.example/shop/ios/7", repo: "shop/ios" };
    await asAdmin(async (assistant) => {
      const partly = await assistant.use("fix_issue", { issue: issue.id, platforms: ["ios"], pull_request });
      expect(partly.text).toMatch(/^Fixed on some platforms\.\n[\s\S]*still open on android/);
      expect(partly.data.issue).toMatchObject({ status: "open", still_open_on: ["android"] });
    });
  });

  test.each<[string, string, Record<string, unknown>, string, RegExp]>([
    ["a misspelt app", "get_app", { app: "APP~" }, "not_found", /Did you mean "App \w+"\? There are "/],
    [
      "an unknown platform",
      "raise_issue",
      { app: "APP", check: "PAY-1", text: "x", platforms: ["tv"] },
      "unknown_platform",
      /"tv"; this app has "ios", "android"/,
    ],
    [
      "a platform of the gate",
      "check_gate",
      { app: "APP", platforms: ["tv"] },
      "unknown_platform",
      /this app has "ios"/,
    ],
    [
      "an unknown check",
      "get_check",
      { app: "APP", check: "PAY-9" },
      "not_found",
      /^not_found: check: No such check as "PAY-9", .*\. Did you mean "PAY-1"\? list_checks shows/,
    ],
    [
      "an unknown section of a cycle",
      "start_cycle",
      { app: "APP", name: "1.5", sections: ["PAYY"] },
      "not_found",
      /No such section as "PAYY", .*\. Did you mean "Pay"\? get_app shows/,
    ],
    ["no check on a testing app", "raise_issue", { app: "APP", text: "x" }, "missing_check", /check/],
    [
      "a text that is too long",
      "raise_issue",
      { app: "APP", check: "PAY-1", text: "x".repeat(4_001) },
      "invalid_request",
      /at most 4000/,
    ],
    [
      "a check in results",
      "record_results",
      { app: "APP", results: [{ check: "NOPE", outcome: "passed" }] },
      "not_found",
      /check/,
    ],
    ["an unknown code", "get_issue", { issue: "ZZZZZ-99" }, "not_found", /"ZZZZZ-99"/],
    ["a time that is none", "list_issues", { app: "APP", raised_after: "yesterday" }, "invalid_request", /ISO 8601/],
    ["a check without its app", "list_issues", { check: "PAY-1" }, "invalid_request", /needs app too/],
    ["a place that is none", "place_issue", { issue: "OPEN", check: "NOPE" }, "not_found", /check/],
    ["a place of another app", "place_issue", { issue: "OPEN", check: "THEIRS" }, "not_found", /check/],
    ["no place on a testing app", "place_issue", { issue: "OPEN" }, "missing_check", /live mode/],
    ["an issue that needs a result", "confirm_issue", { issue: "OPEN" }, "has_check", /result/],
    [
      "an argument that there is not",
      "list_issues",
      { apps: "APP" },
      "invalid_request",
      /unknown argument "apps"; did you mean "app"\?/,
    ],
    [
      "a misspelt status",
      "list_issues",
      { status: "opne" },
      "invalid_request",
      /status: expected one of .*; did you mean "open"\?/,
    ],
    [
      "a misspelt platform",
      "check_gate",
      { app: "APP", platforms: ["andriod"] },
      "unknown_platform",
      /unknown "andriod"; did you mean "android"\? This app has/,
    ],
    [
      "a misspelt field of a result",
      "record_results",
      { app: "APP", results: [{ check: "PAY-1", outcom: "passed" }] },
      "invalid_request",
      /results\[0\]: unknown field "outcom"; did you mean "outcome"\?/,
    ],
    ["a NUL", "get_app", { app: "a\0b" }, "not_found", /no app/],
  ])("%s is a result that says how to do it right", async (_name, tool, input, code, words) => {
    const app = await world.app();
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    const [theirs] = await dataOf(world, "GET", `/checks?app=${(await world.app()).id}&section=PAY`);
    const given = JSON.parse(
      JSON.stringify(input)
        .replaceAll('"APP"', JSON.stringify(app.id))
        .replaceAll("APP~", `${app.name.slice(0, -1)}~`)
        .replaceAll("OPEN", issue.id)
        .replaceAll("THEIRS", theirs.id),
    );
    const told = await asAdmin((assistant) => assistant.use(tool, given));
    expect([told.isError, told.data.error.code]).toEqual([true, code]);
    expect(told.text).toMatch(words);
    expect(told.text).not.toMatch(/\n\s+at |sqlite|select /i);
  });

  test("what a person can take in at a glance: an app, its runbook, the gate", async () => {
    const app = await world.app();
    await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken", platforms: ["ios"] });
    await asAdmin(async (assistant) => {
      expect((await assistant.use("get_app", { app: app.id })).text).toContain(
        "16 % complete; 0 passed, 1 failed, 0 needs_retest, 5 untested, 0 not_applicable; 3 checks, 1 open issues",
      );
      expect((await assistant.use("get_runbook", { app: app.id })).text).toBe(
        [
          `${app.name}: 3 checks`,
          "SIGN Sign in",
          "- SIGN-1 Password: ios: untested, android: untested",
          "- SIGN-2 Wallet: ios: untested, android: untested",
          "PAY Pay",
          "- PAY-1 Card: ios: failed, android: untested",
        ].join("\n"),
      );
      const gate = await assistant.use("check_gate", { app: app.id, platforms: ["android"], percent: 0 });
      expect(gate.data.gate).toMatchObject({ result: "pass", platforms: ["android"] });
      expect((await assistant.use("list_apps", { search: app.name.slice(4).toUpperCase() })).data.total).toBe(1);
    });
  });
});
