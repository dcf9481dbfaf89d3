// What Sentry can do for an app, and what its connection holds for that.
import { credential, type ToolFacts } from "./tool-fields.ts";

export const sentry: ToolFacts = {
  in: "Issues and alerts raise issues; resolving fixes, unresolving reopens them.",
  out: null,
  inFields: [
    credential(
      "client_secret",
      "Client Secret",
      "Of your internal integration. Leave it empty only for the old WebHooks plugin, which can't sign.",
    ),
  ],
  outFields: [],
  raises: true,
};
