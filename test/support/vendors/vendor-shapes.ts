// What we send to tools, and samples of what they send, each with the type that the tool's vendor publishes for it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IssueEvent } from "../../../src/domain/connections/connection.ts";
import { discordMessage } from "../../../src/integrations/discord/forwarder.ts";
import { googleChatMessage } from "../../../src/integrations/googlechat/forwarder.ts";
import { matrixMessage } from "../../../src/integrations/matrix/forwarder.ts";
import { mattermostMessage } from "../../../src/integrations/mattermost/forwarder.ts";
import { slackMessage } from "../../../src/integrations/slack/forwarder.ts";
import { manifest } from "../../../src/integrations/slack/manifest.ts";
import { teamsMessage } from "../../../src/integrations/teams/forwarder.ts";
import { sampleOf } from "../samples/coded-app.ts";
import { bodyOf } from "../samples/payload-samples.ts";
import { TOLD_EVENTS } from "../samples/told-events.ts";
import { askedBy } from "./graphql-selection.ts";
import { type Said, trackerSays } from "./tracker-says.ts";

export interface VendorShape {
  what: string;
  /** The package of npm that has the type. */
  package: string;
  imports: string;
  type: string;
  values(): unknown[] | Promise<unknown[]>;
}

const told = (message: (event: IssueEvent) => unknown) => () => TOLD_EVENTS.map(message);
const sample = (file: string, code = "NIM-42") => sampleOf(file, code);
const form = (file: string) => Object.fromEntries(new URLSearchParams(bodyOf(file).toString()));

/** Whatever a type says, what is sent may be null, and moments are text. */
const NULLABLE =
  "type Sent<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Sent<T[K]> | null } : T;";
const PARTIAL = "type Part<T> = T extends Date ? T : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;";
/** The words of an enumeration instead of its names for them. */
const PLAIN = `type Plain<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;`;
/** What of a GraphQL type can be asked for. */
const SELECTION = `type Selection<T> = T extends readonly (infer One)[] ? Selection<One>
  : T extends Date ? true : T extends object ? { [K in keyof T]?: Selection<NonNullable<T[K]>> } : true;`;
const LINEAR = 'import type { LinearDocument } from "@linear/sdk";';
const GITHUB = 'import type { paths } from "@octokit/openapi-types";';
const ISSUES = "/repos/{owner}/{repo}/issues";
const OF_GITHUB = (path: string, method: string) =>
  `NonNullable<paths["${path}"]["${method}"]["requestBody"]>["content"]["application/json"]`;

const linear = (type: string, name: string) => ({
  what: `what is sent to Linear as ${type}`,
  package: "@linear/sdk",
  imports: LINEAR,
  type: `LinearDocument.${type}`,
  values: async () => (await trackerSays("linear")).filter(asks(name)).map(({ body }) => body.variables.input),
});
const asks =
  (name: string) =>
  ({ body }: Said) =>
    body.query.includes(`${name}(`);
const github = (what: string, path: string, method: string, fits: (said: Said) => boolean) => ({
  what: `${what}, as GitHub is told`,
  package: "@octokit/openapi-types",
  imports: GITHUB,
  type: OF_GITHUB(path, method),
  values: async () => (await trackerSays("github")).filter(fits).map(({ body }) => body),
});

