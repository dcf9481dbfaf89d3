// What Jira can do for an app, and what its connection holds for that.
import { credential, ourSecret, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const jiraForm: ToolForm = {
  in: "Moving a forwarded work item to done fixes its issue; moving it back reopens it.",
  out: "Issues are forwarded as work items, commented on and moved.",
  inFields: [ourSecret("The same as in the webhook at Jira.")],
  outFields: [
    setting("site_url", "Site", "Your site at Atlassian.", {
      needed: true,
      placeholder: "https://your-team.atlassian.net",
    }),
    setting("project", "Project key", "Where issues are forwarded to.", { needed: true, placeholder: "SHOP" }),
    setting("issue_type", "Type", "The type of work item to create. Bug if left empty.", { placeholder: "Bug" }),
    credential("email", "E-mail address", "Of the account that the token belongs to.", { needed: true, plain: true }),
    credential("api_token", "API token", "Create it at id.atlassian.com for that account.", { needed: true }),
  ],
};
