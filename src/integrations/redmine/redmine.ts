// Redmine: what a connection with it holds, how it is set up, and what it is sent. It tells nobody of its own changes.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { redmineForm } from "./form.ts";
import { redmineForwarder } from "./forwarder.ts";

export const redmine: ToolDefinition = {
  label: "Redmine",
  fields: {
    settings: {
      site_url: "address",
      project: {
        pattern: /^[a-z0-9][a-z0-9_-]{0,99}$/,
        expected: "expected the project's identifier, as in its address",
      },
      issue_type: "name",
    },
    credentials: { api_key: "credential" },
  },
  addresses: ["site_url"],
  verifiedBy: null,
  needs: { settings: ["site_url", "project"], credentials: ["api_key"] },
  sentTo: { setting: "site_url", credential: "api_key" },
  setup: {
    steps: [
      "In Redmine, as an administrator, open Administration › Settings › API and tick “Enable REST web service”. Retest needs Redmine 5.0 or later.",
      "Make an account for Retest and add it to the project with a role that may add issues, add notes, and move issues to a closed status and back (Administration › Workflow).",
      "Sign in with that account, open “My account” and copy its API access key from the sidebar. Enter it below with Redmine's address and the project's identifier, which is the last part of the project's address.",
      "Redmine sends nothing by itself, so issues that are closed there are not fixed here, and comments that are written there don't come here. A server without a public address must be listed in `RETEST_NOTIFY_ALLOWED_HOSTS` here.",
    ],
  },
  form: redmineForm,
  raises: false,
  intake: null,
  forwarder: redmineForwarder,
  changesComments: true,
};
