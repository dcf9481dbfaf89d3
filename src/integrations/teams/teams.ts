// Microsoft Teams: what a connection with it holds, how it is set up, what it sends and what it is sent.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { teamsForm } from "./form.ts";
import { teamsForwarder } from "./forwarder.ts";
import { teamsIntake } from "./intake.ts";

export const teams: ToolDefinition = {
  label: "Microsoft Teams",
  spokenOf: "Teams",
  via: "chat_b",
  fields: {
    settings: { apps: "apps" },
    credentials: { security_token: "base64 secret", workflow_url: "address" },
  },
  addresses: ["workflow_url"],
  verifiedBy: "security_token",
  needs: { settings: [], credentials: ["workflow_url"] },
  sentTo: null,
  setup: {
    steps: [
      "In Teams, open the team's “⋯” menu, choose “Manage team”, then “Apps”, then “Create an outgoing webhook”. Name it Retest and paste this connection's URL as the callback URL. [How Microsoft describes it](https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-outgoing-webhook).",
      "Teams shows a security token once. Copy it into this connection.",
      "In a standard channel of the team, write @Retest help. Outgoing webhooks don't work in private or shared channels.",
      "To post issues to a channel: open the channel's “⋯” menu, choose “Workflows”, then the template “Post to a channel when a webhook request is received”, and copy the whole URL it gives you into this connection.",
      "To raise issues on other apps with the same mention, give each app a connection with the same security token, and list those apps here under “Other apps”. Then write @Retest, the app's name, a colon, and what is wrong.",
    ],
  },
  form: teamsForm,
  raises: true,
  intake: teamsIntake,
  forwarder: teamsForwarder,
};
