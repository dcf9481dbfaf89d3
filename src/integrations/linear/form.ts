// What Linear can do for an app, and what its connection holds for that.
import { credential, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const linearForm: ToolForm = {
  in: "Completing a forwarded issue fixes it here; moving it back reopens it.",
  out: "Issues are forwarded as Linear issues, commented on and moved.",
  inFields: [
    credential(
      "webhook_secret",
      "Signing secret",
      "Linear shows it beside the webhook. Without one, anybody who has the URL can send requests.",
    ),
  ],
  outFields: [
    setting("team", "Team", "Its key, its name or its id.", { needed: true, placeholder: "SHO" }),
    credential("api_key", "API key", "A personal key that may write issues.", { needed: true }),
    setting("api_url", "API URL", "Only when Linear is reached through a proxy.", {
      placeholder: "https://api.linear.app/graphql",
    }),
  ],
};
