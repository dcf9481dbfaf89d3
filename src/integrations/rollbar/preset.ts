// Rollbar as a preset of the webhook: where its payloads keep things, and how to set it up.
import type { Words } from "../../domain/mapping/words.ts";
import type { Expressions, Preset } from "../../domain/report/preset.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** Alternatives: each path in the last occurrence of an item event, then in that of an occurrence event. */
function inOccurrence(...paths: string[]): string {
  return paths.flatMap((path) => [`data.item.last_occurrence.${path}`, `data.occurrence.${path}`]).join("|");
}

/** Where to find a title for an item without one. */
const TITLE_OF_OCCURRENCE = ["class", "message"]
  .map((part) => inOccurrence(`body.trace.exception.${part}`, `body.trace_chain[0].exception.${part}`))
  .map((paths) => `{${paths}}`)
  .join(": ");
/** Item events carry the last occurrence inside the item, occurrence events beside it, velocity events not at all. */
const EXPRESSIONS: Expressions = {
  title: ["data.item.title", TITLE_OF_OCCURRENCE, inOccurrence("body.message.body")],
  description: [
    "{data.item.last_occurrence.context|data.occurrence.context}\nEnvironment: {data.item.environment|data.occurrence.environment}",
  ],
  url: ["data.item.last_occurrence.request.url | data.occurrence.request.url"],
  link: ["data.url", "https://rollbar.com/item/uuid/?uuid={data.item.last_occurrence.uuid|data.occurrence.uuid}"],
  external_id: ["data.item.id"],
  priority: ["data.item.level | data.occurrence.level | data.item.last_occurrence.level"],
  platforms: ["data.item.last_occurrence.platform | data.occurrence.platform"],
  recovered: ["event_name"],
};

const WORDS: Words = { recovered: ["resolved_item"] };

export const rollbar: Preset = {
  name: "rollbar",
  source: "rollbar",
  expressions: EXPRESSIONS,
  words: WORDS,
  setup: {
    steps: [
      "In [Rollbar](https://app.rollbar.com), open the project's settings, then Notifications, and choose Webhook. [How Rollbar describes it](https://docs.rollbar.com/docs/webhooks).",
      "Paste the webhook URL, keep the format JSON (XML is refused) and save.",
      "Add rules for the events that should raise an issue: New Item, Reactivated, High Occurrence Rate, every Occurrence. Leave out Deploy.",
      "Leave out Resolved Item, too, unless recoveries below are ignored or fix the issue.",
      "Rollbar's test message carries no item, so the answer is missing_title. That answer means the URL is right.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
