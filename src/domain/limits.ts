// Every number of the contract: how much of everything is accepted, how often, and for how long it is kept or waited for. Those of mail, of
// connections, of assistants and of live streams have files of their own in limits/.
// Settings take their defaults from here (`startup/config.ts`), and the interface what it shows (`wire/limits.ts`).
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/clock.ts";
import { STREAMS_PER_SERVER } from "./limits/live-limits.ts";

const MEGABYTE = 1_048_576;

// Characters of texts.
export const MAX_TEXT = 4_000;
export const MAX_NAME = 200;
export const MAX_REF = 100;
export const MAX_CODE = 50;
export const MAX_TITLE = 500;
export const MAX_INSTRUCTIONS = 10_000;
export const MAX_NOTE = 2_000;
export const MAX_BUILD = 200;
export const MAX_REPORTER_NAME = 200;
export const MAX_EMAIL = 254;
export const MAX_URL = 2_048;
/** Links into logs and dashboards carry whole queries. */
export const MAX_LINK = 8_192;
/** Characters of a tool's name that are shown; all of it counts when ids are compared. */
export const MAX_SOURCE = 64;
/** Characters of a tool's own id that are kept; all of it counts when ids are compared. */
export const MAX_EXTERNAL_ID = 4_096;
/** Characters of a search text. */
export const MAX_SEARCH = 200;
/** Capitals that an app's issue codes begin with. */
export const MIN_PREFIX = 2;
export const MAX_PREFIX = 5;
/** Characters of the installation's secret key, and of the name by which its sign-in server is shown. */
export const MIN_SECRET_KEY = 32;
export const MAX_ISSUER_NAME = 50;
export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 128;
/** Bytes of a secret that somebody chooses for signing. */
export const MIN_SECRET_BYTES = 8;
export const MAX_SECRET_BYTES = 256;
/** Characters of a token that a connected tool has given. */
export const MAX_CREDENTIAL = 4_096;
export const MAX_IDEMPOTENCY_KEY = 255;
/** Characters of the address of a test run in CI, which stands in the note of every result. */
export const MAX_RUN_URL = 1_000;

// Pages of lists.
export const DEFAULT_PAGE = 50;
export const MAX_PAGE = 200;
/** Platform-checks on one page of checks: with more platforms a page has fewer checks. */
export const MAX_PLATFORM_CHECKS_PER_PAGE = 2_000;

// What there may be of everything.
export const MAX_PLATFORMS = 50;
export const MAX_REPOSITORIES = 100;
export const MAX_SECTIONS = 1_000;
export const MAX_CHECKS = 10_000;
/** Checks times platforms of an app: each is a row that is kept up to date. */
export const MAX_PLATFORM_CHECKS = 20_000;
/** People that an issue may be assigned to. */
export const MAX_ASSIGNEES = 20;
/** Workspaces that a browser is signed in to at once, and accounts of one address or identity that are looked at. */
export const MAX_SIGNED_IN = 20;
export const MAX_ACCOUNTS = 20;
/** Apps that a key, a person or an invitation may be limited to. */
export const MAX_SCOPED_APPS = 1_000;
/** Connections of one app with other tools. */
export const MAX_CONNECTIONS = 20;
/** Cycles of an app that are open: each keeps a reading of its own up to date with every write. */
export const MAX_OPEN_CYCLES = 20;
export const MAX_CYCLES = 10_000;
/** Testers of a cycle: people times the sections that they are assigned to. */
export const MAX_CYCLE_TESTERS = 1_000;
/** Platform-checks in each list of a comparison of two cycles; how many there are in all is counted. */
export const MAX_COMPARED = 1_000;
/** Steps of an import that its event tells one by one. */
export const MAX_TOLD_STEPS = 200;
/** Apps that the metrics have figures of: the oldest. */
export const MAX_MEASURED_APPS = 1_000;

