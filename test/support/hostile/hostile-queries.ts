// Queries that must be refused: limits, filters and sorts that are wrong. APP stands for an app, ISSUE for an issue.

export const PAGED_LISTS = ["/issues?", "/issues/ISSUE/history?", "/checks?app=APP&", "/results?"];

export const WRONG_LIMITS = [
  "0",
  "-1",
  "-0",
  "201",
  "1e2",
  "0x10",
  "+50",
  "%2050",
  "50%20",
  "",
  "9999999999999999999",
  "5.0",
].concat(["NaN", "Infinity", "050", "1,000", "%D9%A1", "%EF%BC%91", "true", "1_0", "50%0A", "1%00"]);

export const WRONG_FILTERS: [string, string, string, string][] = [
  ["an empty status", "status=", "invalid_request", "status"],
  ["status without a value", "status", "invalid_request", "status"],
  ["an unknown status", "status=closed", "invalid_request", "status"],
  ["a status in capitals", "status=OPEN", "invalid_request", "status"],
  ["a status as a list", "status[]=open", "invalid_request", "status"],
  ["a status that is a name of the prototype", "status=constructor", "invalid_request", "status"],
  ["an unknown sort", "sort=text", "invalid_request", "sort"],
  ["sort=__proto__", "sort=__proto__", "invalid_request", "sort"],
  ["a statement as the sort", "sort=raised_at;drop%20table%20issue", "invalid_request", "sort"],
  ["sort=fixed_at with status=open", "sort=fixed_at&status=open", "invalid_sort", "fixed_at"],
  ["sort=fixed_at with status=all", "status=all&sort=fixed_at", "invalid_sort", "fixed_at"],
  ["an empty app", "app=", "invalid_request", "app"],
  ["a NUL as the app", "app=%00", "invalid_request", ""],
  ["a broken escape as the app", "app=%", "invalid_request", ""],
  ["an escape of no character", "app=%ED%A0%80", "invalid_request", ""],
  ["an overlong escape", "app=%C0%AF", "invalid_request", ""],
  ["a broken escape in a name", "%zz=1", "invalid_request", ""],
  ["a check's ref without app", "check=SIGN-1", "invalid_request", "app"],
  ["a parameter twice", "status=open&status=open", "invalid_request", "status"],
  ["a parameter twice, once in escapes", "limit=5&%6Cimit=5", "invalid_request", "limit"],
  ["an unknown parameter", "platforms=ios", "invalid_request", "platforms"],
  ["a parameter in capitals", "Status=open", "invalid_request", "Status"],
  ["a parameter without a name", "=1", "invalid_request", ""],
  ["the parameter __proto__", "__proto__=1", "invalid_request", "__proto__"],
  ["the parameter constructor", "constructor=1", "invalid_request", "constructor"],
  ["the parameter toString", "toString=1", "invalid_request", "toString"],
  ["2,000 parameters", Array.from({ length: 2_000 }, (_, i) => `p${i}=`).join("&"), "invalid_request", "p0"],
  ["an app of 5,000 characters", `app=${"a".repeat(5_000)}`, "invalid_request", "app"],
  ["an unknown parameter cut inside an emoji", `a${encodeURIComponent("😀".repeat(100))}=1`, "invalid_request", ""],
];

export const LONG_CURSOR = `cursor=${"A".repeat(5_000)}`;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The cursor with each of its characters changed in turn. */
export function changedCursors(cursor: string): string[] {
  return [...cursor].map((character, at) => {
    const next = ALPHABET[(ALPHABET.indexOf(character) + 1) % 64]!;
    return cursor.slice(0, at) + next + cursor.slice(at + 1);
  });
}

/** What nobody was given, made of a cursor that somebody was; as it stands in an address. */
export const FORGED_CURSORS: [what: string, change: (cursor: string) => string][] = [
  ["followed by !", (cursor) => `${cursor}!`],
  ["followed by =", (cursor) => `${cursor}=`],
  ["followed by a space", (cursor) => `${cursor}%20`],
  ["followed by a letter", (cursor) => `${cursor}A`],
  ["with a break inside", (cursor) => `${cursor.slice(0, 9)}%0A${cursor.slice(9)}`],
  ["cut short", (cursor) => cursor.slice(0, -1)],
  ["of its first half only", (cursor) => cursor.slice(0, cursor.length / 2)],
  ["twice over", (cursor) => cursor + cursor],
  ["of nothing", () => ""],
  ["invented", () => "eyJpZCI6Imlzc18wIn0"],
  ["null", () => "null"],
  ["of plain JSON", () => encodeURIComponent('{"id":"iss_0","fixedAt":0}')],
];

/** The list that gave a cursor, and another list for which it is no cursor. */
export const CURSORS_OF_OTHERS: [what: string, from: string, to: string][] = [
  ["another status", "/issues?limit=1", "/issues?limit=1&status=all"],
  ["another sort", "/issues?limit=1&status=fixed", "/issues?limit=1&status=fixed&sort=fixed_at"],
  ["an app more", "/issues?limit=1", "/issues?limit=1&app=APP"],
  ["an app less", "/issues?limit=1&app=APP", "/issues?limit=1"],
  ["a check more", "/issues?limit=1&app=APP", "/issues?limit=1&app=APP&check=SIGN-1"],
  ["a section more", "/checks?limit=1&app=APP", "/checks?limit=1&app=APP&section=SIGN"],
  ["a platform more", "/results?limit=1&app=APP", "/results?limit=1&app=APP&platform=ios"],
  ["another list", "/checks?limit=1&app=APP", "/issues?limit=1&app=APP"],
  ["a history", "/issues?limit=1", "/issues/ISSUE/history?limit=1"],
];

/** Names of apps and checks that stand for nothing but themselves. */
export const NOBODYS_NAMES = ["' OR 1=1--", "%", "_", "App%", "\\", '"', "*", "../issues", "\ud83d\ude00", "app_"];

/** Ids with characters that no id has, as they stand in an address. */
export const NOT_IDS = ["%00", "x%00y", "iss_1%2Cx", "..%2F", "%ED%A0%80", "x".repeat(500)];

const DEEP = 3_000;
/** As long as an address may be, deep or of many parts, with the status of the answer. */
export const LONG_QUERIES: [what: string, status: number, query: string][] = [
  ["brackets", 400, `app${"[a]".repeat(DEEP)}=1`],
  ["open brackets", 400, `app${"[".repeat(3 * DEEP)}=1`],
  ["ampersands", 200, "&".repeat(4 * DEEP)],
  ["equals", 400, `app${"=".repeat(4 * DEEP)}`],
  ["escapes", 404, `app=${"%41".repeat(DEEP)}`],
  ["escaped brackets", 404, `app=${"%5B".repeat(DEEP)}`],
  ["pluses", 400, `app=${"+".repeat(4 * DEEP)}`],
  ["one name over and over", 400, "app=a&".repeat(DEEP / 2)],
  ["words to look for", 400, `q=${"a%20".repeat(DEEP)}`],
];
