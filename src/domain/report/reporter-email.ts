// The address of a person outside the team. It is shown, never written to, so it is taken as it was given; tools send far more than
// what one mail server or another would take.
import { MAX_EMAIL } from "../limits.ts";

const CONTROL = /\p{Cc}/u;

/** Whether an address that isn't blank can be an e-mail address. */
export function isReporterEmail(text: string): boolean {
  return text.length <= MAX_EMAIL && !CONTROL.test(text) && text.isWellFormed();
}
