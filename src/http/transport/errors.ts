// Every failure of every path leaves in the one error shape: never a stack, a statement or somebody else's data.
import type { FastifyError } from "fastify";
import { Fault, type FaultCode } from "../../domain/fault.ts";
import { thousands } from "../../lib/text/thousands.ts";
import { isLockTimeout } from "../../storage/database/lock-timeout.ts";
import { presentError } from "../../wire/error.ts";
import { ERROR_STATUSES } from "../../wire/error-statuses.ts";

export interface Failure {
  status: number;
  body: string;
  headers?: Record<string, string> | undefined;
  /** Unforeseen, and worth a line in the log. A database that fails has its own: it is not told of for each request. */
  unforeseen: boolean;
}

/** Errors of the web framework that mean something to the caller. */
const FRAMEWORK: Record<string, [FaultCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_media_type", "Send JSON, with Content-Type: application/json."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["invalid_request", "The body is not as long as Content-Length says."],
  FST_ERR_MAX_PARAM_LENGTH: ["not_found", "There is nothing at this address."],
  FST_ERR_BAD_URL: ["invalid_request", "The address is not valid: check its percent-encoding."],
};

/** `bodyLimit` is asked for only where it is told. */
export function failureOf(error: unknown, requestId: string, bodyLimit: () => number): Failure {
  const fault = faultOf(error, bodyLimit);
  if (fault !== undefined) {
    return {
      status: ERROR_STATUSES[fault.code],
      body: presentError(fault.code, fault.message),
      headers: headersOf(fault),
      unforeseen: isLockTimeout(fault),
    };
  }
  const message = `Something went wrong on our side. Quote the request id ${requestId} when you report it.`;
  return { status: 500, body: presentError("internal", message), unforeseen: true };
}

function faultOf(error: unknown, bodyLimit: () => number): Fault | undefined {
  if (error instanceof Fault) return error;
  const { code, statusCode } = error as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    const bytes = thousands(bodyLimit());
    return new Fault("too_large", `The body is too large: at most ${bytes} bytes are accepted.`);
  }
  const known = FRAMEWORK[code];
  if (known !== undefined) return new Fault(...known);
  if (statusCode === 415) return new Fault(...FRAMEWORK.FST_ERR_CTP_INVALID_MEDIA_TYPE!);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Fault("invalid_request", "The request could not be read.");
  }
  return undefined;
}

function headersOf({ code, retryAfter }: Fault): Failure["headers"] {
  if (retryAfter !== undefined) return { "retry-after": String(retryAfter) };
  if (code === "unavailable" || code === "in_progress") return { "retry-after": "1" };
  return undefined;
}

/** Errors of the HTTP parser, met before there is a request. */
export function rawFailure(code: string | undefined): [FaultCode, string] {
  if (code === "HPE_HEADER_OVERFLOW")
    return ["headers_too_large", "The headers are too large: at most 16 KB are accepted."];
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return ["timeout", "The request did not arrive in time."];
  return ["invalid_request", "This is not valid HTTP."];
}
