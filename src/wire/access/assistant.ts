// Assistants that are let in, as they cross the boundary: what a person is asked, what they answer, and what they have let in.
import * as z from "zod";
import { redirectProblem } from "../../domain/access/oauth.ts";
import { MAX_REDIRECT, MAX_STATE } from "../../domain/limits/oauth-limits.ts";
import { MAX_SCOPED_APPS } from "../../domain/limits.ts";
import { listOf, lookupName } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import { role } from "../fields.ts";

const text = z.string().max(MAX_REDIRECT);
/** No longer than a request can be: the route tells the program what is too long. */
const anyText = z.string().max(16_384).optional();

/**
 * The request with which an assistant sends the person here (RFC 6749). Errors are told as that standard says, so
 * nothing is refused here.
 */
export const AssistantRequestQuery = z.strictObject({
  client_id: text,
  redirect_uri: text,
  response_type: anyText,
  code_challenge: anyText,
  code_challenge_method: anyText,
  resource: anyText,
  scope: anyText,
  state: anyText,
});

/** Who asks; and where the person is sent back to if it asks in a wrong way, or when they deny it. */
export const AssistantRequestSchema = z.strictObject({
  name: z.string(),
  place: z.string(),
  role: role.nullable(),
  refused: z.string().nullable(),
  denied: z.string(),
});

export const AllowAssistantBody = z.strictObject({
  client_id: lookupName,
  redirect_uri: text.refine((address) => redirectProblem(address) === null, "expected an address"),
  code_challenge: z.string().max(128),
  state: optional(z.string().max(MAX_STATE)),
  role,
  apps: optional(listOf(lookupName, MAX_SCOPED_APPS, 1)),
});

/** The address that the person is sent back to. */
export const AllowedSchema = z.strictObject({ location: z.string() });
