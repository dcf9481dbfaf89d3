// Text for Slack's messages: the three characters by which Slack recognises mentions and links are escaped, within a limit.

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** The escaped text in at most `limit` characters: a longer one ends in an ellipsis. A character is never cut in two. */
export function escapeMrkdwn(text: string, limit = 3_000): string {
  let escaped = "";
  let fits = 0;
  for (const char of text) {
    escaped += ESCAPED[char] ?? char;
    if (escaped.length > limit) return `${escaped.slice(0, fits).trimEnd()}…`;
    if (escaped.length < limit) fits = escaped.length;
  }
  return escaped;
}

/** A link with a label of ours. */
export function mrkdwnLink(url: string, label: string): string {
  return `<${escapeMrkdwn(url).replaceAll("|", "%7C")}|${escapeMrkdwn(label)}>`;
}
