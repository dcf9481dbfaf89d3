// What each code of a refusal means, in a sentence, and an example of what it says.
import type { FaultCode } from "../../../domain/fault.ts";
import { MAX_REQUEST_BYTES } from "../../../domain/limits.ts";
import { thousands } from "../../../lib/text/thousands.ts";

export const FAULT_MEANINGS: Record<FaultCode, string> = {
  invalid_json: "The body is not JSON, or not an object.",
  invalid_request: "A field or parameter is missing, wrong or unknown; the message names it.",
  unknown_platform: "The app has no platform with this code.",
  missing_check: "In testing mode an issue needs a check.",
  missing_title: "The delivery has neither a title nor a description to take one from.",
  invalid_sort: "`sort=fixed_at` can only be combined with `status=fixed`.",
  invalid_cursor: "The cursor was edited, or belongs to another query.",
  unauthorized: "The key is missing or not valid.",
  invalid_signature: "The webhook has a signing secret, and the signature is missing or wrong.",
  limit_reached: "The workspace has used this month's allowance of issues on the Free plan.",
  forbidden: "The key reaches it, but its role is too low; the message names the role needed.",
  confirmation_needed: "Your password or a second factor has to be given again first.",
  second_factor_needed: "The workspace demands a second factor, and you have none yet.",
  not_found: "It does not exist, or is out of the key's reach.",
  method_not_allowed: "This path does not accept the method; `Allow` lists those it accepts.",
  timeout: "The request took too long to arrive.",
  ambiguous_check: "Several checks have this title: add `section`, or use a ref.",
  ambiguous_section: "Several sections have this title: use a ref.",
  not_live: "The app is not in live mode.",
  in_progress: "The same thing is being done at this moment: try again.",
  name_taken: "This name, prefix or ref is taken.",
  has_check: "The issue has a check: record a result instead.",
  not_fixed: "The issue is open: fix it first.",
  nothing_left_open: "The issue would be left with no platform that is still open.",
  not_empty: "It is still in use.",
  secret_required: "A signing secret, or a notify URL, has to be set first.",
  last_admin: "The last admin who reaches every app can't be removed or given another role.",
  last_factor: "The workspace demands a second factor: the last one can't be removed.",
  settled: "It is too late to take this back.",
  cycle_closed: "The cycle is closed: what it found stays as it is.",
  too_many_cycles: "The app has as many open cycles, or cycles in all, as it may have.",
  idempotency_conflict: "The `Idempotency-Key` was used for another request.",
  precondition_failed: "It has changed since you read it: its `ETag` is not the one in `If-Match`, or it has none.",
  too_large: "The body is too large.",
  unsupported_media_type: "The `Content-Type` is not one that this endpoint accepts.",
  range_not_satisfiable: "The requested range is beyond the end of the file.",
  rate_limited: "Too many requests; `Retry-After` says how long to wait.",
  headers_too_large: "The headers are larger than 16 KB.",
  internal: "Something went wrong on our side; the message has the request id.",
  unavailable: "The server can't do this right now; try again in a moment.",
};

/** What a refusal may say. */
export const FAULT_SAYINGS: Partial<Record<FaultCode, string>> = {
  invalid_json: "The body is empty: send a JSON object.",
  invalid_request: 'text: required; unknown field "platform".',
  unknown_platform: 'platforms: unknown "windows"; this app has "ios", "android".',
  unauthorized: "Send a valid key: Authorization: Bearer <key>.",
  forbidden: "This needs the role admin.",
  not_found: "No such issue, or it is out of your reach.",
  ambiguous_check: "check: 2 checks have this title; add section, or use a ref: SIGN-1, PAY-4.",
  too_large: `The body is too large: at most ${thousands(MAX_REQUEST_BYTES)} bytes are accepted.`,
};
