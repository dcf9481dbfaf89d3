// Finding files by a pattern.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findFiles } from "../../../../src/lib/files/find-files.ts";

const folder = mkdtempSync(join(tmpdir(), "retest-find-"));
for (const path of ["a/b/c", "a/node_modules/x", ".git", "z*"]) mkdirSync(join(folder, path), { recursive: true });
for (const path of [
  "one.xml",
  "two.xml",
  "a/three.xml",
  "a/b/c/four.xml",
  "a/node_modules/x/no.xml",
  ".git/no.xml",
  "a/t.tap",
  "z*/[1].xml",
])
  writeFileSync(join(folder, path), "");
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ["*.xml", ["one.xml", "two.xml"]],
  ["?wo.xml", ["two.xml"]],
  ["**/*.xml", ["a/b/c/four.xml", "a/three.xml", "one.xml", "two.xml", "z*/[1].xml"]],
  ["a/**", ["a/b/c/four.xml", "a/t.tap", "a/three.xml"]],
  ["*/*.tap", ["a/t.tap"]],
  ["*/three.xml", ["a/three.xml"]],
  ["z*/[1].xml", ["z*/[1].xml"]],
  ["*.json", []],
  ["nowhere/*.xml", []],
  ["nowhere.xml", ["nowhere.xml"]],
])("%s", (pattern, expected) => {
  expect(findFiles(join(folder, pattern))).toEqual(expected.map((path) => join(folder, path)));
});
