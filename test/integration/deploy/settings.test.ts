// Every setting that the program reads is written down where people look for it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
const code = ["config", "secret-settings", "secret-key", "sign-in-settings", "mail-settings", "file-settings"]
  .map((file) => read(`src/startup/${file}.ts`))
  .join("");
const secrets = [...code.matchAll(/readSecret\(env, "([A-Z0-9_]+)"/g)].map((found) => found[1]!);
const named = [...code.matchAll(/env\.([A-Z0-9_]+)|"((?:RETEST_)[A-Z0-9_]+|PORT)"/g)].map(
  (found) => (found[1] ?? found[2])!,
);
const settings = [...new Set([...named, ...secrets])].filter((name) => !name.endsWith("_FILE"));

test.each(["README.md", ".env.example"])("%s names every setting", (file) => {
  expect(settings.length).toBeGreaterThan(15);
  expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(read(file)))).toEqual([]);
});

test.each(["README.md", ".env.example", "docs/operations.md"])("%s names the file of every secret", (file) => {
  expect(secrets).toContain("RETEST_SECRET_KEY");
  expect(secrets.filter((name) => !new RegExp(`\\b${name}_FILE\\b`).test(read(file)))).toEqual([]);
});

test("compose.yaml passes every setting on, but for those that the image itself sets", () => {
  const ownOfImage = ["HOST", "PORT", "RETEST_DATA_DIR"];
  const { environment } = parse(read("compose.yaml"), { merge: true })["x-retest"];
  expect(Object.keys(environment).sort()).toEqual(settings.filter((name) => !ownOfImage.includes(name)).sort());
});
