// Comments of trackers: which are taken, which are our own, and what is left of them.
import { expect, test } from "vitest";
import type { IssueEvent } from "../../../../src/domain/connections/connection.ts";
import { plainText } from "../../../../src/integrations/jira/shared/adf.ts";
import { commentCommand, toldOf } from "../../../../src/integrations/toolkit/tracker/tracker-comment.ts";
import { commentInMarkdown } from "../../../../src/integrations/toolkit/tracker/tracker-text.ts";

const url = "https://retest.example/issues/iss_1m7nqfd86000000300022zhzqcm";
const issue = { id: "iss_1", code: "NIM-42", url, title: "T", text: "T", priority: null, platforms: [], check: null };
const event = (comment?: IssueEvent["comment"]): IssueEvent => ({
  kind: comment === undefined ? "fixed" : "commented",
  at: 0,
  by: "Kim",
  app: { id: "app_1", name: "Nimbus" },
  issue: { ...issue, raisedBy: "Kim", link: null },
  ...(comment === undefined ? {} : { comment }),
});

const ID = "iss_1m7nqfd86000000300022zhzqcm";
const AT = "2026-11-17T10:00:00.000Z";

test("all that we say there is known as ours by the issue that it is about, in Markdown and as Jira writes it", () => {
  for (const one of [event(), event({ id: "cmt_2", text: "Words\n```\nof somebody" })]) {
    expect(toldOf(commentInMarkdown(one))).toBe(ID);
    expect(toldOf(`${commentInMarkdown(one)}\r\n\r\n<!-- retest: iss_1 commented cmt_2 -->`)).toBe(ID);
  }
  expect(toldOf(`Words\nCommented by Kim at ${AT}. [NIM-42|${url}#cmt_2]`)).toBe(ID);
  expect(toldOf(`Commented by Kim at ${AT}. [NIM-42|${url}#cmt_2|smart-link]\n`)).toBe(ID);
  expect(toldOf(`Marked as fixed by Kim at ${AT}. It needs a retest. [NIM-42|${url}]`)).toBe(ID);
});

const OURS = commentInMarkdown(event({ id: "cmt_2", text: "x" }));
test.each([
  ["a reply below a quote of ours", `> ${OURS.replaceAll("\n", "\n> ")}\n\nI agree`],
  ["a quote of ours below a reply", `I agree\n\n> ${OURS.replaceAll("\n", "\n> ")}`],
  ["a quote of ours at Jira", `I agree\n{quote}Commented by Kim at ${AT}. [NIM-42|${url}]{quote}`],
  ["what we said of a fix below somebody's own words", `No.\n${commentInMarkdown(event())}`],
  ["a sentence that ends with a link like ours", `Is this the same as [NIM-42](${url})`],
  ["a sentence that ends with one at Jira", `Is this the same as [NIM-42|${url}]`],
  ["a hidden mark below somebody's own words", "Anything\n\n<!-- retest: iss_1 commented cmt_2 -->"],
  ["a link to the issue", `See ${url}`],
  ["a link with other words", `[the issue](${url})`],
  ["a code alone", "NIM-42"],
  ["a very long line", `Commented by ${"x".repeat(100_000)} at ${AT}. [NIM-42|${url}]`],
])("%s is not", (_what, text) => {
  expect(toldOf(text)).toBe(null);
});

test("a quote in a document of Jira reads as one", () => {
  const line = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
  const quote = { type: "blockquote", content: [line(`Commented by Kim at ${AT}. [NIM-42|${url}]`), line("more")] };
  const text = plainText({ type: "doc", content: [line("I agree"), quote, line("Bye")] });
  expect(text).toBe(`I agree\n> Commented by Kim at ${AT}. [NIM-42|${url}]\n> more\nBye`);
});

const said = { item: "77", id: "9", text: "Seen", by: "mara", receipt: null };

test("what can't be kept is let pass, and what is long is cut", () => {
  expect(commentCommand(said)).toMatchObject({
    ask: "comment",
    comment: { item: "77", externalId: "9", text: "Seen" },
  });
  expect(commentCommand({ ...said, id: "" })).toMatchObject({ ask: "nothing", why: "unreadable" });
  expect(commentCommand({ ...said, item: "x".repeat(5_000) })).toMatchObject({ ask: "nothing" });
  expect(commentCommand({ ...said, text: " \n" })).toMatchObject({ ask: "nothing", why: "no_text" });
  expect(commentCommand({ ...said, text: "\u200b\u2060" })).toMatchObject({ ask: "nothing", why: "no_text" });
  const long = commentCommand({ ...said, text: "🐞".repeat(5_000) }) as { comment: { text: string } };
  expect([...long.comment.text]).toHaveLength(4_000);
  expect(long.comment.text.endsWith("🐞…")).toBe(true);
});

test("a document of Jira is read line by line, however deep and strange it is", () => {
  const text = (words: string, href?: string) => ({
    type: "text",
    text: words,
    ...(href === undefined ? {} : { marks: [{ type: "link", attrs: { href } }] }),
  });
  const body = {
    type: "doc",
    content: [
      { type: "paragraph", content: [text("One "), { type: "mention", attrs: { text: "@Kim" } }] },
      { type: "paragraph", content: [text("Two"), { type: "hardBreak" }, text("NIM-42", url)] },
    ],
  };
  expect(plainText(body)).toBe(`One @Kim\nTwo\n[NIM-42|${url}]`);
  expect(plainText("as it was")).toBe("as it was");
  let deep: unknown = text("deep");
  for (let n = 0; n < 5_000; n++) deep = { type: "paragraph", content: [deep] };
  for (const strange of [null, 7, [], {}, { content: "x" }, { type: "text", text: 4 }, deep]) {
    expect(typeof plainText(strange)).toBe("string");
  }
});
