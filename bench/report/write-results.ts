// Where results go: a whole run into the repository, the rest into a temporary folder.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BenchResults } from "./figures.ts";
import { plotsOf } from "./plots.ts";
import { asMarkdown } from "./tables.ts";

const ROOT = join(import.meta.dirname, "../..");
export const DOCUMENT = "docs/performance.md";
/** The folder of pictures, below the document's. */
const PICTURES = "performance";
const LATEST = "bench/results/latest.json";
const BEGIN = "<!-- Written by `npm run bench`, up to the end mark: change nothing here. -->";
const END = "<!-- The end of what `npm run bench` writes. -->";

export function lastResults(): BenchResults {
  return JSON.parse(readFileSync(join(ROOT, LATEST), "utf8"));
}

/** Writes the results. Gives the folder that they are in. */
export function writeResults(results: BenchResults, isWhole: boolean): string {
  const root = isWhole ? ROOT : join(tmpdir(), "retest-bench-results");
  for (const folder of ["bench/results", `docs/${PICTURES}`]) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, LATEST), `${JSON.stringify(results, null, 2)}\n`);
  for (const { file, svg } of plotsOf(results)) writeFileSync(join(root, "docs", PICTURES, file), svg);
  writeFileSync(join(root, DOCUMENT), withFigures(readFileSync(join(ROOT, DOCUMENT), "utf8"), results));
  return root;
}

/** The document with these figures between its marks. */
export function withFigures(document: string, results: BenchResults): string {
  const [begin, end] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${DOCUMENT} has lost the marks that figures go between`);
  const pictures = plotsOf(results).map(({ file, words }) => ({ path: `${PICTURES}/${file}`, words }));
  return `${document.slice(0, begin)}${BEGIN}\n\n${asMarkdown(results, pictures)}\n${document.slice(end)}`;
}
