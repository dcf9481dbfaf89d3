// A chat that only listens, by the webhook of a channel: all that its definition says beside its own steps and messages.
import type { Tool } from "../../../domain/connections/connection.ts";
import type { Forwarder } from "../forwarder.ts";
import type { ToolDefinition } from "../tool-definition.ts";

export function listeningChat(name: Tool, steps: readonly string[], forwarder: Forwarder): ToolDefinition {
  return {
    name,
    fields: { settings: {}, credentials: { webhook_url: "address" } },
    addresses: ["webhook_url"],
    verifiedBy: null,
    needs: { settings: [], credentials: ["webhook_url"] },
    sentTo: null,
    setup: { steps },
    raises: false,
    intake: null,
    forwarder,
  };
}
