// Honeybadger as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const honeybadger: WebhookTemplate = {
  name: "honeybadger",
  label: "Honeybadger",
  sends: "Errors, outages, check-ins, alarms",
  mapping: {
    title: "{fault.klass|message}: {fault.message}",
    description: "{fault.component}#{fault.action}\n{outage.reason}",
    // The third version of its webhooks keeps addresses elsewhere, so both places are named.
    link: "fault.url | fault.links.web | site.url | check_in.url | check_in.links.web | alarm.url | alarm.links.web",
    external_id: "fault.id | site.id | check_in.id | alarm.id",
    recovered: "event",
    ignored: "event",
    words: {
      recovered: ["check_in_reporting", "alarm_ok"],
      ignored: ["deployed", "assigned", "unassigned", "commented", "snoozed", "ignored"],
    },
  },
  setup: {
    steps: [
      "In Honeybadger, open Project settings › Integrations, add a WebHook and paste the webhook URL. [How Honeybadger describes it](https://docs.honeybadger.io/guides/integrations/webhook/).",
      "Choose the events: an error occurred and was resolved; a site went down and came up; a check-in is missing and reporting; an alarm went off and is OK.",
      "Leave out certificates that expire: they have the id of their site, so an open issue about one would hide that the site is down.",
      "What is resolved, up, reporting or OK again is a recovery: choose below what one does.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
