// The one error shape, and the one table from codes to HTTP statuses.
import * as z from "zod";
import type { FaultCode } from "../domain/fault.ts";

export const ErrorSchema = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) });

export const ERROR_STATUSES: Record<FaultCode, number> = {
  invalid_json: 400,
  invalid_request: 400,
  unknown_platform: 400,
  missing_check: 400,
  missing_title: 400,
  too_many_items: 400,
  invalid_sort: 400,
  invalid_cursor: 400,
  unauthorized: 401,
  invalid_signature: 401,
  limit_reached: 402,
  forbidden: 403,
  confirmation_needed: 403,
  second_factor_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  ambiguous_check: 409,
  ambiguous_section: 409,
  not_live: 409,
  in_progress: 409,
  name_taken: 409,
  has_check: 409,
  not_fixed: 409,
  nothing_left_open: 409,
  not_empty: 409,
  secret_required: 409,
  last_admin: 409,
  last_factor: 409,
  not_archived: 409,
  in_use: 409,
  settled: 409,
  cycle_closed: 409,
  too_many_cycles: 409,
  too_few_matched: 409,
  idempotency_conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
};

let last = { code: "" as FaultCode | "", message: "", text: "" };

/** In a flood it is the same one again and again. */
export function presentError(code: FaultCode, message: string): string {
  if (code !== last.code || message !== last.message) {
    const text = JSON.stringify({ error: { code, message } } satisfies z.infer<typeof ErrorSchema>);
    last = { code, message, text };
  }
  return last.text;
}