// What one request may hold.
/** Bytes of a request to the API, unless its endpoint says otherwise. */
export const MAX_REQUEST_BYTES = 262_144;
/** Checks that one request may add or archive, and the bytes of such a request. */
export const MAX_BATCH_CHECKS = 1_000;
export const MAX_COPIED_SECTIONS = 200;
export const MAX_BATCH_MEGABYTES = 1;
export const MAX_BATCH_BYTES = MAX_BATCH_MEGABYTES * MEGABYTE;
/** Issues that one request may change. */
export const MAX_BATCH_ISSUES = 200;
/** Bytes of a runbook that is sent to be imported. */
export const MAX_RUNBOOK_MEGABYTES = 2;
export const MAX_RUNBOOK_BYTES = MAX_RUNBOOK_MEGABYTES * MEGABYTE;
/** Bytes that a spreadsheet or another archive may unpack to. */
export const MAX_UNPACKED_BYTES = 32 * MEGABYTE;
/** Bytes of a test run that is sent to have its results recorded. */
export const MAX_RUN_MEGABYTES = 20;
export const MAX_RUN_BYTES = MAX_RUN_MEGABYTES * MEGABYTE;
/** Bytes of a mapping that is sent with a run, and the patterns in each of its parts. */
export const MAX_RUN_MAP_BYTES = 131_072;
export const MAX_RUN_RULES = 1_000;
/** Test cases in one run. */
export const MAX_CASES = 20_000;
export const MAX_RESULTS = 1_000;
/** Results a single request may record: a batch's rows times their platforms. */
export const MAX_RECORDED = 5_000;
/** Characters of notes in what one request records: a note is kept with each of its platforms. */
export const MAX_RECORDED_NOTES = 1_000_000;

/** Failed checks, or open issues, that whoever asks about the release gate may allow. */
export const MAX_GATE_ALLOWED = 100_000;

// Attachments of an issue or a result.
export const MAX_ATTACHMENTS = 20;
export const MAX_SCREENSHOT_MEGABYTES = 10;
export const MAX_RECORDING_MEGABYTES = 100;
export const MAX_SCREENSHOT_BYTES = MAX_SCREENSHOT_MEGABYTES * MEGABYTE;
export const MAX_RECORDING_BYTES = MAX_RECORDING_MEGABYTES * MEGABYTE;

// The webhook.
/** Bytes in the body of one delivery. */
export const MAX_DELIVERY_MEGABYTES = 1;
export const MAX_DELIVERY_BYTES = MAX_DELIVERY_MEGABYTES * MEGABYTE;
/** Bytes of a request for a preview: room for a delivery of the largest size inside it. */
export const MAX_PREVIEW_BYTES = 2_200_000;
/** Fields of a form. Of a form with more none is read: what is left out could be the title. */
export const MAX_FORM_FIELDS = 1_000;
/** How long a delivery waits for another one of the same id that is being raised. */
export const SAME_ID_WAIT_MS = 1_000;
/** Deliveries refused before they count that are logged, and the bytes of their bodies, in an hour, of one app at one server. */
export const LOGGED_REFUSALS_AN_HOUR = 1_000;
export const LOGGED_REFUSAL_BYTES_AN_HOUR = 8 * MEGABYTE;
/** Characters of headers that the log keeps of a delivery. */
export const MAX_LOGGED_HEADERS = 4_096;
/** Characters, alternatives, steps of a path, and placeholders of an expression of the mapping language. */
export const MAX_EXPRESSION = 2_000;
export const MAX_ALTERNATIVES = 20;
export const MAX_SEGMENTS = 32;
export const MAX_PLACEHOLDERS = 50;
/** Items of a list in one delivery, each of which may raise an issue. */
export const MAX_ITEMS = 100;
/** Characters of a word that stands for something, and words in each table that a mapping brings. */
export const MAX_WORD = 100;
export const MAX_WORDS = 100;

// How often. The first six are defaults of settings.
export const DELIVERIES_AN_HOUR = 120;
export const FREE_PLAN_ISSUES = 100;
export const REQUESTS_A_MINUTE = 1_200;
export const TOOL_REQUESTS_A_MINUTE = 120;
export const PUBLIC_REQUESTS_A_MINUTE = 600;
export const CONNECTIONS_PER_ADDRESS = 1_000;
/** Invalid keys a minute from one network address. A valid one is let in all the same. */
export const FAILED_KEYS_A_MINUTE = 60;
/** Requests that are not signed as they should be, a minute, from one network address to one connection. */
export const UNSIGNED_TOOL_REQUESTS_A_MINUTE = 60;
/** Connections that a server accepts: as many live streams as there may be, and as many others beside them. */
export const CONNECTIONS_PER_SERVER = 2 * STREAMS_PER_SERVER;
/** Test messages a minute to one notify URL, and to one connected tool. */
export const TESTS_A_MINUTE = 5;
/** Failures a minute for an e-mail address from one network, after which nothing more is tried from there until the next minute. */
export const FAILURES_PER_PAIR = 5;
/** Failed sign-ins a minute from one network, whichever e-mail addresses were tried. */
export const FAILURES_PER_NETWORK = 20;
/** Failures a minute for an e-mail address from all networks, after which each network has one try: slow for many, open for its owner. */
export const FAILURES_BEFORE_SLOW = 20;
/** Wrong codes an hour for one person from all networks but the browsers that they know: six digits must not be guessed by many who take turns. */
export const WRONG_CODES_AN_HOUR = 20;
/** Failed sign-ins a minute that the audit log lists, of people who exist and of others each. */
export const LISTED_SIGN_INS_A_MINUTE = 5;
/** Failed sign-ins that are counted a minute: a flood beyond them costs nothing more. */
export const COUNTED_SIGN_INS_A_MINUTE = 10_000;

