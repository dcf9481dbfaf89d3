// The browser that a request comes from, in short.
import type { IncomingMessage } from "node:http";
import { shortAgent } from "../../domain/access/browser-name.ts";

export function agentOf({ headers }: IncomingMessage): string | null {
  return shortAgent(headers["user-agent"]);
}
