// What a delivery is refused with. The refusals stand here in the contract's order, each with its one text: the first that
// applies is the answer. Each is given where it is known: 1 to 5 by `intake/webhook/decide-delivery.ts` (2 by the route beside it, which
// reads the bytes; 4 and 5 from what `app-refusals.ts` and `limit-deliveries.ts` beside it know, and once more by the action, which holds
// the app), 6 where the body is read (`domain/payload`), 7 and 8 by `delivery-receiver.ts` beside it, 9 by `same-id-queue.ts`, 10 by the action.
// `test/integration/intake/webhook/refusal-order.test.ts` holds each pair of them to this order, save 9, which takes two
// deliveries at once (`concurrency.test.ts`). `wire/error-statuses.ts` has the HTTP status of each code.

import { thousands } from "../../lib/text/thousands.ts";
import { Fault } from "../fault.ts";
import { MAX_DELIVERY_BYTES, MAX_FORM_FIELDS, MAX_ITEMS } from "../limits.ts";

/** A refusal as plain data, which can be handed between threads, logged, and made a fault again where it is answered. */
export type Refusal = Pick<Fault, "code" | "message"> & Partial<Pick<Fault, "retryAfter">>;

// 1. `not_found`
export const NO_WEBHOOK = new Fault(
  "not_found",
  "There is no webhook at this address: it is off, was replaced, or never existed.",
);

// 2. `too_large`
export const TOO_LARGE = new Fault(
  "too_large",
  `The body is too large: at most ${thousands(MAX_DELIVERY_BYTES)} bytes are accepted.`,
);

// 3. `invalid_signature`
export const NOT_SIGNED = new Fault(
  "invalid_signature",
  "This webhook accepts only signed deliveries: send X-Signature: sha256= and the hex HMAC-SHA256 of the exact body, keyed with the signing secret.",
);
export const WRONGLY_SIGNED = new Fault(
  "invalid_signature",
  "The signature is wrong: X-Signature must be sha256= and the hex HMAC-SHA256 of the exact bytes sent, keyed with the signing secret.",
);

// 4. `not_live`
export const NOT_LIVE = new Fault(
  "not_live",
  "This app is not in live mode, so its webhook accepts no deliveries. Set its mode to live.",
);

// 5. `rate_limited`
export function rateLimited(perHour: number, secondsLeft: number): Fault {
  const message = `This app has used up its ${perHour} deliveries for this hour; the next hour starts in ${secondsLeft} s.`;
  return new Fault("rate_limited", message, undefined, secondsLeft);
}

export function workspaceRateLimited(perMinute: number, secondsLeft: number): Fault {
  const message = `The apps of this workspace have used up their ${perMinute} deliveries for this minute; try again in ${secondsLeft} s.`;
  return new Fault("rate_limited", message, undefined, secondsLeft);
}

// 6. `invalid_json`: whatever keeps a body from being read has its own sentence.
const WANTED = 'Send a JSON object such as {"title": "What is wrong"}, or a form.';
export const UNREADABLE_BODY = {
  encoded: "Content encodings such as gzip are not accepted: send the body uncompressed.",
  empty: `The body is empty. ${WANTED}`,
  utf16: "The body is UTF-16: send UTF-8.",
  compressed: "The body is compressed: send it uncompressed.",
  notUtf8: "The body is not UTF-8.",
  notJson: (why: string) => `The body can't be read as JSON: ${why}.`,
  noObject: (what: string) => `The body is JSON, but ${what} instead of an object. ${WANTED}`,
  noForm: `The body is neither a JSON object nor a form. ${WANTED}`,
  emptyForm: `The form has no fields; a file counts only under the name payload. ${WANTED}`,
  fullForm: `The form has more than ${thousands(MAX_FORM_FIELDS)} fields: send fewer, or send a JSON object.`,
  noMultipart: (what: string) => `The multipart form ${what}.`,
} as const;

export function unreadableBody(text: string): Fault {
  return new Fault("invalid_json", text);
}

// 7. `too_many_items`
export function tooManyItems(count: number): Fault {
  const message = `The list has ${thousands(count)} items: at most ${MAX_ITEMS} are accepted in one delivery, and nothing was raised. Have the tool send fewer at a time.`;
  return new Fault("too_many_items", message);
}

// 8. `missing_title`
export const MISSING_TITLE = new Fault(
  "missing_title",
  "The payload has no title, and no description to take one from, where this webhook looks for them.",
);

// A delivery of something that has an open issue is not refused: it is a duplicate, and is answered with that issue.

// 9. `in_progress`
export function inProgress(): Fault {
  const message = "Another delivery with this external id is being raised at this moment. Try again in a moment.";
  return new Fault("in_progress", message, undefined, 1);
}

// 10. `limit_reached`: the monthly allowance of issues on the plan `free`. It refuses every new issue, whichever way it is raised.
export function limitReached(issuesAMonth: number): Fault {
  const message = `This workspace has used this month's allowance of ${issuesAMonth} issues on the Free plan; the next month has a new allowance.`;
  return new Fault("limit_reached", message);
}

export function refusalOf({ code, message, retryAfter }: Fault): Refusal {
  return retryAfter === undefined ? { code, message } : { code, message, retryAfter };
}

/** A refusal that the log of deliveries has already. */
export class LoggedRefusal extends Fault {}

export function refusedWith({ code, message, retryAfter }: Refusal, isLogged: boolean): Fault {
  const Kind = isLogged ? LoggedRefusal : Fault;
  return new Kind(code, message, undefined, retryAfter);
}
