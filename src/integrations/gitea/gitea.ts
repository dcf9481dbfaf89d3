// Gitea and Forgejo: what a connection with them holds, how it is set up, what they send and what they are sent.
import { REPOSITORY_FIELD } from "../toolkit/code-host/repository-name.ts";
import { CODE_EXAMPLE } from "../toolkit/setup-text.ts";
import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { giteaForm } from "./form.ts";
import { giteaForwarder } from "./forwarder.ts";
import { giteaIntake } from "./intake.ts";

export const gitea: ToolDefinition = {
  label: "Gitea",
  fields: {
    settings: { site_url: "address", repository: REPOSITORY_FIELD, branches: "names", members: "names" },
    credentials: { webhook_secret: "secret", token: "credential" },
    generated: "webhook_secret",
  },
  addresses: ["site_url"],
  verifiedBy: "webhook_secret",
  needs: { settings: ["site_url", "repository"], credentials: ["token"] },
  sentTo: { setting: "site_url", credential: "token" },
  setup: {
    steps: [
      "In your repository at Gitea or Forgejo, open Settings › Webhooks, choose “Add Webhook” and then “Gitea” or “Forgejo”. For all repositories of an organization, do the same in the organization's settings. [How Gitea describes it](https://docs.gitea.com/usage/repository/webhooks).",
      "Paste this connection's URL as the target URL, keep POST and application/json, and paste the secret that you were shown when you created this connection. If Retest has no public address, the server's administrator must allow it: `[webhook] ALLOWED_HOST_LIST` in its app.ini.",
      "Choose “Custom events”, then tick the events of issues and pull requests: “Modification” of issues, “Comments” of issues, and “Modification” of pull requests.",
      `Write “Fixes” and an issue's code in a pull request, for example “Fixes ${CODE_EXAMPLE}”. The issue is fixed once the pull request is merged into the default branch; name more branches below if you need them.`,
      "If the app is built from several repositories, add the webhook to each of them and list them in the app's settings.",
      "To forward issues: under your account's Settings › Applications, generate a token with read and write permission for “issue” and read permission for “repository”. Enter it below with the server's address and the repository's name. A server without a public address must be listed in `RETEST_NOTIFY_ALLOWED_HOSTS` here.",
    ],
  },
  form: giteaForm,
  raises: false,
  intake: giteaIntake,
  forwarder: giteaForwarder,
  changesComments: true,
};
