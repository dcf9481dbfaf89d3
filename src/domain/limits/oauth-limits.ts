// The numbers of assistants that people let in by OAuth: how long a code and each token live, and how many programs may register.
import { DAY_MS, HOUR_MS } from "../../lib/clock.ts";

/** A code is exchanged at once, by a program. */
export const AUTHORIZATION_CODE_MS = 60_000;
export const ACCESS_TOKEN_MS = HOUR_MS;
/** An assistant that was not used for so long has to be let in again. */
export const REFRESH_TOKEN_DAYS = 30;
export const REFRESH_TOKEN_MS = REFRESH_TOKEN_DAYS * DAY_MS;
/** Who got no answer may bring the same token again for so long, while what was given in its place is not used. */
export const RETRY_REFRESH_MS = 30_000;
/** And every one after a year. */
export const LONGEST_ASSISTANT_DAYS = 365;
export const LONGEST_ASSISTANT_MS = LONGEST_ASSISTANT_DAYS * DAY_MS;

/** Anybody may register a client: there are never more than so many that nobody has let in. */
export const MAX_UNUSED_CLIENTS = 1_000;
/** Programs remember that they have registered: one that nobody has let in, or that has no assistant left, is known for so long. */
export const KEEP_CLIENT_MS = 30 * DAY_MS;
export const CLIENT_REGISTRATIONS_A_MINUTE = 20;
/** Bytes of a request to register, or for tokens. */
export const MAX_OAUTH_BYTES = 65_536;
export const MAX_REDIRECTS = 10;
export const MAX_REDIRECT = 2_048;
export const MAX_STATE = 2_048;
export const MAX_CLIENT_NAME = 80;
export const ASSISTANTS_A_PERSON = 50;
