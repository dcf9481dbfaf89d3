// What Mattermost is told, and what its connection holds for that.
import { credential, type ToolFacts } from "./tool-fields.ts";

export const mattermost: ToolFacts = {
  in: null,
  out: "A channel hears about issues.",
  inFields: [],
  outFields: [credential("webhook_url", "Webhook URL", "The incoming webhook of a channel.", { needed: true })],
};
