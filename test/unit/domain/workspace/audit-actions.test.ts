// docs/audit.md names every action that the audit log records, and no other.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "../../../../src/domain/workspace/audit-log.ts";

const text = readFileSync("docs/audit.md", "utf8");

/** The first column of a row; `.changed` stands for the same kind of thing as the name before it. */
function namesIn(cell: string): string[] {
  let kind = "";
  return [...cell.matchAll(/`([a-z_]*)\.([a-z_]+)`/g)].map(([, given, verb]) => {
    kind = given || kind;
    return `${kind}.${verb}`;
  });
}

test("the table of recorded actions has each of them once", () => {
  const [table = ""] = text.split("## What is recorded")[1]!.split("\n## ");
  const named = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) => namesIn(cell!));
  expect(named.sort()).toEqual([...AUDIT_ACTIONS].sort());
});
