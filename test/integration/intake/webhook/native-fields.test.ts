// The fields of the native shape, one by one, as the issue then shows them.
import { beforeAll, describe, expect, test } from "vitest";
import { TIMESTAMP } from "../../../support/clients/issue-client.ts";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

type Json = Record<string, unknown>;
const PAGE = "https://shop.example/cart?step=2";

/** Sentence, payload, the issue's text. */
const TEXTS: [string, Json, string][] = [
  [
    "the title is the first line, the description the rest",
    { title: "One", description: "Two\nthree" },
    "One\n\nTwo\nthree",
  ],
  ["a title alone is the whole text", { title: "One" }, "One"],
  [
    "without a title the first line of the description is used",
    { description: "One\nTwo\nthree" },
    "One\n\nTwo\nthree",
  ],
  ["a blank title counts as absent", { title: " \t", description: "One\nTwo" }, "One\n\nTwo"],
  ["a title of a wrong type counts as absent", { title: ["a"], description: "One" }, "One"],
  [
    "of a title with several lines the rest begins the description",
    { title: "One\nmore", description: "Two" },
    "One\n\nmore\n\nTwo",
  ],
  ["nothing appears twice", { title: "One", description: "One\nTwo" }, "One\n\nTwo"],
  ["url is appended", { title: "One", description: "Two", url: PAGE }, `One\n\nTwo\n\n${PAGE}`],
  ["url is appended to a title alone", { title: "One", url: PAGE }, `One\n\n${PAGE}`],
  ["a url is appended whatever it is", { title: "One", url: "/checkout/cart" }, "One\n\n/checkout/cart"],
  ["a screen of an app is appended", { title: "One", url: "myapp://screen\n?a" }, "One\n\nmyapp://screen ?a"],
  [
    "a url of more than 2,048 characters is cut, and stays when the text is cut",
    { title: "One", description: "x".repeat(5_000), url: "y".repeat(3_000) },
    `One\n\n${"x".repeat(1_944)}…\n\n${"y".repeat(2_047)}…`,
  ],
  ["a number is a title", { title: 123 }, "123"],
  [
    "markup is text",
    { title: "<script>x</script>", description: "[x](javascript:y)" },
    "<script>x</script>\n\n[x](javascript:y)",
  ],
  ["formulas are text", { title: "=HYPERLINK(1)", description: "+1\n-1\n@SUM" }, "=HYPERLINK(1)\n\n+1\n-1\n@SUM"],
  ["NUL characters are left out", { title: "O\0ne", description: "T\0wo" }, "One\n\nTwo"],
];

/** Sentence, payload, what the issue says of who raised it. */
const PEOPLE: [string, Json, Json][] = [
  [
    "the reporter's name via webhook",
    { reporter: { name: "Ann" } },
    { raised_by: "Ann via webhook", reporter: { name: "Ann" } },
  ],
  [
    "with an e-mail address",
    { reporter: { name: "Ann", email: "ann@a.example" } },
    { raised_by: "Ann via webhook", reporter: { name: "Ann", email: "ann@a.example" } },
  ],
  [
    "with an address as the tool wrote it",
    { reporter: { name: "Ann", email: " Ann Lee <ann@a.example> " } },
    { reporter: { name: "Ann", email: "Ann Lee <ann@a.example>" } },
  ],
  ["an empty address is left out", { reporter: { name: "Ann", email: "" } }, { reporter: { name: "Ann" } }],
  [
    "an address of over 254 characters is left out",
    { reporter: { name: "Ann", email: "a".repeat(255) } },
    { reporter: { name: "Ann" } },
  ],
  ["the reporter before the source", { reporter: { name: "Ann" }, source: "tool" }, { raised_by: "Ann via webhook" }],
  ["without a reporter the source via webhook", { source: "tool" }, { raised_by: "tool via webhook", reporter: null }],
  ["without either just Webhook", {}, { raised_by: "Webhook", reporter: null }],
  [
    "a reporter without a name is none",
    { reporter: { email: "ann@a.example" } },
    { raised_by: "Webhook", reporter: null },
  ],
  ["an empty reporter is none", { reporter: {} }, { reporter: null }],
  ["a name of a wrong type is none", { reporter: { name: 1 } }, { reporter: null }],
  ["a reporter that is text is none", { reporter: "Ann" }, { reporter: null }],
  [
    "an address with a line break is left out",
    { reporter: { name: "Ann", email: "a@b.example\r\nBcc: c@d.example" } },
    { reporter: { name: "Ann" } },
  ],
  [
    "a name is kept on one line",
    { reporter: { name: "Ann\nadmin via API" } },
    { raised_by: "Ann admin via API via webhook" },
  ],
  [
    "a name cannot pass for a key's",
    { reporter: { name: "admin key via API" } },
    { raised_by: "admin key via API via webhook" },
  ],
  [
    "a name cannot turn the direction of what follows",
    { reporter: { name: "Ann\u202e" } },
    { raised_by: "Ann via webhook" },
  ],
];

