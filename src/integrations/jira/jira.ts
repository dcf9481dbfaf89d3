// Jira: what a connection with it holds, how it is set up, what it sends and what it is sent.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { CLOUD } from "./cloud.ts";
import { jiraForm } from "./form.ts";
import { jiraForwarder } from "./shared/forwarder.ts";
import { jiraIntake } from "./shared/intake.ts";
import { JIRA_PROJECT_FIELD } from "./shared/platform.ts";

export const jira: ToolDefinition = {
  label: "Jira",
  fields: {
    settings: {
      site_url: "address",
      project: JIRA_PROJECT_FIELD,
      issue_type: "name",
    },
    credentials: { email: "credential", api_token: "credential", webhook_secret: "secret" },
    generated: "webhook_secret",
  },
  addresses: ["site_url"],
  verifiedBy: "webhook_secret",
  needs: { settings: ["site_url", "project"], credentials: ["email", "api_token"] },
  sentTo: { setting: "site_url", credential: "api_token" },
  setup: {
    steps: [
      "In Jira, open Settings (the gear) › System › WebHooks and create a webhook. [How Atlassian describes it](https://support.atlassian.com/jira-cloud-administration/docs/manage-webhooks/).",
      "Paste this connection's URL and the secret that you were shown when you created this connection. Choose the events “Issue: updated”, “Comment: created” and “Comment: deleted”. A JQL filter such as project = KEY, with the key of your project, limits it to that project.",
      "To forward issues to Jira: create an [API token](https://id.atlassian.com/manage-profile/security/api-tokens) for an account that may create, comment on and move work items of the project. Enter the token and the account's e-mail address below, with your site and the project's key.",
    ],
  },
  form: jiraForm,
  raises: false,
  intake: jiraIntake,
  forwarder: jiraForwarder(CLOUD),
  changesComments: true,
};
