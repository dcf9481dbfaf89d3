// Jira Data Center: what a connection with it holds, how it is set up, what it sends and what it is sent.
import { jiraForwarder } from "../jira/shared/forwarder.ts";
import { jiraIntake } from "../jira/shared/intake.ts";
import { JIRA_PROJECT_FIELD } from "../jira/shared/platform.ts";
import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { DATA_CENTER } from "./data-center.ts";
import { jiraDataCenterForm } from "./form.ts";

export const jiraDataCenter: ToolDefinition = {
  label: "Jira Data Center",
  spokenOf: "Jira",
  fields: {
    settings: { site_url: "address", project: JIRA_PROJECT_FIELD, issue_type: "name" },
    credentials: { token: "credential", webhook_secret: "secret" },
    generated: "webhook_secret",
  },
  addresses: ["site_url"],
  verifiedBy: "webhook_secret",
  needs: { settings: ["site_url", "project"], credentials: ["token"] },
  sentTo: { setting: "site_url", credential: "token" },
  setup: {
    steps: [
      "In Jira, as an administrator, open Administration (the gear) › System › WebHooks and create a webhook. [How Atlassian describes it](https://confluence.atlassian.com/adminjiraserver/managing-webhooks-938846912.html).",
      "Paste this connection's URL and the secret that you were shown when you created this connection. If your version of Jira has no field for a secret, remove it below: then anybody who has the URL can send requests. Choose the events “Issue: updated”, “Comment: created” and “Comment: deleted”. A JQL filter such as project = KEY, with the key of your project, limits it to that project.",
      "To forward issues to Jira (8.14 or later): sign in with an account that may create, comment on and move issues of the project, open its profile › Personal Access Tokens, and create a token. Enter it below with Jira's address and the project's key. A server without a public address must be listed in `RETEST_NOTIFY_ALLOWED_HOSTS` here.",
    ],
  },
  form: jiraDataCenterForm,
  raises: false,
  intake: jiraIntake,
  forwarder: jiraForwarder(DATA_CENTER),
  changesComments: true,
};
