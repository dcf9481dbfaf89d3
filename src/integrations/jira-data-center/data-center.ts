// Jira Data Center: wiki markup, a personal access token, and the link back by which an item is found again.
import { textAt } from "../../lib/formats/untrusted-fields.ts";
import type { JiraPlatform } from "../jira/shared/platform.ts";
import { addressOf, factsOf, sentenceOf } from "../toolkit/tracker/tracker-text.ts";
import { wikiBlock, wikiWords } from "./wiki-markup.ts";

export const DATA_CENTER: JiraPlatform = {
  api: "/rest/api/2",
  authorization: ({ token }) => `Bearer ${token}`,
  describe(event) {
    const { text, link, code, url } = event.issue;
    const facts = factsOf(event).map(([name, value]) => `* ${name}: ${wikiWords(value)}`);
    const reported = link === null ? [] : [`* Reported at: ${wikiWords(link)}`];
    return [wikiBlock(text), [...facts, ...reported].join("\n"), `[${code}|${url}]`].join("\n\n");
  },
  commentOf(event) {
    const [before, after] = sentenceOf(event);
    const said = event.comment === undefined ? "" : `${wikiBlock(event.comment.text)}\n\n`;
    return `${said}${before} ${wikiWords(event.by)} ${after} [${event.issue.code}|${addressOf(event)}]`;
  },
  marks: () => ({}),
  search: { path: "/search", fields: ["description"], more: {} },
  isMarked: ({ issue }, found) =>
    textAt(found, "fields", "description").trimEnd().endsWith(`[${issue.code}|${issue.url}]`),
};
