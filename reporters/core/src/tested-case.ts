// A test that was run, as runners tell it, and as it stands in the report that is sent (CTRF).

export type CaseOutcome = "passed" | "failed" | "skipped";

export interface TestedCase {
  name: string;
  /** Names of the suites that the test is in, outermost first. */
  suites: string[];
  outcome: CaseOutcome;
  /** The reason of a failure. */
  message?: string | undefined;
  tags?: readonly string[];
  /** What the test itself says the check is: an id, a ref or a title. */
  checks?: string[];
  /** Codes of platforms that the test itself names. */
  platforms?: string[];
  /** What the runner calls the set-up that it ran in. */
  project?: string | undefined;
}

export interface CtrfTest {
  name: string;
  status: CaseOutcome;
  duration: number;
  suite?: string[];
  message?: string;
  tags?: string[];
  browser?: string;
  extra?: { "retest.check"?: string[]; "retest.platforms"?: string[] };
}

/** The properties by which a test names its check and platforms, as in reports. */
export const CHECK_MARK = "retest.check";
export const PLATFORMS_MARK = "retest.platforms";

/** The server keeps less than that of it. */
const MOST_MESSAGE = 4_000;

export function ctrfTestOf(one: TestedCase): CtrfTest {
  const { checks = [], platforms = [], tags = [] } = one;
  const extra = {
    ...(checks.length > 0 ? { [CHECK_MARK]: checks } : {}),
    ...(platforms.length > 0 ? { [PLATFORMS_MARK]: platforms } : {}),
  };
  return {
    name: one.name,
    status: one.outcome,
    duration: 0,
    ...(one.suites.length > 0 ? { suite: one.suites } : {}),
    ...(one.outcome === "failed" && one.message ? { message: one.message.slice(0, MOST_MESSAGE).toWellFormed() } : {}),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
    ...(one.project ? { browser: one.project } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

/** The same test, for just this check and these platforms. */
export function pinned(test: CtrfTest, check: string, platforms: string[]): CtrfTest {
  const { tags: _, browser: __, ...others } = test;
  return { ...others, extra: { [CHECK_MARK]: [check], [PLATFORMS_MARK]: platforms } };
}

/** The report as a form, with the mapping if there is one. */
export function reportText(tests: CtrfTest[], map: string | null, name: string): string {
  const report = JSON.stringify({
    reportFormat: "CTRF",
    specVersion: "0.0.0",
    results: { tool: { name: "retest" }, tests },
  });
  if (map === null) return report;
  const part = (field: string, text: string) =>
    `--retest-${name}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`;
  return `${part("map", map)}${part("report", report)}--retest-${name}--\r\n`;
}
