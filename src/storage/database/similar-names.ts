// Names that stand next to another one when sorted, to say what may have been meant: few, however many there are.
import { type Query, query, type Reads, type Value } from "./database.ts";

const NEIGHBOURS = 50;

interface Near<Row extends object> {
  up: Query<Row>;
  down: Query<Row>;
}

/** `from` is a table with conditions that an index has in front of the column. */
export function nearIn<Row extends object>(
  columns: Record<keyof Row, string>,
  from: string,
  column: string,
): Near<Row> {
  return {
    up: query<Row>(columns, `from ${from} and ${column} >= ? order by ${column} limit ?`),
    down: query<Row>(columns, `from ${from} and ${column} < ? order by ${column} desc limit ?`),
  };
}

/** Rows whose names stand near one in the order; `values` are those of the conditions. */
export async function listNear<Row extends object>(
  db: Reads,
  { up, down }: Near<Row>,
  values: readonly Value[],
  name: string,
): Promise<Row[]> {
  if (name.includes("\0")) return [];
  const found: Row[] = [];
  for (const spelling of new Set([name, name.toUpperCase()])) {
    found.push(...(await db.all(up, ...values, spelling, NEIGHBOURS)));
    found.push(...(await db.all(down, ...values, spelling, NEIGHBOURS)));
  }
  return found;
}
