// Reading costs the same at a thousand and at a million issues: the plans of the very statements that reads run.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sqliteFile } from "../../src/config.ts";
import { DAY_MS } from "../../src/lib/clock.ts";
import { digits } from "../../src/lib/ids.ts";
import { type App, getApp, listApps } from "../../src/storage/apps.ts";
import type { Query, Reads, Value } from "../../src/storage/database.ts";
import { type IssuePageQuery, listIssues } from "../../src/storage/issue-pages.ts";
import { findIssueText } from "../../src/storage/issues.ts";
import { listSections } from "../../src/storage/sections.ts";
import { getShape } from "../../src/storage/shapes.ts";
import { listSnapshots } from "../../src/storage/snapshots.ts";
import { readRunbook } from "../../src/storage/whole-runbook.ts";
import { createWorld, DATABASES, type World } from "../world.ts";

const SIZES = [1_000, 1_000_000];
const PAGE = 11;

interface Statement {
  text: string;
  values: Value[];
}

/** The storage's own reads, each noted as it is run. */
function recording(reader: Reads): { reads: Reads; statements: Statement[] } {
  const statements: Statement[] = [];
  const note = <Row>(query: Query<Row>, values: Value[]) => statements.push({ text: query.text, values });
  const reads: Reads = {
    dialect: reader.dialect,
    get(query, ...values) {
      note(query, values);
      return reader.get(query, ...values);
    },
    all(query, ...values) {
      note(query, values);
      return reader.all(query, ...values);
    },
  };
  return { reads, statements };
}

/** An id for issue number n, in its order; both databases make the rest of them in the same form. */
const idOf = (n: number) => `iss_${digits(0, 9)}${String(n).padStart(15, "0")}`;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let apps: App[];
  let checks: string[];
  beforeAll(async () => {
    world = await createWorld(kind);
    for (let i = 0; i < 3; i++) await world.app();
    apps = await listApps(world.store.reader, reach());
    const listed = await world.call(world.viewer, "GET", `/checks?app=${apps[0]!.id}`);
    checks = listed.body.data.map((check: { id: string }) => check.id);
  });
  afterAll(() => world.close());

  const reach = () => ({ workspaceId: world.store.workspace.id, apps: null });
  const page = (fields: Partial<IssuePageQuery>) => (reads: Reads) =>
    listIssues(reads, {
      apps: [apps[0]!],
      checkId: null,
      statuses: ["open"],
      sort: "raised_at",
      after: null,
      limit: PAGE,
      ...fields,
    });
  /** A place with most of the list above it, whatever the size. */
  const deep = { id: idOf(300), fixedAt: 300 };
  const all = ["open", "fixed"] as const;

  const READS: [sentence: string, read: (reads: Reads) => Promise<unknown>][] = [
    [
      "GET app",
      async (reads) => {
        const app = await getApp(reads, reach(), apps[0]!.id);
        await listSections(reads, app);
        await getShape(reads, { ...app, shapeRevision: -1 });
      },
    ],
    ["the whole runbook", async (reads) => readRunbook(reads, apps[0]!, null)],
    ["what was restated since", async (reads) => readRunbook(reads, apps[0]!, apps[0]!.revision)],
    ["the trend", (reads) => listSnapshots(reads, apps[0]!, 0, DAY_MS)],
    ["GET issue", (reads) => findIssueText(reads, reach(), idOf(500))],
    ["the list as it is by default", page({})],
    ["the list of fixed issues", page({ statuses: ["fixed"] })],
    ["the list of all issues", page({ statuses: all })],
    ["the list by time of fixing", page({ statuses: ["fixed"], sort: "fixed_at" })],
    ["the list of a check", (reads) => page({ checkId: checks[0]! })(reads)],
    ["the list of a check, all issues", (reads) => page({ checkId: checks[0]!, statuses: all })(reads)],
    ["the list of a check by time of fixing", (reads) => page({ checkId: checks[0]!, sort: "fixed_at" })(reads)],
    ["the list deep below", page({ after: deep })],
    ["the list of all issues deep below", page({ statuses: all, after: deep })],
    ["the list by time of fixing deep below", page({ sort: "fixed_at", after: deep })],
    ["the list of a check deep below", (reads) => page({ checkId: checks[0]!, statuses: all, after: deep })(reads)],
    ["the list over several apps", (reads) => page({ apps })(reads)],
    ["the list over several apps, all issues", (reads) => page({ apps, statuses: all })(reads)],
    ["the list over several apps by time of fixing", (reads) => page({ apps, sort: "fixed_at" })(reads)],
    ["the list over several apps deep below", (reads) => page({ apps, statuses: all, after: deep })(reads)],
  ];

  test("every read that an answer is made of touches as many rows at a million issues as at a thousand", async () => {
    const database = await openDatabase(world);
    try {
      const costs: Record<string, number[]> = {};
      const faults: string[] = [];
      let seeded = 0;
      for (const size of SIZES) {
        await database.seed(seeded, size, apps, checks);
        seeded = size;
        for (const [sentence, read] of READS) {
          const { reads, statements } = recording(world.store.reader);
          await read(reads);
          expect(statements.length).toBeGreaterThan(0);
          let rows = 0;
          for (const statement of statements) {
            const { touched, bad, plan } = await database.explain(statement);
            rows += touched;
            if (bad !== null) faults.push(`${sentence}, ${size} issues: ${bad}\n${statement.text}\n${plan}`);
          }
          costs[sentence] = [...(costs[sentence] ?? []), rows];
        }
      }
      expect(faults).toEqual([]);
      for (const [sentence, [few, many]] of Object.entries(costs)) {
        expect([sentence, many]).toEqual([sentence, few]);
      }
    } finally {
      await database.close();
    }
  }, 180_000);
});

