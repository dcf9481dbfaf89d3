// What a statement costs as the database itself says it: the rows that PostgreSQL has touched, the steps that SQLite would take.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { type Config, sqliteFile } from "../../../src/startup/config.ts";
import type { Query, Reader, Value } from "../../../src/storage/database/database.ts";
import { fieldsOf, recordsOf } from "../../../src/storage/database/look-ups.ts";
import { nodesOf, type PlanNode, plannedRows, type Statement } from "./big-database.ts";

export interface Cost {
  /** Rows of all tables; 0 on SQLite, which doesn't say. */
  touched: number;
  /** Tables that SQLite goes through whole. */
  scanned: string[];
  /** Whether SQLite sorts. */
  sorts: boolean;
  plan: string;
}

export interface Costs {
  of(statement: Statement): Promise<Cost>;
  close(): Promise<void>;
}

export async function openCosts({ config }: { config: Config }): Promise<Costs> {
  return config.databaseUrl === null ? sqliteCosts(sqliteFile(config)) : postgresCosts(config.databaseUrl);
}

const SMALL = /from (?:platform|repository) where/;

function sqliteCosts(file: string): Costs {
  const db = new DatabaseSync(file, { readOnly: true });
  return {
    async of({ text, values }) {
      const steps = (db.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[]).map(
        ({ detail }) => detail,
      );
      const made = steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\S+)/.exec(step)?.[1] ?? []);
      // A virtual table is asked for what is wanted of it: a list in JSON, or the index of terms.
      const scanned = steps.flatMap((step) => /^SCAN (\S+)(?!.* VIRTUAL TABLE)/.exec(step)?.[1] ?? []);
      return {
        touched: 0,
        scanned: scanned.filter((name) => !made.includes(name) && name !== "CONSTANT"),
        // Pages that were read by their indexes may be merged, and what an app is made of is little.
        sorts:
          made.length === 0 && !SMALL.test(text) && steps.some((step) => step.includes("TEMP B-TREE FOR ORDER BY")),
        plan: steps.join("\n"),
      };
    },
    close: async () => db.close(),
  };
}

async function postgresCosts(url: string): Promise<Costs> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The server sets the same on its own connections.
  await client.query("set jit = off; set enable_seqscan = off; set plan_cache_mode = force_generic_plan");
  let prepared = 0;
  return {
    async of({ text, values }) {
      const name = `c${prepared++}`;
      let count = 0;
      await client.query(`prepare ${name} as ${text.replaceAll("?", () => `$${++count}`)}`);
      const given = values.map((value) => (typeof value === "string" ? pg.escapeLiteral(value) : String(value)));
      const execute = `execute ${name}${given.length > 0 ? `(${given.join(", ")})` : ""}`;
      const { rows } = await client.query(`explain (analyze, format json) ${execute}`);
      const nodes = nodesOf(rows[0]["QUERY PLAN"][0].Plan as PlanNode);
      const tables = nodes.filter((node) => node["Relation Name"] !== undefined);
      const line = (node: PlanNode) =>
        `${node["Node Type"]} ${node["Relation Name"] ?? ""}: ${plannedRows(node)} rows touched`;
      return {
        touched: tables.reduce((sum, node) => sum + plannedRows(node), 0),
        scanned: [],
        sorts: false,
        plan: nodes.map(line).join("\n"),
      };
    },
    close: () => client.end(),
  };
}

/** A reader that notes the statements that go through it, with what they are given, and the form that they have when several ask at once. */
export function notingReader(reader: Reader): { reader: Reader; noted: Statement[] } {
  const noted: Statement[] = [];
  const note = <Row>({ text, ofMany }: Query<Row>, values: Value[]) => {
    noted.push({ text, values });
    if (reader.dialect === "postgres" && ofMany !== undefined)
      noted.push({ text: ofMany.text, values: [recordsOf([fieldsOf(values)])] });
  };
  return {
    noted,
    reader: {
      dialect: reader.dialect,
      isLocal: reader.isLocal,
      stamp: () => reader.stamp(),
      get(query, ...values) {
        note(query, values);
        return reader.get(query, ...values);
      },
      all(query, ...values) {
        note(query, values);
        return reader.all(query, ...values);
      },
      close: () => reader.close(),
    },
  };
}
