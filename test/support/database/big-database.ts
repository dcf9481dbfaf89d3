// A database with a thousand or three hundred thousand issues, and what it says about how it runs a statement.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { checkTag } from "../../../src/domain/issues/search-terms.ts";
import { digits } from "../../../src/lib/ids.ts";
import { type Config, sqliteFile } from "../../../src/startup/config.ts";
import type { App } from "../../../src/storage/apps/apps.ts";
import type { Value } from "../../../src/storage/database/database.ts";
import { appTerm } from "../../../src/storage/issues/search-index.ts";

/** As far apart as a test has time to make them; the figures at a million are measured by the bench. */
export const SIZES = [1_000, 300_000];
export const PAGE = 11;

export interface Statement {
  text: string;
  values: Value[];
}

/** An id for issue number n, in its order; both databases make the rest of them in the same form. */
export const idOf = (n: number) => `iss_${digits(0, 9)}${String(n).padStart(15, "0")}`;

export interface Explained {
  /** Rows read from the issues, or the table that is named, and their indexes; 0 where the database doesn't say. */
  touched: number;
  /** What must not be in the plan, or null. */
  bad: string | null;
  plan: string;
}

export interface Database {
  seed(from: number, to: number, apps: App[], checks: string[]): Promise<void>;
  /** Results of the first app, on its checks and on two platforms. */
  seedResults(from: number, to: number, apps: App[], checks: string[]): Promise<void>;
  /** `most` rows of the issues, or of the table that is named, may be touched for each range of the statement. */
  explain(
    statement: Statement,
    most: number,
    table?: "issue" | "result" | "standing" | "inbox_entry",
  ): Promise<Explained>;
  close(): Promise<void>;
}

export async function openDatabase({ config }: { config: Config }): Promise<Database> {
  return config.databaseUrl === null ? openSqlite(sqliteFile(config)) : openPostgres(config.databaseUrl);
}

/**
 * Nine of ten in the first app, spread over its checks. One of three is open, but none of the newest tenth: what a
 * list looks for need not be near where the table ends. The others were fixed at the time of their number.
 */
function seedSql(numbers: string, pad: string, to: number, terms: string | null): string {
  const open = openSql(to);
  return `insert into issue (id, workspace_id, app_id, number, check_id, section_id, status, fixed_at, dedupe_key, document, searched
      ${terms === null ? "" : ", terms"})
    select 'iss_${digits(0, 9)}' || ${pad}, {workspace}, ${pick(OWNER, "app")}, n + 1,
      case when n % 10 > 0 then ${pick("n / 3 % 3", "check")} end,
      null, case when ${open} then 'open' else 'fixed' end, case when ${open} then null else n end, null,
      case when ${oldSql(to)} then {olddocument} else {document} end, 1
      ${terms === null ? "" : `, ${terms}`}
    from (${numbers}) numbers`;
}

/** An id for result number n. */
export const resultIdOf = (n: number) => `res_${digits(0, 9)}${String(n).padStart(15, "0")}`;

/** One of five failed, one of a hundred names the cycle; three, far from the newest, name a build of their own. */
function resultsSql(numbers: string, pad: string): string {
  return `insert into result (id, workspace_id, app_id, check_id, platform, outcome, note, build, recorded_by, recorded_at, revision, cycle_id)
    select 'res_${digits(0, 9)}' || ${pad}, {workspace}, {app0}, ${pick("n / 2 % 3", "check")},
      case when n % 2 = 0 then 'ios' else 'android' end, case when n % 5 = 0 then 'failed' else 'passed' end, null,
      case when n in (101, 501, 901) then 'rare' else '1.5' end, 'Tester', n, 1, case when n % 100 = 0 then 'cyc_1' end
    from (${numbers}) numbers`;
}

const OWNER = "case when n % 10 > 0 then 0 else 1 + n % 20 / 10 end";

function openSql(to: number): string {
  return `n % 3 = 0 and n < ${0.9 * to}`;
}

/** One of ten has a word of its own, but none of the newest tenth. */
function oldSql(to: number): string {
  return `n % 10 = 7 and n < ${0.9 * to}`;
}

