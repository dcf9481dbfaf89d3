// How to connect each tool: what to do there, and what to bring back from it. Links are written as in Markdown.

import type { Tool } from "../domain/connections/connection.ts";
import { issueCode } from "../domain/issues/issue-code.ts";

/** Where a step gives an issue's code as an example. */
const CODE = "{code}";

const STEPS: Record<Tool, readonly string[]> = {
  slack: [
    "Open [Create a Slack app](https://api.slack.com/apps?new_app=1), choose “From a manifest”, pick your workspace, and paste the manifest below. It already has the slash command, the message shortcut and the URL in it.",
    "Choose “Install to Workspace” and pick the channel that should hear about issues.",
    "Under “Basic Information”, copy the Signing Secret into this connection.",
    "To post issues to the channel: under “Incoming Webhooks”, copy the webhook URL of the channel into this connection.",
    "Type /retest help in any channel. Slack should answer within a second.",
    "To raise issues on other apps with the same command, give each app a connection with the same Signing Secret, and list those apps here under “Other apps”. Then type /retest, the app's name, a colon, and what is wrong.",
  ],
  teams: [
    "In Teams, open the team's “⋯” menu, choose “Manage team”, then “Apps”, then “Create an outgoing webhook”. Name it Retest and paste this connection's URL as the callback URL. [How Microsoft describes it](https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-outgoing-webhook).",
    "Teams shows a security token once. Copy it into this connection.",
    "In a standard channel of the team, write @Retest help. Outgoing webhooks don't work in private or shared channels.",
    "To post issues to a channel: open the channel's “⋯” menu, choose “Workflows”, then the template “Post to a channel when a webhook request is received”, and copy the whole URL it gives you into this connection.",
    "To raise issues on other apps with the same mention, give each app a connection with the same security token, and list those apps here under “Other apps”. Then write @Retest, the app's name, a colon, and what is wrong.",
  ],
  sentry: [
    "In Sentry, open [Settings › Custom Integrations](https://sentry.io/orgredirect/organizations/:orgslug/settings/developer-settings/) and create an internal integration. Paste this connection's URL as the webhook URL.",
    "Switch on “Alert Rule Action”, give it read access to “Issue & Event”, and tick the webhook “issue”.",
    "Save it, then copy its Client Secret into this connection.",
    "To raise issues from alerts, choose the integration as an action in your alert rules. If you want alerts only, leave the webhook “issue” unticked; resolving in Sentry then fixes nothing here.",
    "Put the app into live mode (Settings): Sentry can't name a check.",
    "If you still use the old WebHooks plugin of a project, leave the Client Secret empty: the plugin can't sign.",
  ],
  github: [
    "In your repository on GitHub, open Settings › Webhooks and choose “Add webhook”. For all repositories of an organization, do the same in the organization's settings. [How GitHub describes it](https://docs.github.com/webhooks/using-webhooks/creating-webhooks).",
    "Paste this connection's URL as the payload URL, choose the content type application/json, and paste the secret that you were shown when you created this connection.",
    "Choose “Let me select individual events”, then tick “Pull requests” and “Issues”.",
    `Write “Fixes” and an issue's code in a pull request, for example “Fixes ${CODE}”. The issue is fixed once the pull request is merged into the default branch; name more branches below if you need them.`,
    "If the app is built from several repositories, add the webhook to each of them and list them in the app's settings.",
    "To forward issues to GitHub: create a [fine-grained token](https://github.com/settings/personal-access-tokens/new) for the repository with the permission “Issues: Read and write”, and enter it with the repository's name below.",
  ],
  gitlab: [
    "In your GitLab project, open Settings › Webhooks and choose “Add new webhook”. [How GitLab describes it](https://docs.gitlab.com/user/project/integrations/webhooks/).",
    "Paste this connection's URL, and as the secret token the secret that you were shown when you created this connection.",
    "Tick “Merge request events” and save.",
    `Write “Closes” and an issue's code in a merge request, for example “Closes ${CODE}”. The issue is fixed once the request is merged into the default branch; name more branches below if you need them.`,
    "If you prefer signed requests, create a signing token in GitLab (it begins with whsec_) and enter it below as the secret.",
  ],
  jira: [
    "In Jira, open Settings (the gear) › System › WebHooks and create a webhook. [How Atlassian describes it](https://support.atlassian.com/jira-cloud-administration/docs/manage-webhooks/).",
    "Paste this connection's URL and the secret that you were shown when you created this connection. Choose the event “Issue: updated”. A JQL filter such as project = KEY, with the key of your project, limits it to that project.",
    "To forward issues to Jira: create an [API token](https://id.atlassian.com/manage-profile/security/api-tokens) for an account that may create, comment on and move work items of the project. Enter the token and the account's e-mail address below, with your site and the project's key.",
  ],
  linear: [
    "In Linear, open [Settings › API](https://linear.app/settings/api), create a webhook for “Issues”, and paste this connection's URL.",
    "Copy the webhook's signing secret into this connection.",
    "To forward issues to Linear: on the same page create a personal API key that may write, and enter it below with the team's name.",
  ],
};

/** With the code of the app's latest issue as the example, or of its first one where there is none yet. */
export function connectionSteps(tool: Tool, { prefix, lastNumber }: { prefix: string; lastNumber: number }): string[] {
  const code = issueCode(prefix, Math.max(1, lastNumber));
  return STEPS[tool].map((step) => step.replace(CODE, code));
}

/** Everything a Slack app needs, to be pasted once instead of filled in on four pages. */
export function slackManifest(url: string): string {
  const manifest = {
    display_information: { name: "Retest", description: "Raise issues from Slack and hear what happens to them" },
    features: {
      bot_user: { display_name: "Retest", always_online: false },
      shortcuts: [
        {
          name: "Raise an issue",
          type: "message",
          callback_id: "raise_issue",
          description: "Raise this message as an issue",
        },
      ],
      slash_commands: [
        { command: "/retest", url, description: "Raise an issue", usage_hint: "what is wrong", should_escape: true },
      ],
    },
    oauth_config: { scopes: { bot: ["commands", "incoming-webhook"] } },
    settings: {
      interactivity: { is_enabled: true, request_url: url },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  };
  return JSON.stringify(manifest, null, 2);
}
