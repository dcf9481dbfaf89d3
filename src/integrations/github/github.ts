// GitHub: what a connection with it holds, how it is set up, what it sends and what it is sent.
import { REPOSITORY_FIELD } from "../toolkit/code-host/repository-name.ts";
import { CODE_EXAMPLE } from "../toolkit/setup-text.ts";
import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { githubForm } from "./form.ts";
import { githubForwarder } from "./forwarder.ts";
import { githubIntake } from "./intake.ts";

export const github: ToolDefinition = {
  label: "GitHub",
  fields: {
    settings: {
      repository: REPOSITORY_FIELD,
      labels: "names",
      branches: "names",
      api_url: "address",
    },
    credentials: { webhook_secret: "secret", token: "credential" },
    generated: "webhook_secret",
  },
  addresses: ["api_url"],
  verifiedBy: "webhook_secret",
  needs: { settings: ["repository"], credentials: ["token"] },
  sentTo: { setting: "api_url", credential: "token" },
  setup: {
    steps: [
      "In your repository on GitHub, open Settings › Webhooks and choose “Add webhook”. For all repositories of an organization, do the same in the organization's settings. [How GitHub describes it](https://docs.github.com/webhooks/using-webhooks/creating-webhooks).",
      "Paste this connection's URL as the payload URL, choose the content type application/json, and paste the secret that you were shown when you created this connection.",
      "Choose “Let me select individual events”, then tick “Pull requests”, “Issues” and “Issue comments”.",
      `Write “Fixes” and an issue's code in a pull request, for example “Fixes ${CODE_EXAMPLE}”. The issue is fixed once the pull request is merged into the default branch; name more branches below if you need them.`,
      "If the app is built from several repositories, add the webhook to each of them and list them in the app's settings.",
      "To forward issues to GitHub: create a [fine-grained token](https://github.com/settings/personal-access-tokens/new) for the repository with the permission “Issues: Read and write”, and enter it with the repository's name below.",
    ],
  },
  form: githubForm,
  raises: false,
  intake: githubIntake,
  forwarder: githubForwarder,
  changesComments: true,
};
