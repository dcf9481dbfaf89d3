// Discord: what a connection with it holds, how it is set up, and what it is sent.
import { listeningChat } from "../toolkit/chat/listening-chat.ts";
import { discordForwarder } from "./forwarder.ts";

export const discord = listeningChat({
  label: "Discord",
  out: "A channel hears about issues.",
  webhook: "The webhook of a channel.",
  steps: [
    "In Discord, open the channel's settings, then “Integrations”, then “Webhooks”, and choose “New Webhook”. [How Discord describes it](https://support.discord.com/hc/en-us/articles/228383668-Intro-to-Webhooks).",
    "Choose “Copy Webhook URL”, and enter it below.",
  ],
  forwarder: discordForwarder,
});
