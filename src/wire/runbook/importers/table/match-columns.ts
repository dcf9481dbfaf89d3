// What the columns of a table mean: as somebody has matched them, or as far as it can be guessed.
import { didYouMean } from "../../../../lib/text/did-you-mean.ts";
import { quote } from "../../../../lib/text/text.ts";
import { COLUMN_FIELDS, type ColumnField, type ColumnMatch, type ShownColumn } from "../reading/column-fields.ts";
import { type ForeignOptions, WrongFile } from "../reading/foreign-runbook.ts";
import type { Table } from "../reading/table.ts";
import { guessColumns } from "./guess-columns.ts";

const MOST_NAMED = 20;
const MOST_SHOWN = 200;
const MOST_SAMPLES = 3;
const MAX_SAMPLE = 100;
/** Rows that are looked at for samples, and for a column of titles. */
const LOOKED_AT = 50;

/** Throws a `WrongFile` where a column is missing, is matched twice, or none holds the titles. */
export function meaningsOf(table: Table, { columns, guesses }: ForeignOptions): (ColumnField | null)[] {
  if (columns !== null) return matched(table, columns);
  const guessed = guessColumns(table);
  if (guessed.includes("title")) return guessed;
  const likely = guesses ? likelyTitles(table, guessed) : -1;
  if (likely === -1) {
    throw new WrongFile(
      table.header.at,
      `no column is known to hold the titles of the checks; match one of ${named(table)} with title`,
    );
  }
  guessed[likely] = "title";
  return guessed;
}

export function hasColumns({ names }: Table, columns: ColumnMatch): boolean {
  return Object.values(columns).every((list) => list.every((name) => names.includes(name.trim())));
}

export function showColumns(table: Table, fields: readonly (ColumnField | null)[]): ShownColumn[] {
  const rows = table.rows.slice(0, LOOKED_AT);
  return table.names
    .map((name, i) => {
      const texts = rows.map(({ cells }) => (cells[i] ?? "").trim()).filter((text) => text !== "");
      const samples = [...new Set(texts)]
        .slice(0, MOST_SAMPLES)
        .map((text) => text.slice(0, MAX_SAMPLE).toWellFormed());
      return { name, field: fields[i] ?? null, samples };
    })
    .filter(({ name }) => name !== "")
    .slice(0, MOST_SHOWN);
}

function matched(table: Table, columns: ColumnMatch): (ColumnField | null)[] {
  const fields: (ColumnField | null)[] = table.names.map(() => null);
  for (const field of COLUMN_FIELDS) {
    for (const name of columns[field] ?? []) {
      const places = [...table.names.entries()].filter(([, known]) => known === name.trim()).map(([i]) => i);
      if (places.length === 0) throw missing(table, name);
      for (const i of places) {
        if (fields[i] !== null) throw new WrongFile(table.header.at, `the column ${quote(name)} is matched twice`);
        fields[i] = field;
      }
    }
  }
  if (!fields.includes("title")) throw new WrongFile(table.header.at, "match one column with title");
  return fields;
}

function missing(table: Table, name: string): WrongFile {
  const help = didYouMean(name, table.names, `there are ${named(table)}`);
  return new WrongFile(table.header.at, `there is no column ${quote(name)}; ${help}`);
}

function named({ names }: Table): string {
  return names
    .filter((name) => name !== "")
    .slice(0, MOST_NAMED)
    .map(quote)
    .join(", ");
}

/** The first column of words, no two of which are the same. */
function likelyTitles(table: Table, guessed: readonly (ColumnField | null)[]): number {
  const rows = table.rows.slice(0, LOOKED_AT);
  return table.names.findIndex((name, i) => {
    if (name === "" || guessed[i] !== null) return false;
    const texts = rows.map(({ cells }) => (cells[i] ?? "").trim()).filter((text) => text !== "");
    return texts.length > 0 && texts.every((text) => /\p{L}/u.test(text)) && new Set(texts).size * 2 > texts.length;
  });
}
