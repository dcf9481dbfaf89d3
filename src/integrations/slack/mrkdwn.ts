// Text for Slack's messages: the three characters by which Slack recognises mentions and links are escaped, within a limit.

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** At most `limit` characters once it is escaped; one that was longer ends in an ellipsis. Never cuts inside a character. */
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

/** A link under words of our own. */
export function mrkdwnLink(url: string, label: string): string {
  return `<${escapeMrkdwn(url).replaceAll("|", "%7C")}|${escapeMrkdwn(label)}>`;
}
