// What Microsoft Teams can do for an app, and what its connection holds for that.
import { credential, OTHER_APPS, type ToolForm } from "../toolkit/tool-form.ts";

export const teamsForm: ToolForm = {
  in: "A message to @Retest raises an issue.",
  out: "A channel gets a card about each change to an issue.",
  inFields: [
    credential("security_token", "Security token", "Teams shows it once, when you create the outgoing webhook.", {
      needed: true,
    }),
    OTHER_APPS,
  ],
  outFields: [
    credential("workflow_url", "Workflow URL", "Paste the whole URL: its signature is part of it.", { needed: true }),
  ],
};
