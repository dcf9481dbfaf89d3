// What each tool can do for an app, and what its connection holds for that.
import type { Connection } from "../../api/types.ts";
import type { Tool } from "../../components/display/tool-names.ts";

export interface Field {
  part: "settings" | "credentials";
  name: string;
  label: string;
  hint: string;
  placeholder?: string;
  /** Nothing comes in, or nothing goes out, without it. */
  needed?: true;
  /** Several, with commas between them. */
  several?: true;
  /** A credential that may be seen while it is typed. */
  plain?: true;
  /** We make it, and the tool is told. */
  ours?: true;
}

export interface ToolFacts {
  /** What comes from it, and what goes there, in a line each. */
  in: string;
  out: string | null;
  inFields: readonly Field[];
  outFields: readonly Field[];
  /** It raises issues that may say nothing about platforms or priority. */
  raises?: true;
}

/** The credential without which nothing that comes from the tool is accepted, while it is not held. */
export function missingSecret({ tool, credentials }: Pick<Connection, "tool" | "credentials">): Field | undefined {
  return TOOL_FACTS[tool].inFields.find(
    ({ part, name, needed }) => part === "credentials" && needed === true && !credentials.includes(name),
  );
}

const credential = (name: string, label: string, hint: string, more: Partial<Field> = {}): Field => ({
  part: "credentials",
  name,
  label,
  hint,
  ...more,
});
const setting = (name: string, label: string, hint: string, more: Partial<Field> = {}): Field => ({
  part: "settings",
  name,
  label,
  hint,
  ...more,
});
const ourSecret = (where: string) =>
  credential("webhook_secret", "Secret", `${where} Without one, anybody who has the URL can send requests.`, {
    ours: true,
  });
const BRANCHES = setting(
  "branches",
  "Other branches",
  "Merges into these branches fix issues too, not only into the default branch.",
  {
    several: true,
    placeholder: "release, hotfix",
  },
);

const OTHER_APPS = setting(
  "apps",
  "Other apps",
  "Other apps that people can name in a message. Each needs its own connection with the same secret.",
  { several: true, placeholder: "Shop, Warehouse" },
);

export const TOOL_FACTS: Record<Tool, ToolFacts> = {
  slack: {
    in: "A slash command or a shortcut on a message raises an issue.",
    out: "A channel hears about issues.",
    inFields: [
      credential("signing_secret", "Signing Secret", "From Basic Information of your Slack app.", { needed: true }),
      OTHER_APPS,
    ],
    outFields: [
      credential("webhook_url", "Incoming webhook URL", "The URL of the channel that should hear about issues.", {
        needed: true,
        placeholder: "https://hooks.slack.com/services/…",
      }),
    ],
    raises: true,
  },
  teams: {
    in: "A message to @Retest raises an issue.",
    out: "A channel gets a card about each change to an issue.",
    inFields: [
      credential("security_token", "Security token", "Teams shows it once, when you create the outgoing webhook.", {
        needed: true,
      }),
      OTHER_APPS,
    ],
    outFields: [
      credential("workflow_url", "Workflow URL", "Paste the whole URL: its signature is part of it.", { needed: true }),
    ],
    raises: true,
  },
  sentry: {
    in: "Issues and alerts raise issues; resolving fixes, unresolving reopens them.",
    out: null,
    inFields: [
      credential(
        "client_secret",
        "Client Secret",
        "Of your internal integration. Leave it empty only for the old WebHooks plugin, which can't sign.",
      ),
    ],
    outFields: [],
    raises: true,
  },
  github: {
    in: "A merged pull request fixes the issues it names; a closed GitHub issue fixes the one it came from.",
    out: "Issues are forwarded as GitHub issues, commented on and closed.",
    inFields: [ourSecret("The same as in the webhook at GitHub."), BRANCHES],
    outFields: [
      setting("repository", "Repository", "Where issues are forwarded to.", {
        needed: true,
        placeholder: "owner/name",
      }),
      credential("token", "Access token", "A fine-grained token that may read and write the repository's issues.", {
        needed: true,
      }),
      setting("labels", "Labels", "Added to every issue that is forwarded.", {
        several: true,
        placeholder: "from retest",
      }),
      setting("api_url", "API URL", "Only for GitHub Enterprise Server.", {
        placeholder: "https://github.example.com/api/v3",
      }),
    ],
  },
  gitlab: {
    in: "A merged merge request fixes the issues it names.",
    out: null,
    inFields: [ourSecret("The same as the webhook's secret token at GitLab."), BRANCHES],
    outFields: [],
  },
  jira: {
    in: "Moving a forwarded work item to done fixes its issue; moving it back reopens it.",
    out: "Issues are forwarded as work items, commented on and moved.",
    inFields: [ourSecret("The same as in the webhook at Jira.")],
    outFields: [
      setting("site_url", "Site", "Your site at Atlassian.", {
        needed: true,
        placeholder: "https://your-team.atlassian.net",
      }),
      setting("project", "Project key", "Where issues are forwarded to.", { needed: true, placeholder: "SHOP" }),
      setting("issue_type", "Type", "The type of work item to create. Bug if left empty.", { placeholder: "Bug" }),
      credential("email", "E-mail address", "Of the account that the token belongs to.", { needed: true, plain: true }),
      credential("api_token", "API token", "Create it at id.atlassian.com for that account.", { needed: true }),
    ],
  },
  linear: {
    in: "Completing a forwarded issue fixes it here; moving it back reopens it.",
    out: "Issues are forwarded as Linear issues, commented on and moved.",
    inFields: [
      credential(
        "webhook_secret",
        "Signing secret",
        "Linear shows it beside the webhook. Without one, anybody who has the URL can send requests.",
      ),
    ],
    outFields: [
      setting("team", "Team", "Its key, its name or its id.", { needed: true, placeholder: "SHO" }),
      credential("api_key", "API key", "A personal key that may write issues.", { needed: true }),
      setting("api_url", "API URL", "Only when Linear is reached through a proxy.", {
        placeholder: "https://api.linear.app/graphql",
      }),
    ],
  },
};
