// What Jira Data Center can do for an app, and what its connection holds for that.
import { credential, ourSecret, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const jiraDataCenterForm: ToolForm = {
  in: "Moving a forwarded issue to done fixes the one it came from; moving it back reopens it.",
  out: "Issues are forwarded as issues of a Jira server of your own, commented on and moved.",
  inFields: [ourSecret("The same as in the webhook at Jira.")],
  outFields: [
    setting("site_url", "Server", "Its address, with the path if it has one.", {
      needed: true,
      placeholder: "https://jira.example.org",
    }),
    setting("project", "Project key", "Where issues are forwarded to.", { needed: true, placeholder: "SHOP" }),
    setting("issue_type", "Type", "The type of issue to create. Bug if left empty.", { placeholder: "Bug" }),
    credential("token", "Personal access token", "Of an account that may create issues there.", { needed: true }),
  ],
};
