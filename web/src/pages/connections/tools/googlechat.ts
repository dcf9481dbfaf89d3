// What Google Chat is told, and what its connection holds for that.
import { credential, type ToolFacts } from "./tool-fields.ts";

export const googlechat: ToolFacts = {
  in: null,
  out: "A space hears about issues.",
  inFields: [],
  outFields: [
    credential("webhook_url", "Webhook URL", "The webhook of a space, with everything behind the question mark.", {
      needed: true,
    }),
  ],
};
