// Between an assistant's standard input and output and a server: passes messages on, and the answers back.
import { type JSONRPCMessage, serializeMessage } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Remote } from "./ask-server.ts";
import { type McpAnswer, postMessage } from "./mcp-post.ts";

/** JSON-RPC's code for an error on the way. */
const INTERNAL_ERROR = -32_603;

/** Runs until standard input ends and everything that came by it is answered. */
export async function bridge(remote: Remote): Promise<void> {
  const transport = new StdioServerTransport();
  const pending = new Set<Promise<void>>();
  // Agreed upon by the older protocol's handshake; the current one says it in every message.
  const agreed: { version: string | null } = { version: null };
  const ended = new Promise<void>((resolve) => {
    transport.onclose = resolve;
    process.stdin.once("end", resolve);
  });
  transport.onerror = (error) => process.stderr.write(`retest: ${error.message}\n`);
  transport.onmessage = (message) => {
    const work = pass(remote, message, agreed).finally(() => pending.delete(work));
    pending.add(work);
  };
  await transport.start();
  await ended;
  await Promise.all(pending);
}

async function pass(remote: Remote, message: JSONRPCMessage, agreed: { version: string | null }): Promise<void> {
  const answered = await postMessage(remote, message, agreed.version);
  const isHandshake = "method" in message && message.method === "initialize";
  for (const answer of messagesOf(message, answered)) {
    if (isHandshake && "result" in answer) {
      const { protocolVersion } = answer.result as { protocolVersion?: unknown };
      if (typeof protocolVersion === "string") agreed.version = protocolVersion;
    }
    // Not by the transport, which is closed once standard input has ended.
    await new Promise((done) => process.stdout.write(serializeMessage(answer), done));
  }
}

/** The messages to pass on. Every request gets an answer; a notification gets none. */
function messagesOf(message: JSONRPCMessage, answered: McpAnswer): JSONRPCMessage[] {
  if (answered.messages.length > 0) return answered.messages;
  const isAsked = "method" in message && "id" in message;
  if (!isAsked) {
    if (answered.trouble !== null) process.stderr.write(`retest: ${answered.trouble}\n`);
    return [];
  }
  const error = { code: INTERNAL_ERROR, message: answered.trouble ?? "The server gave no answer." };
  return [{ jsonrpc: "2.0", id: message.id, error }];
}
