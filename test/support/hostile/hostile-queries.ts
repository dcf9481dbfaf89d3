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
