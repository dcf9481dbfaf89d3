// One message of an assistant as an HTTP request, in the words of either protocol, and what was answered.
import type { JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from "@modelcontextprotocol/server";
import type { Remote } from "./ask-server.ts";
import { readMessage } from "./json-rpc-message.ts";

export interface McpAnswer {
  messages: JSONRPCMessage[];
  /** A sentence that says what went wrong where no message does. */
  trouble: string | null;
}

/** Where a message of the current protocol says its version. Only the type is the SDK's: its code is not part of the command file. */
const VERSION_KEY: typeof PROTOCOL_VERSION_META_KEY = "io.modelcontextprotocol/protocolVersion";
const ANSWER_WITHIN_MS = 60_000;

/** `agreed` is the version of an older client's handshake. Never throws. */
export async function postMessage(
  { url, key }: Remote,
  message: JSONRPCMessage,
  agreed: string | null,
): Promise<McpAnswer> {
  try {
    const response = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headersOf(message, agreed),
      },
      body: JSON.stringify(message),
      redirect: "error",
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return read(url, response, await response.text());
  } catch (error) {
    return { messages: [], trouble: `${url} can't be reached (${whyOf(error)}).` };
  }
}

function whyOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? cause?.message ?? message;
}

/** What the protocol wants said outside of the body, too. */
function headersOf(message: JSONRPCMessage, agreed: string | null): Record<string, string> {
  if (!("method" in message)) return agreed === null ? {} : { "mcp-protocol-version": agreed };
  const params = (message.params ?? {}) as { _meta?: Record<string, unknown>; name?: unknown; uri?: unknown };
  const current = params._meta?.[VERSION_KEY];
  if (typeof current !== "string") return agreed === null ? {} : { "mcp-protocol-version": agreed };
  const name = params.name ?? params.uri;
  return {
    "mcp-protocol-version": current,
    "mcp-method": message.method,
    ...(typeof name === "string" && /^[\x21-\x7e]+$/.test(name) ? { "mcp-name": name } : {}),
  };
}

function read(url: string, response: Response, text: string): McpAnswer {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const parts = isStream ? dataOf(text) : [text];
  const messages = parts.map(readMessage).filter((message) => message !== null);
  if (messages.length > 0 || response.status === 202) return { messages, trouble: null };
  return { messages: [], trouble: `${url} answered ${response.status}: ${saidIn(text)}` };
}

/** The data of each event in a stream. */
function dataOf(stream: string): string[] {
  return stream.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice("data:".length))
      .join("\n"),
  );
}

function saidIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    if (typeof error?.message === "string") return error.message;
  } catch {
    // Falls through: what can't be read says nothing.
  }
  return "this is not an answer of Retest. Is the address right?";
}
