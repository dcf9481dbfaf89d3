// Slack: what a connection with it holds, how it is set up, what it sends and what it is sent.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { slackForm } from "./form.ts";
import { slackForwarder } from "./forwarder.ts";
import { slackIntake } from "./intake.ts";
import { manifest } from "./manifest.ts";

export const slack: ToolDefinition = {
  label: "Slack",
  via: "chat_a",
  fields: {
    settings: { apps: "apps" },
    credentials: { signing_secret: "secret", webhook_url: "address" },
  },
  addresses: ["webhook_url"],
  verifiedBy: "signing_secret",
  needs: { settings: [], credentials: ["webhook_url"] },
  sentTo: null,
  setup: {
    steps: [
      "Open [Create a Slack app](https://api.slack.com/apps?new_app=1), choose “From a manifest”, pick your workspace, and paste the manifest below. It already has the slash command, the message shortcut and the URL in it.",
      "Choose “Install to Workspace” and pick the channel that should hear about issues.",
      "Under “Basic Information”, copy the Signing Secret into this connection.",
      "To post issues to the channel: under “Incoming Webhooks”, copy the webhook URL of the channel into this connection.",
      "Type /retest help in any channel. Slack should answer within a second.",
      "To raise issues on other apps with the same command, give each app a connection with the same Signing Secret, and list those apps here under “Other apps”. Then type /retest, the app's name, a colon, and what is wrong.",
    ],
    manifest,
  },
  form: slackForm,
  raises: true,
  intake: slackIntake,
  forwarder: slackForwarder,
};
