// `npm run scale`: what a hundred thousand workspaces would need, from costs that were measured, and where the plan breaks.
// `-- --measure` measures the costs again (three minutes, PostgreSQL and `wrk`), `-- --write` puts the tables into docs/scale.md; any
// assumption can be given, as in `-- --skew 1.2`.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { requireWrk } from "../load/wrk.ts";
import { ASSUMED, type Assumptions } from "./assumptions.ts";
import { readCosts, writeCosts } from "./costs.ts";
import { withTables } from "./document.ts";
import { measureCosts } from "./measure-costs.ts";
import { describeScale } from "./report.ts";

const DOCUMENT = "docs/scale.md";

const names = Object.keys(ASSUMED) as (keyof Assumptions)[];
const { values } = parseArgs({
  options: {
    measure: { type: "boolean" },
    write: { type: "boolean" },
    ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  },
});
const given = Object.fromEntries(
  Object.entries(values)
    .filter(([name]) => name in ASSUMED)
    .map(([name, value]) => [name, numberOf(name, String(value))]),
);
if (values.measure === true) {
  requireWrk();
  writeCosts(await measureCosts());
}
const said = describeScale(readCosts(), { ...ASSUMED, ...given });
console.log(said);
if (values.write === true) {
  writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, "utf8"), said));
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0)) throw new Error(`--${name} takes a number of at least 0, not ${text}`);
  return value;
}
