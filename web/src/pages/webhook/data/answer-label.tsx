// What a delivery was answered with, as a shape, a colour and words.
import type { Delivery } from "../../../api/types.ts";
import { Icon, type IconName } from "../../../components/display/icons.tsx";
import classes from "../../../components/log/log.module.css";

/** Why it was refused, by the code of the answer. */
const REFUSED_WORD: Record<string, string> = {
  invalid_json: "not readable",
  missing_title: "no title",
  too_many_items: "more than 100 items",
  invalid_signature: "signature missing or wrong",
  limit_reached: "the month's allowance is used up",
  not_found: "the webhook was off",
  not_live: "the app was not live",
  in_progress: "another delivery with this id was in progress",
  too_large: "too large",
  rate_limited: "the hour's limit was reached",
};

type Tone = "raised" | "duplicate" | "refused";
const TONE_ICON: Record<Tone, IconName> = { raised: "check", duplicate: "copy", refused: "close" };

export function answerText({ status, duplicate, recovery, error }: Delivery): string {
  if (error !== null) return `Refused: ${REFUSED_WORD[error.code] ?? error.code}`;
  if (recovery !== null) return recovery === "fixed" ? "Fixed" : duplicate ? "Duplicate" : "Ignored";
  return duplicate ? "Duplicate" : status === 201 ? "Raised" : "Ignored";
}

/** What there is to know beside it, where there is no refusal. */
export function answerNote(delivery: Delivery): string {
  const { duplicate, recovery, items } = delivery;
  if (items !== null) return items.length === 1 ? "A list of one item" : `A list of ${items.length} items`;
  if (recovery === "fixed") return "A recovery: its issue is fixed";
  if (recovery === "ignored" && !duplicate) return "A recovery, and no issue of it was open";
  if (!duplicate) return answerText(delivery) === "Ignored" ? "A message that reports nothing" : "";
  return recovery === null ? "Its issue is still open" : "A recovery: its issue stays open";
}

export function AnswerLabel({ delivery }: { delivery: Delivery }) {
  const { error, duplicate } = delivery;
  const tone: Tone =
    error !== null ? "refused" : duplicate || answerText(delivery) === "Ignored" ? "duplicate" : "raised";
  return (
    <span className={classes.mark} data-tone={tone}>
      <Icon name={TONE_ICON[tone]} size={14} />
      {answerText(delivery)}
    </span>
  );
}
