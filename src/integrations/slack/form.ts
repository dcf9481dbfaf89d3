// What Slack can do for an app, and what its connection holds for that.
import { credential, OTHER_APPS, type ToolForm } from "../toolkit/tool-form.ts";

export const slackForm: ToolForm = {
  in: "A slash command or a shortcut on a message raises an issue.",
  out: "A channel hears about issues.",
  inFields: [
    credential("signing_secret", "Signing Secret", "From Basic Information of your Slack app.", { needed: true }),
    OTHER_APPS,
  ],
  outFields: [
    credential("webhook_url", "Incoming webhook URL", "The URL of the channel that should hear about issues.", {
      needed: true,
      placeholder: "https://hooks.slack.com/services/…",
    }),
  ],
};
