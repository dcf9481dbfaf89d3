// What the cookie of somebody who is signed in begins with.

/** Over plain http. */
export const SESSION = "retest=";
