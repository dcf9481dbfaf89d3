// What the columns of a table probably mean, by the names that people and tools give them.

import type { ColumnField } from "../reading/column-fields.ts";
import type { Table } from "../reading/table.ts";

/** The first names of each list are the surest. */
const NAMES: Record<ColumnField, readonly string[]> = {
  title: [
    ...[
      "title",
      "test case title",
      "test case name",
      "case title",
      "case name",
      "test name",
      "test title",
      "name",
      "summary",
    ],
    ...["test summary", "test case", "test", "case", "check", "scenario", "test scenario", "titel"],
  ],
  ref: [
    "ref",
    "id",
    "key",
    "test case id",
    "case id",
    "test id",
    "testcase id",
    "issue key",
    "number",
    "no",
    "nr",
    "tc id",
  ],
  section: [
    ...[
      "section",
      "folder",
      "suite",
      "test suite",
      "section hierarchy",
      "path",
      "module",
      "feature",
      "area",
      "category",
    ],
    ...["component", "group", "epic", "bereich"],
  ],
  description: ["description", "objective", "summary", "details", "purpose", "goal", "beschreibung"],
  preconditions: [
    "preconditions",
    "precondition",
    "pre conditions",
    "pre condition",
    "prerequisites",
    "vorbedingungen",
    "setup",
    "given",
  ],
  steps: [
    ...[
      "steps",
      "test steps",
      "step",
      "test step",
      "steps to reproduce",
      "action",
      "actions",
      "step description",
      "instructions",
    ],
    ...["steps step", "step action", "procedure", "test step description", "step instructions", "schritte", "when"],
  ],
  data: ["test data", "data", "input", "inputs", "testdaten"],
  expected: [
    ...[
      "expected result",
      "expected results",
      "expected",
      "expected outcome",
      "steps expected result",
      "result expected",
      "step expected results",
      "step expected result",
      "test step expected result",
    ],
    ...["expected behavior", "expected behaviour", "erwartetes ergebnis", "then"],
  ],
  notes: ["notes", "note", "comments", "comment", "remarks", "postconditions", "post conditions"],
};

/** Each column means one thing, and each thing is said by one column: that with the surest name. */
export function guessColumns(table: Table): (ColumnField | null)[] {
  const keys = table.columns((key) => key);
  const guessed: (ColumnField | null)[] = keys.map(() => null);
  for (const field of Object.keys(NAMES) as ColumnField[]) {
    const known = NAMES[field].find((name) => keys.some((key, i) => key === name && guessed[i] === null));
    const column = keys.findIndex((key, i) => key === known && guessed[i] === null);
    if (column !== -1) guessed[column] = field;
  }
  return guessed;
}
