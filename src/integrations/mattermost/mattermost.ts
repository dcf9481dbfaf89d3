// Mattermost: what a connection with it holds, how it is set up, and what it is sent.
import { listeningChat } from "../toolkit/chat/listening-chat.ts";
import { mattermostForwarder } from "./forwarder.ts";

export const mattermost = listeningChat({
  label: "Mattermost",
  out: "A channel hears about issues.",
  webhook: "The incoming webhook of a channel.",
  steps: [
    "In Mattermost, open the product menu, then “Integrations”, then “Incoming Webhooks”, and choose “Add Incoming Webhook”. [How Mattermost describes it](https://developers.mattermost.com/integrate/webhooks/incoming/).",
    "Choose the channel, save, and enter the URL that you are shown below.",
    "If your server has no public address, the operator of Retest lists its host in RETEST_NOTIFY_ALLOWED_HOSTS.",
  ],
  forwarder: mattermostForwarder,
});
