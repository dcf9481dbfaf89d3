// GitLab: what a connection with it holds, how it is set up, what it sends and what it is sent.
import { CODE_EXAMPLE } from "../toolkit/setup-text.ts";
import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { gitlabIntake } from "./intake.ts";

export const gitlab: ToolDefinition = {
  name: "gitlab",
  fields: {
    settings: { branches: "names" },
    credentials: { webhook_secret: "secret" },
    generated: "webhook_secret",
  },
  addresses: [],
  verifiedBy: "webhook_secret",
  needs: null,
  sentTo: null,
  setup: {
    steps: [
      "In your GitLab project, open Settings › Webhooks and choose “Add new webhook”. [How GitLab describes it](https://docs.gitlab.com/user/project/integrations/webhooks/).",
      "Paste this connection's URL, and as the secret token the secret that you were shown when you created this connection.",
      "Tick “Merge request events” and save.",
      `Write “Closes” and an issue's code in a merge request, for example “Closes ${CODE_EXAMPLE}”. The issue is fixed once the request is merged into the default branch; name more branches below if you need them.`,
      "If you prefer signed requests, create a signing token in GitLab (it begins with whsec_) and enter it below as the secret.",
    ],
  },
  raises: false,
  intake: gitlabIntake,
  forwarder: null,
};
