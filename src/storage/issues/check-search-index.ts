// Holds the index of terms against an issue: for the doctor, who trusts nothing that is kept.
import type { Issue } from "../../domain/issues/issue.ts";
import { termsOf, workspaceTag } from "../../domain/issues/search-terms.ts";
import { placeholders, query, type Reads } from "../database/database.ts";
import { appTerm, findPlace, ftsQuery, NUMBERS, SEARCHED, vectorOfTerms } from "./search-index.ts";

const inVector = query<{ n: number }>({ n: "1" }, "from issue where id = ? and terms = ?::tsvector");
const withTerm = query<{ row: number }>(
  { row: "rowid" },
  "from issue_index where rowid between cast(? as integer) and cast(? as integer) and issue_index match ?",
);
/** How many terms the index holds of a row, as its own table says it: a number of seven bits a byte. */
const sizeOf = query<{ size: string }>({ size: "hex(sz)" }, "from issue_index_docsize where id = ?");
const rowsOf = query<{ n: number }>({ n: "count(*)" }, "from issue_index_docsize where id > ? and id < ?");

/** Issues of one app for which the index has other terms than it should. */
export async function listMisindexed(db: Reads, workspaceId: string, issues: readonly Issue[]): Promise<Issue[]> {
  // An issue may be given the term meanwhile, and nothing else changes then, not even its app's revision: so it is looked at again.
  return misindexed(db, workspaceId, await misindexed(db, workspaceId, issues));
}

async function misindexed(db: Reads, workspaceId: string, issues: readonly Issue[]): Promise<Issue[]> {
  const without = await withoutTerm(db, issues);
  /** The last is that of the workspace, where the issue has been given it. */
  const termsIn = (issue: Issue) =>
    without.has(issue.id) ? termsOf(issue) : [...termsOf(issue), workspaceTag(workspaceId)];
  const heldIn = db.dialect === "postgres" ? heldInRows : heldInIndex;
  const held = new Set(await heldIn(db, issues, termsIn));
  return issues.filter((issue) => !held.has(issue));
}

/** Issues that don't have the term of their workspace yet. */
async function withoutTerm(db: Reads, issues: readonly Issue[]): Promise<Set<string>> {
  if (issues.length === 0) return new Set();
  const older = query<{ id: string }>(
    { id: "id" },
    `from issue where id in (${placeholders(issues.length)}) and searched < ${SEARCHED}`,
  );
  return new Set((await db.all(older, ...issues.map(({ id }) => id))).map(({ id }) => id));
}

type TermsIn = (issue: Issue) => string[];

async function heldInRows(db: Reads, issues: readonly Issue[], termsIn: TermsIn): Promise<Issue[]> {
  const held: Issue[] = [];
  for (const issue of issues) {
    const vector = vectorOfTerms([appTerm(issue.appId), ...termsIn(issue)]);
    if ((await db.get(inVector, issue.id, vector)) !== undefined) held.push(issue);
  }
  return held;
}

/** Term by term for all of them: asked for the terms of one issue, the index goes through all the others that have them. */
async function heldInIndex(db: Reads, issues: readonly Issue[], termsIn: TermsIn): Promise<Issue[]> {
  const place = issues.length === 0 ? undefined : await findPlace(db, issues[0]!.appId);
  if (place === undefined) return [];
  const held = new Map<number, Issue>();
  const rowsByTerm = new Map<string, number[]>();
  for (const issue of issues) {
    const row = place * NUMBERS + issue.number;
    const terms = termsIn(issue);
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
