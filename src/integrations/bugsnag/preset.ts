// Bugsnag as a preset of the webhook: where its payloads keep things, and how to set it up.
import type { Expressions, Preset } from "../../domain/report/preset.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** `error.id` is the single event; `error.errorId` is the error that all its events share. */
const EXPRESSIONS: Expressions = {
  title: ["{error.exceptionClass}: {error.message}"],
  description: [
    "{error.context}\nRelease stage: {error.app.releaseStage|error.releaseStage}\nVersion: {error.app.version|error.appVersion}",
  ],
  url: ["error.requestUrl"],
  link: ["error.url"],
  external_id: ["error.errorId"],
  priority: ["error.severity"],
  // A browser's error names the visitor's system too, but it happened on the web.
  platforms: ["error.device.browserName | error.device.osName | error.app.type"],
  // Only what has just been done counts: a comment on an error that is fixed tells of no recovery.
  recovered: ["trigger.stateChange"],
};

export const bugsnag: Preset = {
  name: "bugsnag",
  source: "bugsnag",
  expressions: EXPRESSIONS,
  setup: {
    steps: [
      "In [Bugsnag](https://app.bugsnag.com), open the project's settings, then Integrations, and add the webhook integration. [How Bugsnag describes it](https://docs.bugsnag.com/product/integrations/data-forwarding/webhook/).",
      "Paste the webhook URL and choose the events that should raise an issue: new errors, reopened errors, or every occurrence.",
      "Leave out releases and comments. A release has no title and is refused; a comment on an error whose issue is fixed would raise a new issue.",
      "Leave out state changes, too, unless recoveries below are ignored or fix the issue: an error that is marked fixed in Bugsnag is a recovery.",
      "All occurrences of one error become one issue while it is open.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
