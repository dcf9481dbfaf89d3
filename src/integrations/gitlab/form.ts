// What GitLab can do for an app, and what its connection holds for that.
import { BRANCHES, credential, MEMBERS, ourSecret, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const gitlabForm: ToolForm = {
  in: "A merged merge request fixes the issues it names; a closed GitLab issue fixes the one it came from.",
  out: "Issues are forwarded as GitLab issues, commented on and closed.",
  inFields: [ourSecret("The same as the webhook's secret token at GitLab."), BRANCHES, MEMBERS],
  outFields: [
    setting("project", "Project", "Where issues are forwarded to.", { needed: true, placeholder: "group/project" }),
    credential("token", "Access token", "A project or personal access token with the scope api.", { needed: true }),
    setting("labels", "Labels", "Added to every issue that is forwarded.", {
      several: true,
      placeholder: "from retest",
    }),
    setting("site_url", "Server", "Only for a server of your own, with the path if it has one.", {
      placeholder: "https://gitlab.example.org",
    }),
  ],
};
