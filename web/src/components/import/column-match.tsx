// The columns of a table, with what they hold, and what each of them is matched with.
import { NativeSelect } from "@mantine/core";
import type { RunbookImport } from "../../api/types.ts";
import classes from "./column-match.module.css";

export type TableColumn = RunbookImport["columns"][number];
type Field = NonNullable<TableColumn["field"]>;

/** The fields of the columns by their names. */
export type Matched = Record<string, Field | null>;

const WORDS: Record<Field, string> = {
  title: "Title",
  ref: "Ref",
  section: "Section",
  description: "Description",
  preconditions: "Preconditions",
  steps: "Steps",
  data: "Data of a step",
  expected: "Expected result",
  notes: "Notes",
};
const CHOICES = [
  { value: "", label: "Left out" },
  ...Object.entries(WORDS).map(([value, label]) => ({ value, label })),
];

interface Props {
  columns: TableColumn[];
  matched: Matched;
  onMatch(matched: Matched): void;
}

export function ColumnMatch({ columns, matched, onMatch }: Props) {
  const hasTitle = columns.some(({ name }) => matched[name] === "title");
  return (
    <section aria-label="Columns of the file" className={classes.columns}>
      <p className={classes.words}>
        {hasTitle
          ? "What the columns hold. Several columns of sections stand below each other."
          : "Choose the column that holds the titles of the checks."}
      </p>
      <ul className={classes.list}>
        {columns.map(({ name, samples }) => (
          <li key={name} className={classes.column}>
            <span className={classes.name}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span className={classes.samples}>{samples.join(" · ") || "empty"}</span>
            </span>
            <NativeSelect
              aria-label={`What ${name} holds`}
              value={matched[name] ?? ""}
              onChange={(event) => onMatch({ ...matched, [name]: (event.currentTarget.value || null) as Field | null })}
              data={CHOICES}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A column that stands several times is matched once. */
export function distinctColumns(columns: readonly TableColumn[]): TableColumn[] {
  return columns.filter(({ name }, i) => columns.findIndex((one) => one.name === name) === i);
}

/** The columns of each field, as the server takes them. */
export function columnsByField(matched: Matched): Partial<Record<Field, string[]>> {
  const fields: Partial<Record<Field, string[]>> = {};
  for (const [name, field] of Object.entries(matched))
    if (field !== null) fields[field] = [...(fields[field] ?? []), name];
  return fields;
}
