// The summary of an app as one would write it first: read the results and the issues, and work out every status from them.
import { openScratch } from "./baseline-writes.ts";

const PLATFORMS = ["ios", "android", "web", "tv"];
const SECTIONS = 50;
const CHECKS = 2_000;
const ISSUES = 1_000;
const RESULTS_EACH = 2;

type Status = "passed" | "failed" | "needs_retest" | "untested";

interface ResultRow {
  check_id: number;
  platform: string;
  outcome: "passed" | "failed";
  at: number;
}

interface IssueRow {
  check_id: number;
  platforms: string;
  status: "open" | "fixed";
  fixed_at: number | null;
}

export function naiveSummary(file: string): () => Buffer {
  const db = openScratch(file);
  db.exec(`create table checks (id integer primary key, section integer);
    create table results (id integer primary key, check_id integer, platform text, outcome text, at integer);
    create table issues (id integer primary key, check_id integer, platforms text, status text, fixed_at integer)`);
  fill(db);
  const checks = db.prepare("select id, section from checks");
  const latest = db.prepare(
    "select check_id, platform, outcome, max(at) as at from results group by check_id, platform",
  );
  const issues = db.prepare("select check_id, platforms, status, fixed_at from issues");
  return () => {
    const results = new Map<string, ResultRow>();
    for (const row of latest.all() as unknown as ResultRow[]) results.set(`${row.check_id} ${row.platform}`, row);
    const byCheck = new Map<number, IssueRow[]>();
    for (const issue of issues.all() as unknown as IssueRow[]) {
      byCheck.set(issue.check_id, [...(byCheck.get(issue.check_id) ?? []), issue]);
    }
    const sections = Array.from({ length: SECTIONS }, (_, id) => ({ id, checks: 0, summary: zero() }));
    const summary = zero();
    for (const check of checks.all() as unknown as { id: number; section: number }[]) {
      const section = sections[check.section]!;
      section.checks++;
      for (const platform of PLATFORMS) {
        const status = statusOf(results.get(`${check.id} ${platform}`), byCheck.get(check.id) ?? [], platform);
        section.summary[status]++;
        summary[status]++;
      }
    }
    return Buffer.from(JSON.stringify({ data: { checks: CHECKS, summary, sections } }));
  };
}

function statusOf(result: ResultRow | undefined, issues: IssueRow[], platform: string): Status {
  const against = issues.filter(({ platforms }) => {
    const codes = JSON.parse(platforms) as string[];
    return codes.length === 0 || codes.includes(platform);
  });
  if (against.some(({ status }) => status === "open")) return "failed";
  if (against.some(({ fixed_at }) => fixed_at !== null && fixed_at > (result?.at ?? 0))) return "needs_retest";
  return result?.outcome ?? "untested";
}

function zero(): Record<Status, number> {
  return { passed: 0, failed: 0, needs_retest: 0, untested: 0 };
}

function fill(db: ReturnType<typeof openScratch>): void {
  const check = db.prepare("insert into checks values (?, ?)");
  const result = db.prepare("insert into results (check_id, platform, outcome, at) values (?, ?, ?, ?)");
  const issue = db.prepare("insert into issues (check_id, platforms, status, fixed_at) values (?, ?, ?, ?)");
  db.exec("begin");
  for (let id = 0; id < CHECKS; id++) {
    check.run(id, id % SECTIONS);
    for (const platform of PLATFORMS) {
      for (let at = 1; at <= RESULTS_EACH; at++) result.run(id, platform, id % 5 === 0 ? "failed" : "passed", at);
    }
  }
  for (let n = 0; n < ISSUES; n++) {
    const isOpen = n % 10 < 3;
    const platforms = n % 2 === 0 ? "[]" : '["ios"]';
    issue.run((n * 7_919) % CHECKS, platforms, isOpen ? "open" : "fixed", isOpen ? null : n % 4);
  }
  db.exec("commit");
}
