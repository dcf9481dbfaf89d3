import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DOCUMENT, documentWith } from "../../../scripts/compatibility/document-table.ts";
import { TRIED } from "../../../scripts/compatibility/tried-beside.ts";
import { triedTable } from "../../../scripts/compatibility/tried-table.ts";

test("the list of what was tried has the versions of the lock file: else run `npm run compatibility`", () => {
  expect(readFileSync(DOCUMENT, "utf8")).toBe(documentWith("others", triedTable()));
});

test("what tried it is there: a test, or a command", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const all = TRIED.flatMap(({ by }) => by);
  expect(all.filter((one) => !existsSync(one) && scripts[one.replace(/^npm run /, "")] === undefined)).toEqual([]);
});
