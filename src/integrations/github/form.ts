// What GitHub can do for an app, and what its connection holds for that.
import { BRANCHES, credential, ourSecret, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const githubForm: ToolForm = {
  in: "A merged pull request fixes the issues it names; a closed GitHub issue fixes the one it came from.",
  out: "Issues are forwarded as GitHub issues, commented on and closed.",
  inFields: [ourSecret("The same as in the webhook at GitHub."), BRANCHES],
  outFields: [
    setting("repository", "Repository", "Where issues are forwarded to.", {
      needed: true,
      placeholder: "owner/name",
    }),
    credential("token", "Access token", "A fine-grained token that may read and write the repository's issues.", {
      needed: true,
    }),
    setting("labels", "Labels", "Added to every issue that is forwarded.", {
      several: true,
      placeholder: "from retest",
    }),
    setting("api_url", "API URL", "Only for GitHub Enterprise Server.", {
      placeholder: "https://github.example.com/api/v3",
    }),
  ],
};
