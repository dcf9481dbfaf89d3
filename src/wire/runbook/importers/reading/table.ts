// A table of another tool: its columns are known by their names, in whatever order they stand.
import { groupBy } from "../../../../lib/collections/group-by.ts";
import { ownValue } from "../../../../lib/collections/own-value.ts";
import type { TextPosition } from "../../../../lib/formats/text-tree.ts";
import { plainWords } from "../../../../lib/text/plain-words.ts";

export interface TableRow {
  at: TextPosition;
  cells: string[];
  /** One cell as wide as the table: it names the section of what follows. */
  isHeading?: true;
}

/** Characters of a name: what is longer is none and is cut, as it would be read again for every row. */
const MAX_NAME = 500;

export class Table {
  /** The names of the columns, as the file has them. */
  readonly names: readonly string[];
  readonly header: TableRow;
  readonly rows: readonly TableRow[];
  private readonly keys: readonly string[];
  /** The columns of each key, by their numbers. */
  private readonly places: ReadonlyMap<string, readonly number[]>;

  constructor(header: TableRow, rows: readonly TableRow[]) {
    this.header = header;
    this.names = header.cells.map((name) => name.trim().slice(0, MAX_NAME).toWellFormed());
    this.keys = this.names.map(plainWords);
    this.places = groupBy(this.keys.keys(), (i) => this.keys[i]!);
    this.rows = rows;
  }

  /** Whether all of them are there; they are given as `plainWords` spells them. */
  has(...keys: string[]): boolean {
    return keys.every((key) => this.places.has(key));
  }

  hasAny(...keys: string[]): boolean {
    return keys.some((key) => this.places.has(key));
  }

  /** What `meaningOf` says of every column, by the spelling of its name. */
  columns<Meaning>(meaningOf: (key: string, name: string) => Meaning): Meaning[] {
    return this.keys.map((key, i) => meaningOf(key, this.names[i]!));
  }

  /** What a list of names says of every column; null for those that it has not. */
  meaningsIn<Meaning>(meanings: Readonly<Record<string, Meaning>>): (Meaning | null)[] {
    return this.columns((key) => ownValue(meanings, key) ?? null);
  }

  /** The cells of all columns of a name that have something in them. */
  cells({ cells }: TableRow, key: string): string[] {
    const places = this.places.get(key) ?? [];
    return places.map((i) => cells[i] ?? "").filter((cell) => cell.trim() !== "");
  }

  /** The first of these columns' texts, trimmed; empty where there is none. */
  cell(row: TableRow, key: string): string {
    return this.cells(row, key)[0]?.trim() ?? "";
  }
}