interface Explained {
  /** Rows read from the issues and their indexes; 0 where the database doesn't say. */
  touched: number;
  /** What must not be in the plan, or null. */
  bad: string | null;
  plan: string;
}

interface Database {
  seed(from: number, to: number, apps: App[], checks: string[]): Promise<void>;
  explain(statement: Statement): Promise<Explained>;
  close(): Promise<void>;
}

async function openDatabase(world: World): Promise<Database> {
  return world.kind === "sqlite" ? openSqlite(sqliteFile(world.config)) : openPostgres(world.config.databaseUrl!);
}

/**
 * Nine of ten in the first app, spread over its checks. One of three is open, but none of the newest tenth: what a
 * list looks for need not be near where the table ends. The others were fixed at the time of their number.
 */
function seedSql(numbers: string, pad: string, to: number): string {
  const owner = "case when n % 10 > 0 then 0 else 1 + n % 20 / 10 end";
  const open = `n % 3 = 0 and n < ${0.9 * to}`;
  return `insert into issue (id, app_id, number, check_id, section_id, status, fixed_at, dedupe_key, document)
    select 'iss_${digits(0, 9)}' || ${pad}, ${pick(owner, "app")}, n + 1,
      case when n % 10 > 0 then ${pick("n / 3 % 3", "check")} end,
      null, case when ${open} then 'open' else 'fixed' end, case when ${open} then null else n end, null, {document}
    from (${numbers}) numbers`;
}

function pick(index: string, what: "app" | "check"): string {
  return `case ${index} when 0 then {${what}0} when 1 then {${what}1} else {${what}2} end`;
}

function filled(sql: string, apps: App[], checks: string[]): string {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const words: Record<string, string> = { document: literal(DOCUMENT) };
  for (let i = 0; i < 3; i++) {
    words[`app${i}`] = literal(apps[i]!.id);
    words[`check${i}`] = literal(checks[i]!);
  }
  return sql.replaceAll(/\{(document|app\d|check\d)\}/g, (_, word: string) => words[word]!);
}

