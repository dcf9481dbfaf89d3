// Holds the index of terms against an issue: for the doctor, who trusts nothing that is kept.
import type { Issue } from "../../domain/issues/issue.ts";
import { termsOf } from "../../domain/issues/search-terms.ts";
import { query, type Reads } from "../database/database.ts";
import { findPlace, ftsQuery, NUMBERS, vectorOf } from "./search-index.ts";

const inVector = query<{ n: number }>({ n: "1" }, "from issue where id = ? and terms = ?::tsvector");
const withTerm = query<{ row: number }>(
  { row: "rowid" },
  "from issue_index where rowid between cast(? as integer) and cast(? as integer) and issue_index match ?",
);
/** How many terms the index holds of a row, as its own table says it: a number of seven bits a byte. */
const sizeOf = query<{ size: string }>({ size: "hex(sz)" }, "from issue_index_docsize where id = ?");
const rowsOf = query<{ n: number }>({ n: "count(*)" }, "from issue_index_docsize where id > ? and id < ?");

/** Those issues, all of one app, of which the index does not hold just the terms. */
export async function listMisindexed(db: Reads, issues: readonly Issue[]): Promise<Issue[]> {
  const held = new Set(db.dialect === "postgres" ? await heldInRows(db, issues) : await heldInIndex(db, issues));
  return issues.filter((issue) => !held.has(issue));
}

async function heldInRows(db: Reads, issues: readonly Issue[]): Promise<Issue[]> {
  const held: Issue[] = [];
  for (const issue of issues) if ((await db.get(inVector, issue.id, vectorOf(issue))) !== undefined) held.push(issue);
  return held;
}

/** Term by term for all of them: asked for the terms of one issue, the index goes through all the others that have them. */
async function heldInIndex(db: Reads, issues: readonly Issue[]): Promise<Issue[]> {
  const place = issues.length === 0 ? undefined : await findPlace(db, issues[0]!.appId);
  if (place === undefined) return [];
  const held = new Map<number, Issue>();
  const rowsByTerm = new Map<string, number[]>();
  for (const issue of issues) {
    const row = place * NUMBERS + issue.number;
    const terms = termsOf(issue);
    if (sizeIn((await db.get(sizeOf, row))?.size ?? "") !== terms.length) continue;
    held.set(row, issue);
    for (const term of terms) {
      const rows = rowsByTerm.get(term);
      if (rows === undefined) rowsByTerm.set(term, [row]);
      else rows.push(row);
    }
  }
  const numbers = issues.map(({ number }) => number);
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)].map((number) => place * NUMBERS + number);
  for (const [term, rows] of rowsByTerm) {
    const asked = ftsQuery({ all: [term], any: [], start: null });
    const found = new Set((await db.all(withTerm, first!, last!, asked)).map(({ row }) => row));
    for (const row of rows) if (!found.has(row)) held.delete(row);
  }
  return [...held.values()];
}

/** How many issues of an app the index holds; null where it is part of the issue's own row. */
export async function countIndexed(db: Reads, appId: string): Promise<number | null> {
  if (db.dialect === "postgres") return null;
  const place = await findPlace(db, appId);
  return place === undefined ? 0 : (await db.get(rowsOf, place * NUMBERS, (place + 1) * NUMBERS))!.n;
}

function sizeIn(hex: string): number {
  return [...Buffer.from(hex, "hex")].reduce((size, byte) => size * 128 + (byte & 127), 0);
}
