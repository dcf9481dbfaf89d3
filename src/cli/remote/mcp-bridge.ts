// Between an assistant's standard input and output and a server: passes messages on, and the answers back.
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { LineSplitter } from "../../lib/text/line-splitter.ts";
import type { Remote } from "./ask-server.ts";
import { readMessage } from "./json-rpc-message.ts";
import { type McpAnswer, postMessage } from "./mcp-post.ts";

/** JSON-RPC's code for an error on the way. */
const INTERNAL_ERROR = -32_603;
/** The length that servers made with the SDK take, too. */
const MOST_BYTES_OF_LINE = 10 * 1024 * 1024;

/**
 * Runs until standard input ends or can't be read further, or nobody reads standard output, and everything that came by then is
 * answered. Gives whether standard input was read as far as anybody listened.
 */
export async function bridge(remote: Remote): Promise<boolean> {
  const lines = new LineSplitter(MOST_BYTES_OF_LINE);
  const pending = new Set<Promise<void>>();
  // Agreed upon by the older protocol's handshake; the current one says it in every message.
  const agreed: { version: string | null } = { version: null };
  const takeLine = (line: string): void => {
    if (line.trim() === "") return;
    const message = readMessage(line);
    if (message === null) {
      tell("this line is no message of JSON-RPC, and was left out.");
      return;
    }
    const work = pass(remote, message, agreed).finally(() => pending.delete(work));
    pending.add(work);
  };
  const wasRead = await new Promise<boolean>((resolve) => {
    const stop = (error: Error, isRead: boolean): void => {
      tell(`${error.message}.`);
      process.stdin.off("data", takePiece);
      resolve(isRead);
    };
    const fail = (error: Error): void => stop(error, false);
    const takePiece = (piece: Buffer): void => {
      try {
        for (const line of lines.take(piece)) takeLine(line);
      } catch (error) {
        fail(error as Error);
      }
    };
    process.stdin
      .on("data", takePiece)
      .on("error", fail)
      .on("end", () => resolve(true))
      .on("close", () => resolve(true));
    process.stdout.on("error", (error) => stop(error, true));
  });
  takeLine(lines.rest());
  await Promise.all(pending);
  return wasRead;
}

function tell(words: string): void {
  process.stderr.write(`retest: ${words}\n`);
}

async function pass(remote: Remote, message: JSONRPCMessage, agreed: { version: string | null }): Promise<void> {
  const answered = await postMessage(remote, message, agreed.version);
  const isHandshake = "method" in message && message.method === "initialize";
  for (const answer of messagesOf(message, answered)) {
    if (isHandshake && "result" in answer) {
      const { protocolVersion } = answer.result as { protocolVersion?: unknown };
      if (typeof protocolVersion === "string") agreed.version = protocolVersion;
    }
    await new Promise((done) => process.stdout.write(`${JSON.stringify(answer)}\n`, done));
  }
}

/** The messages to pass on. Every request gets an answer; a notification gets none. */
function messagesOf(message: JSONRPCMessage, answered: McpAnswer): JSONRPCMessage[] {
  if (answered.messages.length > 0) return answered.messages;
  const isAsked = "method" in message && "id" in message;
  if (!isAsked) {
    if (answered.trouble !== null) tell(answered.trouble);
    return [];
  }
  const error = { code: INTERNAL_ERROR, message: answered.trouble ?? "The server gave no answer." };
  return [{ jsonrpc: "2.0", id: message.id, error }];
}
