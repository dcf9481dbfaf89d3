// GitLab: what a connection with it holds, how it is set up, what it sends and what it is sent.
import { CODE_EXAMPLE } from "../toolkit/setup-text.ts";
import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { gitlabForm } from "./form.ts";
import { gitlabForwarder, PROJECT_FIELD } from "./forwarder.ts";
import { gitlabIntake } from "./intake.ts";

export const gitlab: ToolDefinition = {
  label: "GitLab",
  fields: {
    settings: { project: PROJECT_FIELD, labels: "names", branches: "names", members: "names", site_url: "address" },
    credentials: { webhook_secret: "secret", token: "credential" },
    generated: "webhook_secret",
  },
  addresses: ["site_url"],
  verifiedBy: "webhook_secret",
  needs: { settings: ["project"], credentials: ["token"] },
  sentTo: { setting: "site_url", credential: "token" },
  setup: {
    steps: [
      "In your GitLab project, open Settings › Webhooks and choose “Add new webhook”. [How GitLab describes it](https://docs.gitlab.com/user/project/integrations/webhooks/).",
      "Paste this connection's URL, and as the secret token the secret that you were shown when you created this connection.",
      "Tick “Merge request events”, “Issues events” and “Comments”, and save.",
      `Write “Closes” and an issue's code in a merge request, for example “Closes ${CODE_EXAMPLE}”. The issue is fixed once the request is merged into the default branch; name more branches below if you need them.`,
      "If you prefer signed requests, create a signing token in GitLab (it begins with whsec_) and enter it below as the secret.",
      "To forward issues to GitLab: in the project's Settings › Access tokens, create a token with the role Reporter or higher and the scope api. Enter it below with the project's path, and the server's address if it is one of your own. A server without a public address must be listed in `RETEST_NOTIFY_ALLOWED_HOSTS` here, and must allow requests to Retest: Admin › Settings › Network › Outbound requests.",
    ],
  },
  form: gitlabForm,
  raises: false,
  intake: gitlabIntake,
  forwarder: gitlabForwarder,
  changesComments: true,
};
