// What the columns of a table may be matched with, and how somebody says so.

export const COLUMN_FIELDS = [
  "title",
  "ref",
  "section",
  "description",
  "preconditions",
  "steps",
  "data",
  "expected",
  "notes",
] as const;

export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** The names of the columns of each field; several of one field count together. */
export type ColumnMatch = Partial<Record<ColumnField, string[]>>;

/** A column of a table as it is shown to whoever matches it. */
export interface ShownColumn {
  name: string;
  /** The column's meaning; null leaves it out. */
  field: ColumnField | null;
  /** The first texts in the column. */
  samples: string[];
}
