// What the API's document says about an endpoint beyond what its route says: words, and what it may answer.
import type { ZodType } from "zod";
import type { FaultCode } from "../../../domain/fault.ts";
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY } from "../../../domain/limits.ts";

export interface Operation {
  /** The operation's name in client libraries; no two are the same. */
  id: string;
  /** What the summary leaves open. */
  description?: string;
  /** Statuses of success; by default 200, or 204 where the route has no response. */
  statuses?: readonly number[];
  /** What its answer may be, where that is not JSON alone. */
  types?: readonly string[];
  /** What a file that it takes may be, and what is in it when that is JSON. */
  takes?: readonly string[];
  file?: ZodType;
  /** Further refusals, beside those that follow from the route. */
  codes?: readonly FaultCode[];
  /** Headers of its success, by their keys in `answer-headers.ts`, beside those that its form implies. */
  headers?: readonly string[];
  /** Headers that it takes, each with what it means. */
  requestHeaders?: Record<string, string>;
  /** What its parameters mean, where that is not what they mean everywhere. */
  parameters?: Record<string, string>;
}

/** What the reference says about one kind of thing. */
export interface OperationGroup {
  tag: string;
  about: string;
  /** Schemas that have a name of their own in the document, each with a word on its fields. */
  schemas: Record<string, [schema: ZodType, fields: Record<string, string>]>;
  /** Operations under the method and path of their route, such as `POST /issues`. */
  operations: Record<string, Operation>;
}

/** What can be repeated without being done twice. */
export const IDEMPOTENT = {
  codes: ["idempotency_conflict"],
  headers: ["Replayed"],
  requestHeaders: {
    "Idempotency-Key": `A value of your choice, 1 to ${MAX_IDEMPOTENCY_KEY} printable characters. Repeating the request with the same value within ${IDEMPOTENCY_HOURS} hours does nothing twice.`,
  },
} as const;

/** How a list is written in a query. */
export const LIST = "the parameter repeated, or its values separated by commas.";

/** What every report has in common. */
export const REPORT = {
  headers: ["ETag", "Disposition"],
  types: ["application/json", "text/csv"],
  parameters: {
    format: "`json` by default; `csv` has a row for each platform-check.",
    percent: "For the gate: the least percentage that must be complete; 100 by default.",
    max_failed: "For the gate: how many platform-checks may be failed; 0 by default.",
    max_open: "For the gate: how many issues may be open; 0 by default.",
  },
} satisfies Partial<Operation>;
