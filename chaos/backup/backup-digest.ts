// What a backup holds, table by table: how many rows, and a sum over them that does not depend on their order.
import { createHash } from "node:crypto";
import { readLineFile } from "../../src/lib/files/line-file.ts";

export interface Table {
  columns: string[];
  rows: unknown[][];
}

export async function tablesOf(file: string): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>();
  let current: Table | undefined;
  for await (const line of readLineFile(file)) {
    const { table, columns } = line as { table?: string; columns?: string[] };
    if (Array.isArray(line)) current?.rows.push(line);
    else if (table !== undefined) {
      current = { columns: columns!, rows: [] };
      tables.set(table.replaceAll('"', ""), current);
    }
  }
  return tables;
}

/** A digest of a table; `only` are the columns that count. */
export function digest({ columns, rows }: Table, only = columns): string {
  const places = [...only].sort().map((name) => columns.indexOf(name));
  const lines = rows.map((row) => JSON.stringify(places.map((place) => row[place]))).sort();
  return `${lines.length} rows ${createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16)}`;
}
