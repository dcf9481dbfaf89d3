// How much the first page of the built interface may weigh.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const BUILT = resolve(import.meta.dirname, "../../../../dist/web");
const FIRST_PAGE_BYTES = 200_000;

test(`the first page is below ${FIRST_PAGE_BYTES / 1000} KB, compressed`, () => {
  const page = readFileSync(join(BUILT, "index.html"), "utf8");
  const entries = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path!);
  const files = new Set(["index.html"]);
  const take = (path: string) => {
    if (files.has(path)) return;
    files.add(path);
    if (path.endsWith(".js")) for (const next of importedBy(path)) take(next);
  };
  for (const path of entries) take(path);
  // What the page of all apps fetches once it is gone to: its own file, what that imports, and their styles.
  for (const path of readdirSync(join(BUILT, "assets"))) {
    if (/^apps-page-[^.]+\.(js|css)$/.test(path)) take(`assets/${path}`);
  }
  const weight = [...files].reduce((sum, path) => sum + gzipSync(readFileSync(join(BUILT, path))).length, 0);
  expect(files.size).toBeGreaterThan(4);
  expect(weight).toBeLessThan(FIRST_PAGE_BYTES);
});

/** The files that a file of the build imports at once; those it may fetch later are not among them. */
function importedBy(path: string): string[] {
  const text = readFileSync(join(BUILT, path), "utf8");
  return [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => join(dirname(path), name!));
}
