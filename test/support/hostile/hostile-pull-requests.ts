// Merged pull requests that are made to harm whoever looks in them for the issues they fix: as large as GitHub's messages may be.
const MESSAGE = 1_048_576;

/** Fills a description so that the message keeps within the limit: quotes and line breaks take two bytes there. */
const filled = (unit: string) => unit.repeat(Math.floor((MESSAGE - 2_000) / (JSON.stringify(unit).length - 2)));
const merged = (body: unknown, more: object = {}) =>
  JSON.stringify({
    action: "closed",
    repository: { full_name: "harbor-labs/nimbus", private: true, default_branch: "main" },
    pull_request: {
      merged: true,
      number: 7,
      title: "Guard",
      body,
      html_url: "https://github.com/harbor-labs/nimbus/pull/7",
      user: { login: "oren" },
      merged_by: { login: "oren" },
      base: { ref: "main" },
      head: { ref: "topic" },
    },
    ...more,
  });

/** `answer` is the status. */
export const HOSTILE_PULL_REQUESTS: [what: string, body: string, answer: number][] = [
  ["a megabyte of words that close", merged(filled("fixes LIV-1 ")), 200],
  ["a megabyte of other issues that it closes", merged(filled("closes #1, fixes ABCDE-999999999\n")), 200],
  ["a megabyte of one list", merged(`fixes ${filled("LIV-1, ")}`), 200],
  ["a megabyte of comments that begin", merged(filled("<!--")), 200],
  ["a megabyte of comments", merged(filled("<!---->")), 200],
  ["a megabyte of backticks", merged(filled("`")), 200],
  ["a megabyte of fences", merged(filled("```\n")), 200],
  ["a megabyte of quotations", merged(filled("> fixes LIV-1\n")), 200],
  ["a megabyte of spaces before the code", merged(`fixes ${filled(" ")}`), 200],
  [
    "a megabyte of lists",
    merged("x", { a: `${"[".repeat(10)}` }).replace('"[[[[[[[[[["', "[".repeat(MESSAGE - 2_000)),
    400,
  ],
  ["100,000 labels", merged("x", { labels: Array.from({ length: 100_000 }, () => ({})) }), 400],
  ["more than a megabyte", merged("x".repeat(MESSAGE)), 413],
];
