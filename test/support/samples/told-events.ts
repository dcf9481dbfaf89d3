// What connected tools are told, in every form that it takes: each kind of event, long texts, markup, and fields that are empty.
import type { IssueEvent, IssueEventKind } from "../../../src/domain/connections/connection.ts";

/** Markup, mentions and HTML of every chat. */
export const HOSTILE_TEXTS = [
  "@everyone @here <@123> <users/all> <!channel> [x](https://evil.example) ![i](https://evil.example/i.png)",
  "**b** _i_ ~s~ `c` ||hidden|| </p><script>alert(1)</script> <a href=x>y</a> &lt;b&gt; & \\",
  "- item\n+ more\n1. one\n# head\n> quote\n:smile: \u202e😀",
];
export const KINDS = [
  "raised",
  "fixed",
  "reopened",
  "confirmed",
  "commented",
  "test",
] as const satisfies IssueEventKind[];
const LONG = "word ".repeat(2_000);

export function issueEvent(fields: Partial<IssueEvent["issue"]> = {}, kind: IssueEventKind = "raised"): IssueEvent {
  return {
    kind,
    at: Date.parse("2026-11-18T12:00:00Z"),
    by: "Mara",
    app: { id: "app_1", name: "Nimbus *Notes*" },
    issue: {
      id: "iss_1",
      code: "NIM-42",
      url: "https://retest.example.com/issues/iss_1",
      title: "It crashes",
      text: "It crashes\nEvery time",
      priority: "urgent",
      platforms: ["iOS"],
      check: { ref: "CART-1", title: "Add to cart" },
      raisedBy: "Mara",
      link: "https://pager.example/p?a=1&b=2",
      ...fields,
    },
    ...(kind === "commented" ? { comment: { id: "cmt_1", text: "Seen **again**\n\non <b>iOS</b>" } } : {}),
  };
}

export const TOLD_EVENTS: readonly IssueEvent[] = [
  ...KINDS.map((kind) => issueEvent({}, kind)),
  ...KINDS.map((kind) => issueEvent({ check: null, link: null, priority: null, platforms: [] }, kind)),
  issueEvent({ text: LONG, title: LONG, link: `https://pager.example/${"x".repeat(2_000)}` }),
  ...HOSTILE_TEXTS.map((text) => issueEvent({ text, title: text.split("\n")[0]! })),
];
