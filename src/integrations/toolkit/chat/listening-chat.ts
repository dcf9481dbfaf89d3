// A chat that only listens, by the webhook of a channel: all that its definition says beside its own steps and messages.
import type { Forwarder } from "../forwarder.ts";
import type { ToolDefinition } from "../tool-definition.ts";
import { credential } from "../tool-form.ts";

interface ListeningChat {
  label: string;
  /** What is told where, in a line. */
  out: string;
  /** What the webhook is, for whoever enters its URL. */
  webhook: string;
  steps: readonly string[];
  forwarder: Forwarder;
}

export function listeningChat({ label, out, webhook, steps, forwarder }: ListeningChat): ToolDefinition {
  return {
    label,
    fields: { settings: {}, credentials: { webhook_url: "address" } },
    addresses: ["webhook_url"],
    verifiedBy: null,
    needs: { settings: [], credentials: ["webhook_url"] },
    sentTo: null,
    setup: { steps },
    form: {
      in: null,
      out,
      inFields: [],
      outFields: [credential("webhook_url", "Webhook URL", webhook, { needed: true })],
    },
    raises: false,
    intake: null,
    forwarder,
  };
}
