// Sentry's SDKs: what a connection with a program that has one holds, how it is set up, and what it sends.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { sentrySdkForm } from "./form.ts";
import { sentrySdkIntake } from "./intake.ts";

export const sentrySdk: ToolDefinition = {
  label: "Sentry SDK",
  via: "tracker",
  fields: { settings: {}, credentials: {} },
  addresses: [],
  verifiedBy: null,
  needs: null,
  sentTo: null,
  setup: {
    steps: [
      "Give this connection's DSN to the SDK in place of Sentry's: as the option dsn of Sentry.init, or in the variable SENTRY_DSN. Nothing is sent to Sentry then.",
      "Have an error thrown that nobody catches: it raises an issue. The same error raises nothing more while its issue is open.",
      "Only errors raise issues. Traces, sessions, replays and logs are taken and dropped: switch them off in the SDK to save the traffic.",
      "Put the app into live mode (Settings): an SDK can't name a check.",
      "In a web page everybody can read the DSN, and send errors by it. Replace it here if somebody does.",
    ],
  },
  form: sentrySdkForm,
  raises: true,
  intake: sentrySdkIntake,
  forwarder: null,
};