/** The terms of issue n, each as `form` writes it. Three, far from the newest, have a word and a priority of their own. */
function termsSql(to: number, form: (term: string) => string): string {
  const term = (text: string) => `'${form(text).replaceAll("'", "''")} '`;
  const own = `case when n in (101, 501, 901) then ${term("rare")} || ${term("§qurgent")} else ${term("§qnone")} end`;
  const status = `case when ${openSql(to)} then ${term("§sopen")} else ${term("§sfixed")} end`;
  const check = `case n / 3 % 3 when 0 then ${term("{checktag0}")} when 1 then ${term("{checktag1}")} else ${term("{checktag2}")} end`;
  const old = `case when ${oldSql(to)} then ${term("zoom")} else '' end`;
  return `${term("it")} || ${term("crashes")} || ${old} || ${status} || ${own} || ${check}`;
}

function pick(index: string, what: "app" | "check"): string {
  return `case ${index} when 0 then {${what}0} when 1 then {${what}1} else {${what}2} end`;
}

function filled(sql: string, apps: App[], checks: string[]): string {
  const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const words: Record<string, string> = {
    document: literal(JSON.stringify(DOCUMENT)),
    olddocument: literal(JSON.stringify({ ...DOCUMENT, text: "It crashes, zoom" })),
    workspace: literal(apps[0]!.workspaceId),
  };
  for (let i = 0; i < 3; i++) {
    words[`app${i}`] = literal(apps[i]!.id);
    words[`check${i}`] = literal(checks[i]!);
    words[`apptag${i}`] = appTerm(apps[i]!.id);
    words[`checktag${i}`] = checkTag(checks[i]!);
  }
  return sql.replaceAll(
    /\{(document|olddocument|workspace|app\d|check\d|apptag\d|checktag\d)\}/g,
    (_, word: string) => words[word]!,
  );
}

/** Reads hand it on as it stands. */
const DOCUMENT = {
  text: "It crashes",
  status: "open",
  platforms: [],
  all_platforms: true,
  via: null,
  priority: null,
  section_id: null,
  assignees: [],
};

/** SQLite says how it would go: an index for every step and no sorting. */
function openSqlite(file: string): Database {
  const db = new DatabaseSync(file);
  db.exec("pragma busy_timeout = 5000; pragma synchronous = off; pragma cache_size = -200000;");
  return {
    async seed(from, to, apps, checks) {
      const numbers = `with recursive c(n) as (select ${from} union all select n + 1 from c where n < ${to - 1}) select n from c`;
      db.exec(filled(seedSql(numbers, "printf('%015d', n)", to, null), apps, checks));
      db.exec(
        filled(
          `insert into app_place (app_id) values ({app0}), ({app1}), ({app2}) on conflict do nothing`,
          apps,
          checks,
        ),
      );
      const row = `(select place from app_place where app_id = ${pick(OWNER, "app")}) * 4294967296 + n + 1`;
      // App by app, in the order that the index has.
      for (const place of [0, 1, 2]) {
        const terms = termsSql(to, (term) => term);
        const some = `select ${row}, ${terms} from (${numbers}) where ${OWNER} = ${place}`;
        db.exec(filled(`insert into issue_index (rowid, terms) ${some}`, apps, checks));
      }
    },
    async seedResults(from, to, apps, checks) {
      const numbers = `with recursive c(n) as (select ${from} union all select n + 1 from c where n < ${to - 1}) select n from c`;
      db.exec(filled(resultsSql(numbers, "printf('%015d', n)"), apps, checks));
    },
    async explain({ text, values }) {
      const steps = db.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
      const plan = steps.map((step) => step.detail).join("\n");
      // A page that was read by its index may be gone through and sorted again: it is a page.
      const pages = steps.flatMap(({ detail }) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(detail)?.[1] ?? []);
      const isTable = (detail: string) => !pages.some((name) => detail === `SCAN ${name}`);
      // Nothing is asked of the rows but that there are so many.
      const isFirst = /^select \S+ from \w+ limit \d+$/.test(text);
      const isSearch = (detail: string) => /^SCAN f VIRTUAL TABLE INDEX \d+:.*M/.test(detail);
      const scanned = steps.find(
        ({ detail }) => detail.startsWith("SCAN") && isTable(detail) && !isSearch(detail) && !isFirst,
      )?.detail;
      // What the index of terms has found is rare, so it may be sorted by time of fixing or over every app.
      const isFound = steps.some(({ detail }) => isSearch(detail)) && /order by i\.(fixed_at|id \|\| '')/.test(text);
      const isIssues =
        steps.some(({ detail }) => /^(SEARCH|SCAN) (i|issue)\b/.test(detail)) && pages.length === 0 && !isFound;
      const sorted = isIssues ? steps.find(({ detail }) => detail.includes("TEMP B-TREE"))?.detail : undefined;
      return { touched: 0, bad: scanned ?? sorted ?? null, plan };
    },
    close: async () => db.close(),
  };
}

