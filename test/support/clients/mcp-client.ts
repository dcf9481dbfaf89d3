// An assistant: the official MCP client, over HTTP or over standard input and output, in the current protocol or the older.
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export const ERAS = { current: { pin: "2026-07-28" }, older: "legacy" } as const;
export type Era = keyof typeof ERAS;
export const WAYS = ["HTTP", "standard input and output"] as const;
export type Way = (typeof WAYS)[number];

const BIN = fileURLToPath(new URL("../../../bin/retest.js", import.meta.url));
const TIMEOUT_MS = 60_000;

export interface McpAnswer {
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  data: any;
  isError: boolean;
}

export interface Assistant {
  client: Client;
  use(tool: string, input?: Record<string, unknown>): Promise<McpAnswer>;
  tools(): Promise<string[]>;
  close(): Promise<void>;
}

export async function assistantOf(address: string, key: string, era: Era = "current", way: Way = "HTTP") {
  const client = new Client({ name: "test-assistant", version: "1.0.0" }, { versionNegotiation: { mode: ERAS[era] } });
  const transport =
    way === "HTTP"
      ? new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${key}` } },
        })
      : new StdioClientTransport({
          command: process.execPath,
          args: [BIN, "mcp"],
          env: { RETEST_URL: address, RETEST_API_KEY: key },
        });
  await client.connect(transport, { timeout: TIMEOUT_MS });
  const assistant: Assistant = {
    client,
    async use(name, input = {}) {
      const { content, structuredContent, isError } = await client.callTool(
        { name, arguments: input },
        { timeout: TIMEOUT_MS },
      );
      const [first] = content as { type: string; text: string }[];
      return { text: first?.text ?? "", data: structuredContent, isError: isError === true };
    },
    tools: async () => (await client.listTools(undefined, { timeout: TIMEOUT_MS })).tools.map(({ name }) => name),
    close: () => client.close(),
  };
  return assistant;
}