// How long something is kept, or works.
/** Days that deliveries are kept: the default of a setting. */
export const DELIVERY_DAYS = 30;
export const AUDIT_DAYS = 400;
/** Days that an entry stays in an inbox, read or not. */
export const INBOX_DAYS = 90;
/** Unread entries of an inbox that are counted: beyond that there are many. */
export const MAX_UNREAD_COUNTED = 100;
/** Days that a trend may span. */
export const MAX_TREND_DAYS = 365;
export const DEFAULT_TREND_DAYS = 90;
/** Days that the days of a trend are kept: a trend goes back a year; the rest is for whoever looks late. */
export const TREND_KEPT_DAYS = 400;
export const SESSION_IDLE_MS = 12 * HOUR_MS;
export const SESSION_LIFE_MS = 7 * DAY_MS;
/** How long a sign-in may wait for the second factor. */
export const HALF_SESSION_MINUTES = 5;
/** How long after giving their password or factor somebody may change what they sign in with. */
export const CONFIRMED_MINUTES = 10;
export const RECOVERY_CODES = 10;
/** Second factors that one person may have. */
export const MAX_FACTORS = 20;
export const INVITATION_DAYS = 7;
/** Days that it is known of an invitation what became of it, after it has ended. */
export const INVITATION_KEPT_DAYS = 30;
/** What a browser carries of where somebody goes after signing in must fit into one line of a request, behind most proxies too. */
export const MAX_RETURN_PATH = 4_000;
/** How long somebody may take at the issuer that they sign in with. */
export const ISSUER_VISIT_MS = 10 * MINUTE_MS;
/** How many days before a key expires its admins are warned. */
export const KEY_WARNING_DAYS = 14;
/** How long a link to set a new password works. */
export const RESET_LINK_MINUTES = 60;
/** How long a link works that confirms an e-mail address. */
export const EMAIL_LINK_HOURS = 24;
/** How long a browser is known as one that somebody has signed in with. */
export const KNOWN_BROWSER_MS = 400 * DAY_MS;
/** "Last used" of a key is kept to the minute: a write per request would cost more than it tells. */
export const LAST_USED_EVERY_MS = MINUTE_MS;
/** How long browsers are told to use https only: the default of a setting. */
export const HSTS_SECONDS = (30 * DAY_MS) / 1_000;
/** How long an old secret of a rotated key may stay valid. */
export const MAX_OVERLAP_DAYS = 7;
export const MAX_OVERLAP_SECONDS = MAX_OVERLAP_DAYS * 24 * 3_600;
/** How long the person who recorded a result can take it back. */
export const TAKE_BACK_MINUTES = 10;
export const TAKE_BACK_MS = TAKE_BACK_MINUTES * MINUTE_MS;
/** How long a request with an Idempotency-Key is answered as it was the first time. */
export const IDEMPOTENCY_HOURS = 24;
/** How long a file that nothing names is left alone: longer than any upload takes, and whoever reads it. */
export const ORPHANED_FILE_MS = DAY_MS;
/** Counts of an hour are of no use once it has passed; a day is kept, in case a clock is set back. */
export const HOUR_COUNTS_MS = 24 * HOUR_MS;
/** How long a tool's messages are remembered: tools repeat themselves within days, if at all. */
export const TOOL_RECEIPT_DAYS = 30;

// Calls to other servers.
/** How long a receiver of notifications may take to answer. */
export const NOTIFY_TIMEOUT_SECONDS = 5;
export const NOTIFY_TIMEOUT_MS = NOTIFY_TIMEOUT_SECONDS * 1_000;
/** How long ago a notification without outcome was claimed, if the server that claimed it is gone. */
export const NOTIFICATION_STALLED_MS = 30_000;
/** How long a connected tool may take to answer. */
export const TOOL_TIMEOUT_SECONDS = 10;
export const TOOL_TIMEOUT_MS = TOOL_TIMEOUT_SECONDS * 1_000;
/** Bytes of a connected tool's answer that are read. */
export const MAX_TOOL_ANSWER_BYTES = MEGABYTE;
/** Calls that may be under way at once, in all and to one host. */
export const CALLS_AT_ONCE = { total: 40, perKind: 2 };