/** Reads hand it on as it stands. */
const DOCUMENT = JSON.stringify({ text: "It crashes", platforms: [], all_platforms: true });

/** SQLite says how it would go: an index for every step and no sorting. */
function openSqlite(file: string): Database {
  const db = new DatabaseSync(file);
  db.exec("pragma busy_timeout = 5000; pragma synchronous = off; pragma cache_size = -200000;");
  return {
    async seed(from, to, apps, checks) {
      const numbers = `with recursive c(n) as (select ${from} union all select n + 1 from c where n < ${to - 1}) select n from c`;
      db.exec(filled(seedSql(numbers, "printf('%015d', n)", to), apps, checks));
    },
    async explain({ text, values }) {
      const steps = db.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
      const plan = steps.map((step) => step.detail).join("\n");
      // A page that was read by its index may be gone through and sorted again: it is a page.
      const pages = steps.flatMap(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail)?.[1] ?? []);
      const isTable = (detail: string) => !pages.some((name) => detail === `SCAN ${name}`);
      const scanned = steps.find(({ detail }) => detail.startsWith("SCAN") && isTable(detail))?.detail;
      const isIssues = steps.some(({ detail }) => /^(SEARCH|SCAN) (i|issue)\b/.test(detail)) && pages.length === 0;
      const sorted = isIssues ? steps.find(({ detail }) => detail.includes("TEMP B-TREE"))?.detail : undefined;
      return { touched: 0, bad: scanned ?? sorted ?? null, plan };
    },
    close: async () => db.close(),
  };
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

/** PostgreSQL says how it went, in the plan that a connection has settled on after running the statement often. */
async function openPostgres(url: string): Promise<Database> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  let prepared = 0;
  return {
    async seed(from, to, apps, checks) {
      const numbers = `select n from generate_series(${from}, ${to - 1}) as n`;
      // The rows refer to what exists: looking it up a million times over would only take time.
      await client.query("set session_replication_role = replica");
      await client.query(filled(seedSql(numbers, "lpad(n::text, 15, '0')", to), apps, checks));
      await client.query("analyze");
      // A table of a few pages is cheapest read whole; what matters is the plan of one that is not.
      await client.query(`set enable_seqscan = ${to > SIZES[0]! ? "on" : "off"}`);
      await client.query(`set enable_bitmapscan = ${to > SIZES[0]! ? "on" : "off"}`);
      await client.query(`set enable_sort = ${to > SIZES[0]! ? "on" : "off"}`);
    },
    async explain({ text, values }) {
      const name = `p${prepared++}`;
      let count = 0;
      await client.query(`prepare ${name} as ${text.replaceAll("?", () => `$${++count}`)}`);
      const given = values.map((value) => (typeof value === "string" ? pg.escapeLiteral(value) : String(value)));
      const execute = `execute ${name}${given.length > 0 ? `(${given.join(", ")})` : ""}`;
      for (let i = 0; i < 7; i++) await client.query(execute);
      const { rows } = await client.query(`explain (analyze, format json) ${execute}`);
      const root: PlanNode = rows[0]["QUERY PLAN"][0].Plan;
      const scans = nodesOf(root).filter((node) => node["Relation Name"] === "issue");
      const touched = sum(scans.map(rowsOf));
      const ranges = text.split("union all").length;
      const bad = touched > PAGE * ranges ? `${touched} issues read for a page of ${PAGE}` : null;
      return { touched, bad, plan: nodesOf(root).map(line).join("\n") };
    },
    close: () => client.end(),
  };
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function rowsOf(node: PlanNode): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] + removed) * node["Actual Loops"];
}

function line(node: PlanNode): string {
  return `${node["Node Type"]} ${node["Relation Name"] ?? ""}: ${node["Actual Rows"]} rows, ${node["Actual Loops"]} times`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
