// What Redmine is told, and what its connection holds for that.
import { credential, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const redmineForm: ToolForm = {
  in: null,
  out: "Issues are forwarded as Redmine issues, commented on and closed. Redmine tells nothing back.",
  inFields: [],
  outFields: [
    setting("site_url", "Server", "Its address, with the path if it has one.", {
      needed: true,
      placeholder: "https://redmine.example.org",
    }),
    setting("project", "Project", "Its identifier: the last part of its address.", {
      needed: true,
      placeholder: "shop",
    }),
    setting("issue_type", "Tracker", "The tracker of new issues. The project's first one if left empty.", {
      placeholder: "Bug",
    }),
    credential("api_key", "API access key", "Of an account that may add issues and notes there.", { needed: true }),
  ],
};
