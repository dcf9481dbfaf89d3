// The plan for many machines says what its simulation says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ASSUMED } from "../../../bench/scale/assumptions.ts";
import { readCosts } from "../../../bench/scale/costs.ts";
import { withTables } from "../../../bench/scale/document.ts";
import { describeScale } from "../../../bench/scale/report.ts";

test("the tables of docs/scale.md are those that `npm run scale` makes of the costs that were measured last", () => {
  const text = readFileSync("docs/scale.md", "utf8");
  expect(withTables(text, describeScale(readCosts(), ASSUMED))).toBe(text);
}, 60_000);
