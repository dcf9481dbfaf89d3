// What can go wrong, as a closed list of codes. Whoever answers decides the status.
export type FaultCode =
  | "invalid_json"
  | "invalid_request"
  | "unknown_platform"
  | "missing_check"
  | "missing_title"
  | "too_many_items"
  | "invalid_sort"
  | "invalid_cursor"
  | "unauthorized"
  | "invalid_signature"
  | "limit_reached"
  | "forbidden"
  | "confirmation_needed"
  | "second_factor_needed"
  | "not_found"
  | "method_not_allowed"
  | "timeout"
  | "ambiguous_check"
  | "ambiguous_section"
  | "not_live"
  | "in_progress"
  | "name_taken"
  | "has_check"
  | "not_fixed"
  | "nothing_left_open"
  | "not_empty"
  | "secret_required"
  | "last_admin"
  | "last_factor"
  | "not_archived"
  | "in_use"
  | "settled"
  | "cycle_closed"
  | "too_many_cycles"
  | "too_few_matched"
  | "idempotency_conflict"
  | "precondition_failed"
  | "too_large"
  | "unsupported_media_type"
  | "range_not_satisfiable"
  | "rate_limited"
  | "headers_too_large"
  | "internal"
  | "unavailable";

/** A refusal that the caller can act on: the message says what was wrong and what would be right. */
export class Fault extends Error {
  readonly code: FaultCode;
  /** Seconds after which another try may succeed. */
  readonly retryAfter: number | undefined;

  /** `cause` is for the log; it never leaves the process. */
  constructor(code: FaultCode, message: string, cause?: unknown, retryAfter?: number) {
    // Where a refusal was thrown helps nobody, and finding out costs more than the refusal: a flood of them must be cheap.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "Fault";
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** `hint` says what may have been meant: only what the caller reaches. */
export function notFound(what: string, hint = ""): Fault {
  return new Fault("not_found", `No such ${what}, or it is out of your reach.${hint}`);
}
