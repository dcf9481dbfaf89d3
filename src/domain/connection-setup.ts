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
    "To reach more apps by the same command, give each a connection with the same Signing Secret: /retest, the app's name, a colon, and what is wrong.",
  ],
  teams: [
    "Under Manage team and Apps create an outgoing webhook named Retest with this connection's URL as its callback URL. Teams must reach it by https.",
    "Copy the security token, which Teams shows once, into this connection.",
    "In a standard channel of the team write @Retest and what is wrong, or @Retest help.",
    "To be told of issues, make a workflow in the channel from the template that posts to it when a webhook request is received, and put the whole of its URL into this connection.",
    "To reach more apps by the same mention, give each a connection with the same security token: @Retest, the app's name, a colon, and what is wrong.",
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
    "In the repository, under Settings and Webhooks, add a webhook with this connection's URL, the content type application/json and the secret of this connection.",
    "Choose the events Pull requests and Issues.",
    "A pull request that says Fixes and an issue's code fixes that issue once it is merged into the default branch.",
    "To have issues forwarded, name the repository and put in a fine-grained token that may read and write its issues.",
  ],
  gitlab: [
    "In the project, under Settings and Webhooks, add a webhook with this connection's URL and its secret as the secret token.",
    "Choose Merge request events.",
    "A merge request that says Closes and an issue's code fixes that issue once it is merged into the default branch.",
  ],
  jira: [
    "Name your site and the key of the project that issues are to be forwarded to.",
    "Put in the e-mail address of an account and an API token made at id.atlassian.com for it.",
    "In Jira, under System and WebHooks, create one with this connection's URL and secret for the event Issue updated.",
  ],
  linear: [
    "In Linear, under Settings and API, make a personal key and put it into this connection, with the id of the team.",
    "Under API, too, make a webhook with this connection's URL for issues, and copy its signing secret into this connection.",
  ],
};
