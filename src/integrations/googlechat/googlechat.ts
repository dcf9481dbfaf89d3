// Google Chat: what a connection with it holds, how it is set up, and what it is sent.
import { listeningChat } from "../toolkit/chat/listening-chat.ts";
import { googleChatForwarder } from "./forwarder.ts";

export const googlechat = listeningChat({
  label: "Google Chat",
  out: "A space hears about issues.",
  webhook: "The webhook of a space, with everything behind the question mark.",
  steps: [
    "In Google Chat, open the space's menu, then “Apps & integrations”, then “Webhooks”, and add one named Retest. [How Google describes it](https://developers.google.com/workspace/chat/quickstart/webhooks).",
    "Copy its URL with everything behind the question mark, and enter it below.",
  ],
  forwarder: googleChatForwarder,
});
