// The address in a mail that stops further ones, without signing in. A mailbox's program posts to it (RFC 8058); a person opens it.
export const UNSUBSCRIBE_PATH = "/unsubscribe";
/** The purpose that an unsubscribe token is sealed for. */
export const INBOX_MAILS = "inbox mails";

export function unsubscribeUrl(baseUrl: string, token: string): string {
  return `${baseUrl}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** Headers for which mail programs show an unsubscribe button. */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}