const LINKS_KEPT = [
  "https://a.example/1",
  "http://a.example",
  "HTTPS://A.example/x?y#z",
  "https://[2001:db8::1]:8080/x",
];
const LINKS_DROPPED: unknown[] = [
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "//evil.example",
  ],
  ...[
    "http:\\\\evil.example",
    "https://a@b.example",
    "ftp://a.example",
    "a.example",
    "/path",
    "",
    " ",
    "https://",
    1,
    {},
  ],
  ...[["https://a.example"], true, null, `https://a.example/${"x".repeat(10_000)}`],
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let hook: Hook;
  beforeAll(async () => {
    hook = await openHook(world);
  });
  const raised = (payload: Json) => hook.raised({ title: "T", ...payload });

  test.each(TEXTS)("%s", async (_sentence, payload, text) => {
    expect((await hook.raised(payload)).text).toBe(text);
  });

  test("a text over 4,000 characters is cut, never inside a character, and the page's line stays", async () => {
    const { text } = await raised({ description: "😀".repeat(200_000), url: PAGE });
    expect([...text]).toHaveLength(4_000);
    expect(text).toMatch(/^T\n\n(😀)+…\n\nhttps:\/\/shop\.example\/cart\?step=2$/u);
    const short = await raised({ description: "x".repeat(3_997) });
    expect(short.text).toBe(`T\n\n${"x".repeat(3_997)}`);
  });

  test.each(PEOPLE)("%s", async (_sentence, payload, expected) => {
    expect(await raised(payload)).toMatchObject(expected);
  });

  test.each(LINKS_KEPT)("the link %s is kept", async (link) => {
    expect((await raised({ link })).webhook).toMatchObject({ source: null, external_id: null, link });
  });

  test("a link of 8,192 characters is kept", async () => {
    const link = `https://logs.example/search?q=${"x".repeat(8_192 - 30)}`;
    expect((await raised({ link })).webhook).toMatchObject({ link });
    await hook.configure({ preset: "custom", mapping: { link: "https://logs.example/search?q={query}" } });
    expect((await raised({ query: "x".repeat(8_192 - 30) })).webhook).toMatchObject({ link });
    expect((await raised({ query: "x".repeat(8_192 - 29) })).webhook).toMatchObject({ link: null });
    await hook.configure({ preset: "native" });
  });

  test("every other link is ignored and the issue raised all the same", async () => {
    const issues = await Promise.all(LINKS_DROPPED.map((link) => raised({ link })));
    expect(issues.map(({ webhook }) => webhook!.link)).toEqual(LINKS_DROPPED.map(() => null));
  });

  test("source, external_id and link are stored with the issue, which is otherwise like any other", async () => {
    const given = { source: "tool", external_id: "x-1", link: "https://a.example/1" };
    expect(await raised({ ...given, description: "Text", platforms: ["ios"], priority: "high" })).toEqual({
      id: expect.any(String),
      code: expect.stringMatching(/^[A-Z]+-\d+$/),
      url: expect.stringMatching(/\/issues\/iss_\w+$/),
      app: { id: hook.app.id, name: hook.app.name },
      check: null,
      text: "T\n\nText",
      platforms: ["ios"],
      all_platforms: false,
      status: "open",
      raised_by: "tool via webhook",
      raised_at: expect.stringMatching(TIMESTAMP),
      reporter: null,
      via: "webhook",
      edited_by: null,
      edited_at: null,
      fixed_by: null,
      fixed_at: null,
      fixed_on: [],
      still_open_on: [],
      webhook: { ...given, deliveries: 1, last_delivery_at: expect.stringMatching(TIMESTAMP) },
      section_id: null,
      priority: "high",
      assignees: [],
      confirmed_fixed_by: null,
      confirmed_fixed_at: null,
      tracker: null,
      attachments: [],
    });
  });

  test.each<[unknown, string | null]>([
    ["short", "short"],
    ["  trimmed\nname ", "trimmed name"],
    ["x".repeat(100), "x".repeat(64)],
    ["a\0b", "ab"],
    [7, "7"],
    [{}, null],
    [["a"], null],
    ["", null],
    [null, null],
  ])("source %j is stored as %j", async (source, stored) => {
    const issue = await raised({ source });
    expect(issue.webhook!.source).toBe(stored);
    expect(issue.raised_by).toBe(stored === null ? "Webhook" : `${stored} via webhook`);
  });

  test("fields of an issue that are not of the payload's shape can't be set from outside", async () => {
    const forged = { id: "iss_1", status: "fixed", via: "api", raised_by: "Boss", fixed_by: "Boss", check: "SIGN-1" };
    const more = {
      section: "SIGN",
      section_id: "x",
      assignees: ["Boss"],
      webhook: { source: "x" },
      text: "Forged",
      number: 9,
    };
    expect(await raised({ ...forged, ...more })).toMatchObject({
      text: "T",
      status: "open",
      via: "webhook",
      raised_by: "Webhook",
      check: null,
      section_id: null,
      assignees: [],
      webhook: { source: null, external_id: null, link: null },
    });
  });

  test("wrong types in every optional field at once are passed over", async () => {
    for (const wrong of [{}, [], true, null, 0.5, "", [[]], { name: {} }]) {
      const fields = ["description", "platforms", "priority", "url", "reporter", "link", "source"];
      const payload = Object.fromEntries(fields.map((field) => [field, wrong]));
      expect(await raised(payload)).toMatchObject({ status: "open", platforms: [], priority: null, reporter: null });
    }
  });
});
