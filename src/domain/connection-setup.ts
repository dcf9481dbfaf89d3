// How to connect each tool: what to do there, and what to bring back from it.
import type { Tool } from "./connection.ts";

export const CONNECTION_SETUP: Record<Tool, readonly string[]> = {
  slack: [
    "Create an app at api.slack.com/apps, from scratch, in your workspace.",
    "Under Slash Commands create /retest with this connection's URL as its Request URL, and let Slack escape channels, users and links.",
    "Under Interactivity & Shortcuts switch interactivity on, with the same URL, and create a shortcut on messages; its callback id may be anything.",
    "Copy the Signing Secret from Basic Information into this connection.",
    "To be told of issues, switch Incoming Webhooks on, add one for a channel, and put its URL into this connection.",
    "Install the app. Then type /retest help in any channel.",
    "To reach more apps by the same command, give each a connection with the same Signing Secret, and list those apps here under Other apps. Then type /retest, the app's name, a colon, and what is wrong.",
  ],
  teams: [
    "Under Manage team and Apps create an outgoing webhook named Retest with this connection's URL as its callback URL. Teams must reach it by https.",
    "Copy the security token, which Teams shows once, into this connection.",
    "In a standard channel of the team write @Retest and what is wrong, or @Retest help.",
    "To be told of issues, make a workflow in the channel from the template that posts to it when a webhook request is received, and put the whole of its URL into this connection.",
    "To reach more apps by the same mention, give each a connection with the same security token, and list those apps here under Other apps. Then write @Retest, the app's name, a colon, and what is wrong.",
  ],
  sentry: [
    "In Sentry, under Settings and Custom Integrations, create an internal integration with this connection's URL as its webhook URL.",
    "Switch on Alert Rule Action, give it read access to Issues & Events, and subscribe to the webhook issue.",
    "Save it and copy its Client Secret into this connection.",
    "To have alerts raised, choose the integration as an action in your alert rules. If only alerts are to be raised, leave out the webhook issue: then nothing is fixed from Sentry either.",
    "The app must be in live mode: Sentry names no check.",
    "The old WebHooks plugin of a project can't sign: it is accepted only as long as this connection holds no client secret.",
  ],
  github: [
    "In the repository, under Settings and Webhooks, add a webhook: this connection's URL as the payload URL, the content type application/json, and the secret that was shown when this connection was made.",
    "Let it send individual events, and of those choose Pull requests and Issues.",
    "An app that is built from several repositories: add the same webhook to each, or one to the organization, and name the repositories in the app's settings.",
    "A pull request that says Fixes and an issue's code, in its title or description, fixes that issue once it is merged into the default branch. The setting branches names others.",
    "To have issues forwarded, name the repository (owner/name) and put in a fine-grained token for it with the permission Issues: read and write. Of an Enterprise server give its address, too: https://github.example.com/api/v3.",
  ],
  gitlab: [
    "In the project, under Settings and Webhooks, add a webhook with this connection's URL, and the secret that was shown when this connection was made as its secret token.",
    "If you would rather have it sign, make a signing token there (it begins with whsec_) and put it into this connection as its secret.",
    "Choose Merge request events as its trigger.",
    "A merge request that says Closes and an issue's code, in its title or description, fixes that issue once it is merged into the default branch. The setting branches names others.",
  ],
  jira: [
    "In Jira, under System and WebHooks, create one with this connection's URL, the secret that was shown when this connection was made, and the event Issue updated. A JQL filter such as project = SHOP keeps it to one project.",
    "To have issues forwarded, name your site (https://example.atlassian.net), the key of the project, and the type of its items if that is not Bug.",
    "Make an API token at id.atlassian.com, under Security, for an account that may create, comment on and move items of the project. Put in the token and the account's e-mail address.",
  ],
  linear: [
    "In Linear, under Settings and API, make a webhook with this connection's URL for Issues, and copy its signing secret into this connection.",
    "To have issues forwarded, make a personal key there, too, that may write and create issues and comments, and put it into this connection with the team: its key, its name or its id.",
  ],
};
