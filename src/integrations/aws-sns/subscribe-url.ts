// The handshake of Amazon SNS: a new subscription is confirmed by opening an address that comes with its first message. Retest never
// opens it: whoever knows the webhook's URL can send one. An admin is shown it, and only if it is Amazon's.

/** Characters of a confirmation; none is longer. */
const MAX_CONFIRMATION = 20_000;
const HOST = /^sns\.[a-z0-9-]+\.amazonaws\.com$/;

/** The address that confirms the subscription; null for any other body, and for an address that is not Amazon's. */
export function subscribeUrlIn(body: string): string | null {
  if (body.length > MAX_CONFIRMATION || !body.includes("SubscriptionConfirmation")) return null;
  const { Type: type, SubscribeURL: address } = parsed(body) ?? {};
  return type === "SubscriptionConfirmation" && typeof address === "string" ? amazonUrl(address) : null;
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body) as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

function amazonUrl(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== "https:" || !HOST.test(url.host)) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}
