// What Sentry can do for an app, and what its connection holds for that.
import { credential, type ToolForm } from "../toolkit/tool-form.ts";

export const sentryForm: ToolForm = {
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
};
