// Jira Cloud: documents in Atlassian's format, and a property that is not shown by which an item is found again.
import type { IssueEvent } from "../../domain/connections/connection.ts";
import { fieldAt } from "../../lib/formats/untrusted-fields.ts";
import { addressOf, factsOf, sentenceOf } from "../toolkit/tracker/tracker-text.ts";
import { adfDocument, adfLines, adfLink, adfParagraph, adfText } from "./shared/adf.ts";
import type { JiraPlatform } from "./shared/platform.ts";

export const CLOUD: JiraPlatform = {
  api: "/rest/api/3",
  authorization: ({ email, api_token }) => `Basic ${Buffer.from(`${email}:${api_token}`).toString("base64")}`,
  describe,
  commentOf,
  marks: ({ issue }) => ({ properties: [{ key: "retest", value: { issue: issue.id } }] }),
  search: { path: "/search/jql", fields: [], more: { properties: ["retest"] } },
  isMarked: ({ issue }, found) => fieldAt(found, "properties", "retest", "issue") === issue.id,
};

function describe(event: IssueEvent): object {
  const facts = factsOf(event).map(([name, value]) => adfParagraph([adfText(`${name}: ${value}`)]));
  const { code, url, link, text } = event.issue;
  const reported = link === null ? [] : [adfParagraph([adfText(`Reported at: ${link}`)])];
  return adfDocument([...adfLines(text), ...facts, ...reported, adfParagraph([adfLink(`${code} in Retest`, url)])]);
}

function commentOf(event: IssueEvent): object {
  const [before, after] = sentenceOf(event);
  const words = [adfText(`${before} ${event.by} ${after} `), adfLink(event.issue.code, addressOf(event))];
  const lines = event.comment === undefined ? [] : adfLines(event.comment.text);
  return adfDocument([...lines, adfParagraph(words)]);
}
