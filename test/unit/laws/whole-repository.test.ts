// The laws of the repository as a whole: what its trees may take from each other, and that no circle leads through several of them.
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { fileCircles, folderCircles, readTrees } from "../../support/checks/source-tree.ts";

/** What each imports besides itself; "." is the root, for package.json. Of tests, only `test/support` is for others; tests may import anything. */
const IMPORTS: Record<string, string[]> = {
  src: ["."],
  web: ["src"],
  clients: [],
  reporters: ["clients", "src"],
  "test/support": ["src", "bin"],
  bench: ["src", "test/support"],
  chaos: ["src", "test/support"],
  scripts: ["src", "test/support"],
};

const all = readTrees(["src", "web", "clients", "reporters", "bench", "chaos", "scripts", "test"]);

/** The first so many folders of a path. */
function folderAt(depth: number): (path: string) => string {
  return (path) => dirname(path).split("/").slice(0, depth).join("/");
}

/** The tree that a file is in; the sizes of tests and what they share are trees of their own. */
function treeOf(path: string): string {
  return folderAt(path.startsWith("test/") ? 2 : 1)(path);
}

test("each tree imports what its line says, and what tests share imports no test, bench, chaos or script", () => {
  const trees = new Set(all.map(({ path }) => treeOf(path)));
  expect(Object.keys(IMPORTS).filter((tree) => !trees.has(tree))).toEqual([]);
  const broken = all.flatMap(({ path, local }) => {
    const tree = treeOf(path);
    const allowed = IMPORTS[tree];
    if (allowed === undefined) return [];
    const others = local.filter((target) => ![tree, ...allowed].includes(treeOf(target)));
    return others.map((target) => `${path} imports ${target}`);
  });
  expect(broken).toEqual([]);
});

test("a comment on lines of its own stands by itself: it doesn't begin as the rest of a sentence beside it", () => {
  const rest = /(?<!^[ \t]*\/\/.*\n)^[ \t]*\/\/ (?:Of|By|Whose|Told|As|Else|Nor|Also|And|Or|But|So that)\b.*/gm;
  expect(all.flatMap(({ path, text }) => (text.match(rest) ?? []).map((found) => `${path} ${found}`))).toEqual([]);
});

test("no circle of files leads through several trees, not even of types", () => {
  expect(fileCircles(all)).toEqual([]);
});

test("no circle of folders leads through several trees, nor do trees make one", () => {
  expect(folderCircles(all)).toEqual([]);
  expect(folderCircles(all, treeOf)).toEqual([]);
});

test.each([2, 3, 4, 5])("no circle of folders %i deep, each with everything in it", (depth) => {
  expect(folderCircles(all, folderAt(depth))).toEqual([]);
});
