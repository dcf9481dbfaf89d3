// What Gitea and Forgejo can do for an app, and what a connection with them holds for that.
import { BRANCHES, credential, MEMBERS, ourSecret, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const giteaForm: ToolForm = {
  in: "A merged pull request fixes the issues it names; an issue closed there fixes the one it came from.",
  out: "Issues are forwarded as issues at Gitea or Forgejo, commented on and closed.",
  inFields: [ourSecret("The same as in the webhook there."), BRANCHES, MEMBERS],
  outFields: [
    setting("site_url", "Server", "Its address, with the path if it has one.", {
      needed: true,
      placeholder: "https://git.example.org",
    }),
    setting("repository", "Repository", "Where issues are forwarded to.", { needed: true, placeholder: "owner/name" }),
    credential("token", "Access token", "One that may write issues and read the repository.", { needed: true }),
  ],
};
