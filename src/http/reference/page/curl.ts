// A line for the shell that sends an example.
import type { Example } from "../document/examples.ts";

export interface Sending {
  baseUrl: string;
  method: string;
  needsKey: boolean;
  /** The content type of what is sent, if anything is. */
  type: string | undefined;
}

export function curlLine(
  { baseUrl, method, needsKey, type }: Sending,
  { path, body }: Pick<Example, "path" | "body">,
): string {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(baseUrl + path)}`];
  if (needsKey) lines.push('-H "Authorization: Bearer $RETEST_API_KEY"');
  if (body !== undefined && type !== undefined) {
    lines.push(`-H ${quoted(`Content-Type: ${type}`)}`);
    lines.push(`--data-binary ${quoted(typeof body === "string" ? body : JSON.stringify(body, null, 2))}`);
  }
  return lines.join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
