// Holds the index of terms against an issue: for the doctor, who trusts nothing that is kept.
import type { Issue } from "../domain/issue.ts";
import { termsOf } from "../domain/issue-terms.ts";
import { query, type Reads } from "./database.ts";
import { findPlace, ftsQuery, NUMBERS, vectorOf } from "./issue-index.ts";

/** Terms asked for at once. */
const AT_ONCE = 50;

const inVector = query<{ n: number }>({ n: "1" }, "from issue where id = ? and terms = ?::tsvector");
const hasTerms = query<{ n: number }>(
  { n: "1" },
  "from issue_index where rowid = cast(? as integer) and issue_index match ?",
);
/** How many terms the index holds of a row, as its own table says it: a number of seven bits a byte. */
const sizeOf = query<{ size: string }>({ size: "hex(sz)" }, "from issue_index_docsize where id = ?");
const rowsOf = query<{ n: number }>({ n: "count(*)" }, "from issue_index_docsize where id > ? and id < ?");

/** Whether the index holds just the terms of this issue. */
export async function isIndexed(db: Reads, issue: Issue): Promise<boolean> {
  if (db.dialect === "postgres") return (await db.get(inVector, issue.id, vectorOf(issue))) !== undefined;
  const place = await findPlace(db, issue.appId);
  if (place === undefined) return false;
  const row = place * NUMBERS + issue.number;
  const terms = termsOf(issue);
  if (sizeIn((await db.get(sizeOf, row))?.size ?? "") !== terms.length) return false;
  for (let start = 0; start < terms.length; start += AT_ONCE) {
    const asked = { all: terms.slice(start, start + AT_ONCE), any: [], start: null };
    if ((await db.get(hasTerms, row, ftsQuery(asked))) === undefined) return false;
  }
  return true;
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
