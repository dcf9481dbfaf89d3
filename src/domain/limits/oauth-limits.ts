// The numbers of assistants that people let in by OAuth: how long a code and each token live, and how many programs may register.
import { DAY_MS, HOUR_MS } from "../../lib/clock.ts";

/** A code is exchanged at once, by a program. */
export const AUTHORIZATION_CODE_MS = 60_000;
export const ACCESS_TOKEN_MS = HOUR_MS;
/** Days without use after which an assistant must be allowed again. */
export const REFRESH_TOKEN_DAYS = 30;
export const REFRESH_TOKEN_MS = REFRESH_TOKEN_DAYS * DAY_MS;
/** How long a client that got no answer may send the same token again, if its successor isn't used. */
export const RETRY_REFRESH_MS = 30_000;
/** Days after which an assistant must be allowed again, however often it is used. */
export const LONGEST_ASSISTANT_DAYS = 365;
export const LONGEST_ASSISTANT_MS = LONGEST_ASSISTANT_DAYS * DAY_MS;

/** Clients that nobody has let in: anybody may register one, so there are never more. */
export const MAX_UNUSED_CLIENTS = 1_000;
/** How long a client is remembered that nobody let in, or that has no assistant left: programs believe that they are registered. */
export const KEEP_CLIENT_MS = 30 * DAY_MS;
export const CLIENT_REGISTRATIONS_A_MINUTE = 20;
/** Bytes of a request to register, or for tokens. */
export const MAX_OAUTH_BYTES = 65_536;
export const MAX_REDIRECTS = 10;
export const MAX_REDIRECT = 2_048;
export const MAX_STATE = 2_048;
export const MAX_CLIENT_NAME = 80;
export const ASSISTANTS_A_PERSON = 50;
