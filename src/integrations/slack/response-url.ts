// Where Slack is answered afterwards: at Slack, whatever address a request names. Who knows the signing secret could else have
// us call any host that notifications may go to.
import { httpLink } from "../../domain/report/http-link.ts";

const SLACK_HOSTS = new Set(["hooks.slack.com", "hooks.slack-gov.com"]);

/** The address if it is Slack's, or where the connection's own incoming webhook is (a chat that works like Slack); else null. */
export function responseUrl(given: string, webhookUrl: string | undefined): string | null {
  const address = httpLink(given);
  if (address === null) return null;
  const { protocol, hostname, port, origin } = new URL(address);
  if (protocol === "https:" && port === "" && SLACK_HOSTS.has(hostname)) return address;
  const own = webhookUrl !== undefined && URL.canParse(webhookUrl) ? new URL(webhookUrl).origin : null;
  return origin === own ? address : null;
}