export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

/** PostgreSQL says how it went, in the plan that a connection has settled on after running the statement often. */
async function openPostgres(url: string): Promise<Database> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The server sets the same on its own connections.
  await client.query("set jit = off; set enable_seqscan = off");
  let prepared = 0;
  return {
    async seed(from, to, apps, checks) {
      const numbers = `select n from generate_series(${from}, ${to - 1}) as n`;
      // The rows refer to what exists: looking it up a million times over would only take time.
      await client.query("set session_replication_role = replica");
      const tag = (place: number) => `$$'{apptag${place}}' $$`;
      const app = `case ${OWNER} when 0 then ${tag(0)} when 1 then ${tag(1)} else ${tag(2)} end`;
      const terms = `(${app} || ${termsSql(to, (term) => `'${term}'`)})::tsvector`;
      await client.query("drop index issue_by_terms");
      await client.query(filled(seedSql(numbers, "lpad(n::text, 15, '0')", to, terms), apps, checks));
      await client.query("create index issue_by_terms on issue using gin (terms)");
      await client.query("analyze");
      // A table of a few pages is cheapest read whole; what matters is the plan of one that is not.
      await client.query(`set enable_seqscan = ${to > SIZES[0]! ? "on" : "off"}`);
      await client.query(`set enable_bitmapscan = ${to > SIZES[0]! ? "on" : "off"}`);
      await client.query(`set enable_sort = ${to > SIZES[0]! ? "on" : "off"}`);
    },
    async seedResults(from, to, apps, checks) {
      const numbers = `select n from generate_series(${from}, ${to - 1}) as n`;
      await client.query("set session_replication_role = replica");
      await client.query(filled(resultsSql(numbers, "lpad(n::text, 15, '0')"), apps, checks));
      await client.query("analyze");
    },
    async explain({ text, values }, most, table = "issue") {
      const name = `p${prepared++}`;
      let count = 0;
      await client.query(`prepare ${name} as ${text.replaceAll("?", () => `$${++count}`)}`);
      const given = values.map((value) => (typeof value === "string" ? pg.escapeLiteral(value) : String(value)));
      const execute = `execute ${name}${given.length > 0 ? `(${given.join(", ")})` : ""}`;
      // The sixth time it has made up its mind.
      for (let i = 0; i < 5; i++) await client.query(execute);
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${execute}`);
      const root: PlanNode = rows[0]["QUERY PLAN"][0].Plan;
      const scans = nodesOf(root).filter((node) => node["Relation Name"] === table);
      const touched = sum(scans.map(plannedRows));
      const ranges = text.split("union all").length;
      // Entries of an index that are passed over are in no count of rows, but the blocks that they stand in are.
      const blocks = root["Shared Hit Blocks"] + root["Shared Read Blocks"];
      const isMuch = touched > most * ranges || blocks > 5 * most * ranges;
      const bad = isMuch ? `${touched} rows of ${table} and ${blocks} blocks read for a page of ${PAGE}` : null;
      return { touched, bad, plan: nodesOf(root).map(line).join("\n") };
    },
    close: () => client.end(),
  };
}

export function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

export function plannedRows(node: PlanNode): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] + removed) * node["Actual Loops"];
}

function line(node: PlanNode): string {
  return `${node["Node Type"]} ${node["Relation Name"] ?? ""}: ${node["Actual Rows"]} rows, ${node["Actual Loops"]} times`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
