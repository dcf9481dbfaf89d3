// What a delivery may look like on the wire: JSON whatever its type is called, and forms.
import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { issueClientOf } from "../../../support/clients/issue-client.ts";
import { exchangeRaw, request } from "../../../support/clients/raw-socket.ts";
import { type Hook, openHook } from "../../../support/clients/webhook-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const BOM = "\ufeff";
const JSON_BODY = '{"title":"a=b&c","description":"Grüße 😀","external_id":12345678901234567890}';
const FORM = "application/x-www-form-urlencoded";
const IN_A_FIELD = encodeURIComponent('{"title":"Inside","priority":"high"}');

/** Types that are sent as the header's raw text; undefined sends none. */
const TYPES = [
  ...["application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "text/json", "text/plain", "json"],
  ...["text/plain; charset=UTF-8", "text/plain; charset=latin1", "application/octet-stream", "application/xml", "*/*"],
  ...[
    FORM,
    `${FORM}; charset=utf-8`,
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "application/csp-report",
  ],
  ...["", " application/json", "application/json;;;", ";;;", "/", "a/b/c", "application/json, text/plain", "\u00e9"],
  ...["application/vnd.api+json", 'application/json; charset="', "application/json; charset", undefined],
];

const multipart = (...parts: [headers: string, value: string][]) =>
  [...parts.map(([headers, value]) => `--b0\r\n${headers}\r\n\r\n${value}\r\n`), "--b0--\r\n"].join("");
const field = (name: string, value: string): [string, string] => [
  `Content-Disposition: form-data; name="${name}"`,
  value,
];

/** Sentence, body, type, and what the issue then says. */
const FORMS: [string, string, string, Record<string, unknown>][] = [
  [
    "a form post is read as its fields",
    "title=One+two&priority=high&source=form",
    FORM,
    { text: "One two", priority: "high" },
  ],
  ["percent-encoded and UTF-8", "title=Gr%C3%BC%C3%9Fe%20%F0%9F%98%80", FORM, { text: "Grüße 😀" }],
  ["a form without a type", "title=One&description=Two", "", { text: "One\n\nTwo" }],
  ["a first field with brackets in its name", "What+(1)=x&title=One", FORM, { text: "One" }],
  ["a first field without a name", "=x&title=One", FORM, { text: "One" }],
  ["a first field with a long name", `${"n".repeat(2_000)}=x&title=One`, FORM, { text: "One" }],
  ["a repeated field is a list", "title=One&platforms=ios&platforms=android", FORM, { platforms: ["ios", "android"] }],
  ["a comma-separated field", "title=One&platforms=ios,android", FORM, { platforms: ["ios", "android"] }],
  ["the JSON object in the field payload", `payload=${IN_A_FIELD}`, FORM, { text: "Inside", priority: "high" }],
  ["payload beside other fields", `title=Outside&payload=${IN_A_FIELD}`, FORM, { text: "Inside" }],
  [
    "the first of two payload fields",
    `payload=${IN_A_FIELD}&payload=%7B%22title%22%3A%22No%22%7D`,
    FORM,
    { text: "Inside" },
  ],
  ["a payload field that holds no object is a field", "payload=text&title=One", FORM, { text: "One" }],
  ["a payload field that is broken JSON is a field", "payload={broken&title=One", FORM, { text: "One" }],
  ["a form under the type of plain text", "title=One+two&priority=high", "text/plain", { text: "One two" }],
  [
    "multipart with a preamble",
    `In parts.\r\n${multipart(field("title", "One"))}`,
    'multipart/form-data; boundary="b0"',
    { text: "One" },
  ],
  [
    "multipart with a file called payload",
    multipart(['Content-Disposition: form-data; name="payload"; filename="x.json"', '{"title":"Inside"}']),
    "multipart/form-data; boundary=b0",
    { text: "Inside" },
  ],
  [
    "multipart fields",
    multipart(field("title", "One"), field("description", "Two\r\nthree")),
    "multipart/form-data; boundary=b0",
    { text: "One\n\nTwo\r\nthree" },
  ],
  [
    "multipart with a payload",
    multipart(field("payload", '{"title":"Inside"}')),
    "multipart/form-data; boundary=b0",
    { text: "Inside" },
  ],
  [
    "multipart under a type without its boundary",
    multipart(field("title", "One")),
    "multipart/form-data",
    { text: "One" },
  ],
  [
    "multipart with a file, which is skipped",
    multipart(
      [`Content-Disposition: form-data; name="f"; filename="a.png"\r\nContent-Type: image/png`, "\x89PNG"],
      field("title", "One"),
    ),
    "multipart/form-data; boundary=b0",
    { text: "One" },
  ],
];

const NOT_READABLE: [string, string | Buffer, string][] = [
  ["plain words", "Something broke", "text/plain"],
  ["XML", "<alert><title>x</title></alert>", "application/xml"],
  ["an equation under the type of plain text", "a b = c", "text/plain"],
  [
    "a multipart form that breaks off",
    '--b0\r\nContent-Disposition: form-data; name="title"\r\n\r\nOne',
    "multipart/form-data; boundary=b0",
  ],
  ["an empty form", "", FORM],
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let hook: Hook;
  beforeAll(async () => {
    hook = await openHook(world);
  });

  /** With the type's very bytes, which no client would send. */
  const sendAs = async (type: string | undefined, body: string, more: string[] = [], count = 1) => {
    const length = `Content-Length: ${Buffer.byteLength(body)}`;
    const head = request(`POST ${hook.path}`, [
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      length,
      ...more,
      "",
    ]);
    const bytes = Buffer.concat([Buffer.from(head.slice(0, -2), "latin1"), Buffer.from(body)]);
    return (await exchangeRaw(world.address, bytes, count)).at(-1)!;
  };

  test.each(TYPES)("JSON is read under Content-Type %j", async (type) => {
    const body = JSON_BODY.replace("12345678901234567890", JSON.stringify(`type ${type}`));
    const answer = await sendAs(type, body);
    expect(answer.status, answer.text).toBe(201);
    const issue = await issueClientOf(world).read(answer.body.issue.id);
    expect(issue).toMatchObject({ text: "a=b&c\n\nGrüße 😀", webhook: { external_id: `type ${type}` } });
  });

  test.each([
    ["with a byte order mark", BOM + JSON_BODY],
    ["with space around it", `\r\n\t ${JSON_BODY} \n`],
    ["over several lines", JSON.stringify(JSON.parse(JSON_BODY), null, 2)],
    ["as curl -d sends it", JSON_BODY],
  ])("JSON %s", async (sentence, body) => {
    const unique = body.replace(/1234567890\d+/, `"${sentence}"`);
    const issue = await hook.raised(unique, sentence.includes("curl") ? { "content-type": FORM } : {});
    expect(issue).toMatchObject({ text: "a=b&c\n\nGrüße 😀", webhook: { external_id: sentence } });
  });

  test.each(FORMS)("%s", async (_sentence, body, type, expected) => {
    expect(await hook.raised(body, type === "" ? {} : { "content-type": type })).toMatchObject(expected);
  });

  test("the fields of a client's own form data", async () => {
    const form = new FormData();
    form.set("title", "From a form");
    form.set("external_id", "007");
    form.set("screenshot", new Blob(["\x89PNG"], { type: "image/png" }), "a.png");
    const response = await fetch(world.address + hook.path, { method: "POST", body: form });
    expect(response.status).toBe(201);
    const { issue } = (await response.json()) as { issue: { id: string } };
    expect(await issueClientOf(world).read(issue.id)).toMatchObject({
      text: "From a form",
      webhook: { external_id: "007" },
    });
  });

  test.each(NOT_READABLE)("%s: 400 invalid_json", async (_sentence, body, type) => {
    expect(outcomeOf(await hook.deliver(body, { "content-type": type }))).toBe("400 invalid_json");
  });

  test.each(["1.10", "1e2", "100.0", "1e400"])("the number %s as an id is the text that was sent", async (id) => {
    expect(await hook.raised(`{"title":"x","external_id":${id}}`)).toMatchObject({ webhook: { external_id: id } });
  });

  test("a form may have 1,000 fields, and the title counts wherever it stands", async () => {
    const many = (count: number) => `${"a=b&".repeat(count - 1)}title=The+last+of+${count}`;
    expect(await hook.raised(many(1_000), { "content-type": FORM })).toMatchObject({ text: "The last of 1000" });
    const refused = await hook.deliver(many(1_001), { "content-type": FORM });
    expectError(refused, 400, "invalid_json", "more than 1,000 fields");
  });

  test("a form without a title: 400 missing_title", async () => {
    expect(outcomeOf(await hook.deliver("payload=%7Bbroken", { "content-type": FORM }))).toBe("400 missing_title");
    expect(outcomeOf(await hook.deliver("titel=x&text=y", { "content-type": FORM }))).toBe("400 missing_title");
  });

  test("a client that asks for 100-continue is told to go on, and answered", async () => {
    const answer = await sendAs("application/json", '{"title":"x"}', ["Expect: 100-continue"], 2);
    expect(answer.status).toBe(201);
    expect(await issueClientOf(world).read(answer.body.issue.id)).toMatchObject({ text: "x" });
  });
});
