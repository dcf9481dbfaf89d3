// What a page of issues reads of each of them.
import { askedTogether, type Query, query, type Value } from "../database/database.ts";

export interface PlaceRow {
  id: string;
  fixedAt: number | null;
  fixedRevision: number | null;
}

export interface PageRow extends PlaceRow {
  appId: string;
  number: number;
  checkId: string | null;
  repeats: number;
  repeatedAt: number | null;
  document: string;
}

export const PLACE: Record<keyof PlaceRow, string> = {
  id: "i.id",
  fixedAt: "i.fixed_at",
  fixedRevision: "i.fixed_revision",
};
export const PAGE_ROW: Record<keyof PageRow, string> = {
  ...PLACE,
  appId: "i.app_id",
  number: "i.number",
  checkId: "i.check_id",
  repeats: "i.repeats",
  repeatedAt: "i.repeated_at",
  document: "i.document",
};

/** Pages of one statement: their rows are what takes time and memory. */
const MOST_PAGES = 8;

/** Statements for pages, by their text from FROM on: there are few. */
const pages = new Map<string, Query<PageRow>>();

/** A page that one range gives, read together with those of other requests. */
export function pageBy(rest: string, values: readonly Value[]): Query<PageRow> {
  let known = pages.get(rest);
  if (known === undefined) {
    const types = values.map((value) => (typeof value === "number" ? "bigint" : "text"));
    known = askedTogether(query<PageRow>(PAGE_ROW, rest), types, MOST_PAGES);
    pages.set(rest, known);
  }
  return known;
}
