// How much of everything is accepted.
export const MAX_TEXT = 4_000;
export const MAX_NAME = 200;
export const MAX_REF = 100;
export const MAX_CODE = 50;
export const MAX_TITLE = 500;
export const MAX_INSTRUCTIONS = 10_000;
export const MAX_NOTE = 2_000;
export const MAX_BUILD = 200;
export const MAX_PLATFORMS = 50;
export const MAX_REPOSITORIES = 100;
export const MAX_REPORTER_NAME = 200;
export const MAX_EMAIL = 254;
export const MAX_URL = 2_048;
/** Links into logs and dashboards carry whole queries. */
export const MAX_LINK = 8_192;
/** Characters of a tool's name that are shown; all of it counts when ids are compared. */
export const MAX_SOURCE = 64;
/** Characters of a tool's own id that are kept; all of it counts when ids are compared. */
export const MAX_EXTERNAL_ID = 4_096;
export const MAX_RESULTS = 1_000;
export const MAX_PAGE = 200;
/** Characters of a text to search for. */
export const MAX_SEARCH = 200;
export const DEFAULT_PAGE = 50;
export const MAX_SECTIONS = 1_000;
export const MAX_CHECKS = 10_000;
/** Checks that one request may add or archive, and the bytes of such a request. */
export const MAX_BATCH_CHECKS = 1_000;
export const MAX_BATCH_BYTES = 1_048_576;
/** Bytes of a runbook that is sent to be imported. */
export const MAX_RUNBOOK_BYTES = 2_097_152;
/** Checks times platforms of an app: each is a row that is kept up to date. */
export const MAX_PLATFORM_CHECKS = 20_000;
/** Platform-checks on one page of checks: with more platforms a page has fewer checks. */
export const MAX_PLATFORM_CHECKS_PER_PAGE = 2_000;
/** Results a single request may record: a batch's rows times their platforms. */
export const MAX_RECORDED = 5_000;
/** Characters of notes in what one request records: a note is kept with each of its platforms. */
export const MAX_RECORDED_NOTES = 1_000_000;
/** Days an old secret of a rotated key may stay valid. */
export const MAX_OVERLAP_SECONDS = 7 * 24 * 3_600;
/** How long whoever recorded a result can take it back. */
export const TAKE_BACK_MS = 10 * 60_000;
/** Bytes of a secret that somebody chooses for signing. */
export const MIN_SECRET = 8;
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 128;

/** Of one app with other tools. */
export const MAX_CONNECTIONS = 20;
/** Bytes of a test run that is sent to have its results recorded. */
export const MAX_RUN_BYTES = 20 * 1_024 * 1_024;
/** Test cases of one run. */
export const MAX_CASES = 20_000;
