// Sentry: what a connection with it holds, how it is set up, what it sends and what it is sent.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { sentryForm } from "./form.ts";
import { sentryIntake } from "./intake.ts";

export const sentry: ToolDefinition = {
  label: "Sentry",
  via: "tracker",
  fields: {
    settings: {},
    credentials: { client_secret: "secret" },
  },
  addresses: [],
  verifiedBy: "client_secret",
  needs: null,
  sentTo: null,
  setup: {
    steps: [
      "In Sentry, open [Settings › Custom Integrations](https://sentry.io/orgredirect/organizations/:orgslug/settings/developer-settings/) and create an internal integration. Paste this connection's URL as the webhook URL.",
      "Switch on “Alert Rule Action”, give it read access to “Issue & Event”, and tick the webhook “issue”.",
      "Save it, then copy its Client Secret into this connection.",
      "To raise issues from alerts, choose the integration as an action in your alert rules. If you want alerts only, leave the webhook “issue” unticked; resolving in Sentry then fixes nothing here.",
      "Put the app into live mode (Settings): Sentry can't name a check.",
      "If you still use the old WebHooks plugin of a project, leave the Client Secret empty: the plugin can't sign.",
    ],
  },
  form: sentryForm,
  raises: true,
  intake: sentryIntake,
  forwarder: null,
};