export const VENDOR_SHAPES: readonly VendorShape[] = [
  {
    what: "the blocks of a message to Slack",
    package: "@slack/types",
    imports: 'import type { KnownBlock } from "@slack/types";',
    type: "KnownBlock[]",
    values: told((event) => slackMessage(event).blocks),
  },
  {
    what: "a message to a webhook of Slack",
    package: "@slack/webhook",
    imports: 'import type { IncomingWebhookSendArguments } from "@slack/webhook";',
    type: "IncomingWebhookSendArguments",
    values: told(slackMessage),
  },
  {
    what: "the manifest of the app in Slack",
    package: "@slack/web-api",
    imports: 'import type { Manifest } from "@slack/web-api/dist/types/request/manifest.js";',
    type: "Manifest",
    values: () => [JSON.parse(manifest("https://retest.example.com/api/integrations/slack/t"))],
  },
  {
    what: "a command that Slack sends",
    package: "@slack/bolt",
    imports: 'import type { SlashCommand } from "@slack/bolt";',
    type: "SlashCommand",
    values: () => [form("slack-slash.txt")],
  },
  {
    what: "a shortcut that Slack sends",
    package: "@slack/bolt",
    imports: `import type { MessageShortcut } from "@slack/bolt";\n${NULLABLE}`,
    type: "Sent<MessageShortcut>",
    values: () => [JSON.parse(form("slack-shortcut.txt").payload!)],
  },
  {
    what: "a card for Teams",
    package: "@microsoft/teams.cards",
    imports: 'import type { IAdaptiveCard } from "@microsoft/teams.cards";',
    type: "IAdaptiveCard",
    values: told((event) => teamsMessage(event).attachments[0]!.content),
  },
  {
    what: "a message that Teams sends",
    package: "botframework-schema",
    // Teams leaves out some of what its types always have when a webhook gets a message: the conversation has no name.
    imports: `import type { Activity } from "botframework-schema";\n${NULLABLE}\n${PARTIAL}`,
    type: "Sent<Part<Activity>>",
    values: () => [sample("teams-outgoing.json")],
  },
  {
    what: "the attachments of a message to Mattermost",
    package: "@mattermost/types",
    imports: 'import type { MessageAttachment } from "@mattermost/types/message_attachments";',
    type: "MessageAttachment[]",
    values: told((event) => mattermostMessage(event).attachments),
  },
  {
    what: "a message to Discord",
    package: "discord-api-types",
    imports: 'import type { RESTPostAPIWebhookWithTokenJSONBody } from "discord-api-types/v10";',
    type: "RESTPostAPIWebhookWithTokenJSONBody",
    values: told(discordMessage),
  },
  {
    what: "a message to Google Chat",
    package: "@googleapis/chat",
    imports: 'import type { chat_v1 } from "@googleapis/chat";',
    type: "chat_v1.Schema$Message",
    values: told(googleChatMessage),
  },
  {
    what: "a message to Matrix",
    package: "matrix-js-sdk",
    imports: `import type { RoomMessageEventContent } from "matrix-js-sdk/lib/types.js";\n${PLAIN}`,
    type: "Plain<RoomMessageEventContent>",
    values: told(matrixMessage),
  },
  github("a new issue", ISSUES, "post", ({ method, path }) => method === "POST" && path.endsWith("/issues")),
  github(
    "a comment",
    `${ISSUES}/{issue_number}/comments`,
    "post",
    ({ method, path }) => method === "POST" && path.endsWith("/comments"),
  ),
  github("a state", `${ISSUES}/{issue_number}`, "patch", ({ method }) => method === "PATCH"),
  linear("IssueCreateInput", "issueCreate"),
  linear("IssueUpdateInput", "issueUpdate"),
  linear("CommentCreateInput", "commentCreate"),
  linear("CommentUpdateInput", "commentUpdate"),
  ...(["Query", "Mutation"] as const).map((kind) => ({
    what: `the fields that Linear is asked for by a ${kind.toLowerCase()}`,
    package: "@linear/sdk",
    imports: `${LINEAR}\n${SELECTION}`,
    type: `Selection<LinearDocument.${kind}>`,
    values: async () =>
      (await trackerSays("linear"))
        .filter(({ body }) => body.query.startsWith(kind.toLowerCase()))
        .map(({ body }) => askedBy(body.query, body.variables).fields),
  })),
  {
    what: "how Linear's teams are looked for",
    package: "@linear/sdk",
    imports: LINEAR,
    type: "LinearDocument.QueryTeamsArgs",
    values: async () =>
      (await trackerSays("linear")).filter(asks("teams")).map(({ body }) => askedBy(body.query, body.variables).args),
  },
  {
    what: "a change that Linear tells of",
    package: "@linear/sdk",
    // The sample is of before some fields that its types always have.
    imports: `import type { EntityWebhookPayloadWithIssueData } from "@linear/sdk/webhooks";\n${NULLABLE}\n${PARTIAL}`,
    type: "Sent<Part<EntityWebhookPayloadWithIssueData>>",
    values: () => [sample("linear-issue-update.json")],
  },
  {
    what: "an issue that Sentry tells of",
    package: "@sentry/api",
    imports: `import type { ShortIdLookupResponse } from "@sentry/api";\n${NULLABLE}`,
    type: "Sent<Partial<ShortIdLookupResponse['group']>>",
    values: () =>
      ["sentry-issue-created.json", "sentry-issue-resolved.json"].map((file) => {
        // Beside what its interface has, the webhook gives three addresses.
        const { url, web_url, project_url, ...issue } = sample(file).data.issue;
        return issue;
      }),
  },
];

/** Whether the package is among those that every checkout has. */
export function isInstalled(name: string): boolean {
  const { devDependencies } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8"));
  return name in devDependencies;
}
