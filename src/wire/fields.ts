// The fields that requests are made of: each cleans what it accepts and says what it wants.
import * as z from "zod";
import { emailProblem, signInEmail } from "../domain/access/email-address.ts";
import { ROLES } from "../domain/access/grant.ts";
import { passwordProblem } from "../domain/access/password.ts";
import { PRIORITIES } from "../domain/issues/issue.ts";
import { isPrefix } from "../domain/issues/issue-code.ts";
import {
  DEFAULT_PAGE,
  MAX_CODE,
  MAX_EMAIL,
  MAX_NAME,
  MAX_PAGE,
  MAX_PASSWORD,
  MAX_PLATFORMS,
  MAX_REF,
  MAX_REPOSITORIES,
  MAX_SEARCH,
  MAX_TEXT,
  MAX_TITLE,
  MAX_URL,
  MIN_PASSWORD,
} from "../domain/limits.ts";
import { OUTCOMES, STATUSES } from "../domain/status/platform-status.ts";
import { lineText, listOf, longText, nameText, wholeNumber } from "../lib/schema/fields.ts";
import { listInQuery } from "../lib/schema/list-in-query.ts";
import { optional } from "../lib/schema/optional.ts";
import { wordsOf } from "../lib/text/search-words.ts";
import { oneLine } from "../lib/text/text.ts";

export const issueText = longText(MAX_TEXT);
export const priority = z.enum(PRIORITIES);
export const outcome = z.enum(OUTCOMES);
export const status = z.enum(STATUSES);
export const role = z.enum(ROLES);
export const mode = z.enum(["testing", "live"]);
export const ref = lineText(MAX_REF);
export const title = lineText(MAX_TITLE);
export const appName = nameText(MAX_NAME);
export const keyName = nameText(MAX_NAME);
export const workspaceName = nameText(MAX_NAME);
export const prefix = z
  .string()
  .refine(isPrefix, "expected 2 to 5 capital letters A to Z")
  .meta({ pattern: "^[A-Z]{2,5}$" });
export const position = z.number().int().min(0).max(1_000_000);

export const platformCodes = listOf(z.string().max(4_096), 1_000);

/** Codes of platforms in a query. Left out, or empty, it means every platform. */
export const codesInQuery = listInQuery(8_192);

export const platformList = listOf(
  z.strictObject({ code: lineText(MAX_CODE), label: optional(lineText(MAX_NAME)) }),
  MAX_PLATFORMS,
  1,
)
  .superRefine((platforms, context) => {
    const codes = platforms.map(({ code }) => code);
    const twice = codes.find((code, i) => codes.indexOf(code) !== i);
    if (twice !== undefined) context.addIssue(`give each code once; ${JSON.stringify(twice)} appears twice`);
    const reserved = codes.find((code) => code === "*" || code.includes(","));
    if (reserved !== undefined)
      context.addIssue(`${JSON.stringify(reserved)} can't be a code: a code is not "*" and has no comma`);
  })
  .transform((platforms) => platforms.map(({ code, label }) => ({ code, label: label ?? code })));

export const repositoryList = listOf(
  z.strictObject({ repo: lineText(MAX_NAME), platforms: platformCodes }),
  MAX_REPOSITORIES,
);

/** An address that somebody is to have. */
export const personEmail = z
  .string()
  .superRefine((text, context) => {
    const problem = emailProblem(text);
    if (problem !== null) context.addIssue(problem);
  })
  .transform(signInEmail);

/** The address of somebody who is there, whose address may be one that would not be taken any more. */
export const knownEmail = z
  .string()
  .transform(signInEmail)
  .refine((text) => text.includes("@") && text.length <= MAX_EMAIL, "expected an e-mail address");

export const newPassword = z
  .string()
  .superRefine((text, context) => {
    const problem = passwordProblem(text);
    if (problem !== null) context.addIssue(problem);
  })
  .meta({ minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD });

export const httpUrl = z
  .string()
  .max(MAX_URL)
  .refine(isHttpUrl, "expected an http or https address")
  .meta({ format: "uri" });

export const pullRequest = z.strictObject({
  number: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  url: httpUrl,
  repo: lineText(MAX_NAME),
});

/** The `limit` of a paged list. */
export const limit = wholeNumber(1, MAX_PAGE)
  .optional()
  .transform((value) => value ?? DEFAULT_PAGE);

export const cursor = z.string().optional();

/** A yes or no in a query. */
export const flag = z
  .enum(["true", "false"])
  .optional()
  .transform((value) => value === "true");

export const timestamp = z.string().meta({ format: "date-time" });

const EXPECTED_MOMENT = "expected an ISO 8601 timestamp with Z or an offset";

/** A moment that somebody names in a query: ISO 8601 to the minute at least, with its offset. Read as milliseconds. */
export const moment = namedMoment(`${EXPECTED_MOMENT} (its + written as %2B)`);
/** A time in a body. */
export const momentInBody = namedMoment(EXPECTED_MOMENT);

/** A text to search for. */
export const searchText = lineText(MAX_SEARCH).refine(
  (text) => text === "" || wordsOf(text).length > 0,
  "expected at least one letter or digit",
);

function namedMoment(expected: string) {
  return z
    .string()
    .meta({ format: "date-time" })
    .transform(parseMoment)
    .refine((at) => !Number.isNaN(at), expected);
}

function parseMoment(text: string): number {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text);
  if (parts === null) return Number.NaN;
  const [year, month, day] = parts.slice(1).map(Number);
  // A day that its month does not have would be read as one of the next.
  const exists = new Date(Date.UTC(year!, month! - 1, day)).getUTCDate() === day;
  return exists ? Date.parse(text) : Number.NaN;
}

/** An address that every reader takes for the same one: no backslashes, no user name in front of the host. */
function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text) || text.includes("\\") || text !== oneLine(text)) return false;
  const { protocol, username, password } = new URL(text);
  const isHttp = protocol === "http:" || protocol === "https:";
  return isHttp && text.toLowerCase().startsWith(`${protocol}//`) && username === "" && password === "";
}
