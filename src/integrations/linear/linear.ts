// Linear: what a connection with it holds, how it is set up, what it sends and what it is sent.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { linearForm } from "./form.ts";
import { linearForwarder } from "./forwarder.ts";
import { linearIntake } from "./intake.ts";

export const linear: ToolDefinition = {
  label: "Linear",
  fields: {
    settings: { team: "name", api_url: "address" },
    credentials: { api_key: "credential", webhook_secret: "secret" },
  },
  addresses: ["api_url"],
  verifiedBy: "webhook_secret",
  needs: { settings: ["team"], credentials: ["api_key"] },
  sentTo: { setting: "api_url", credential: "api_key" },
  setup: {
    steps: [
      "In Linear, open [Settings › API](https://linear.app/settings/api), create a webhook for “Issues” and “Comments”, and paste this connection's URL.",
      "Copy the webhook's signing secret into this connection.",
      "To forward issues to Linear: on the same page create a personal API key that may write, and enter it below with the team's name.",
    ],
  },
  form: linearForm,
  raises: false,
  intake: linearIntake,
  forwarder: linearForwarder,
  changesComments: true,
};
