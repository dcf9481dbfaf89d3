// Every block of the docs is what it says: shell and CI jobs run as they are printed against a real server, answers have the shape
// of the API's document, files are read. A failure names the file and the line.
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { type Block, blocksOf, DOCS, placeOf, textOf } from "../../support/checks/doc-blocks.ts";
import { conformanceFault } from "../../support/conformance/conformance.ts";
import { createDatabase } from "../../support/server/test-server.ts";
import { LEFT_OUT } from "./left-out.ts";
import { Shell } from "./shell.ts";

const LANGUAGES = ["", "text", "sh", "yaml", "groovy", "json", "js"];
const BLOCKS = DOCS.flatMap(blocksOf);
/** The README makes the app that the others speak of, and runbooks.md the one that CI reports to. */
const READ_FIRST = ["README.md", "docs/runbooks.md"];
const WITH_SHELL = [
  ...new Set(BLOCKS.filter(({ language }) => ["sh", "yaml", "groovy"].includes(language)).map(({ file }) => file)),
];
/** What has happened before somebody reads a document. */
const BEFORE: Record<string, string> = {
  "docs/gate.md": "fix_everything",
  "docs/people.md": "join_as tester tom@example.com",
  "docs/workspaces.md": "join_as admin olga@example.com",
};

test("every block is in a language that is tried, or is marked as text", () => {
  expect(BLOCKS.length).toBeGreaterThan(40);
  expect(BLOCKS.filter(({ language }) => !LANGUAGES.includes(language)).map(placeOf)).toEqual([]);
});

test("each block that is left out is listed with a reason, and nothing else is listed", () => {
  const marked = BLOCKS.filter(({ note }) => note === "left-out");
  const listed = (block: Block) =>
    LEFT_OUT.filter(([file, begins]) => file === block.file && block.lines[0]!.startsWith(begins));
  expect(marked.filter((block) => listed(block).length !== 1).map(placeOf)).toEqual([]);
  expect(LEFT_OUT.filter((entry) => !marked.some((block) => listed(block).includes(entry)))).toEqual([]);
});

test("nobody is told to run `npx retest`: the name in npm's registry is somebody else's", () => {
  const folders = ["docs", "src", "web/src", "deploy", "bin", "scripts"];
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const texts = [
    ...files.filter((file) => /\.(?:md|tsx?|js|json|service)$/.test(file)),
    "README.md",
    "SECURITY.md",
    "CHANGELOG.md",
  ];
  const told = texts.filter((file) =>
    /npx(?:\s+--?\S+)*\s+retest\b|"npx",\s*"args":\s*\["retest/.test(readFileSync(file, "utf8")),
  );
  expect(told).toEqual([]);
});

describe("JSON, YAML and JavaScript", () => {
  test.each(of("json"))("%s is JSON, and has the shape of the answer it is said to be", (place, block) => {
    expect(() => JSON.parse(textOf(block)), place).not.toThrow();
    const [method, path] = block.note.split(" ");
    if (path === undefined) return;
    expect(
      conformanceFault({ method: method!, path, status: 200, type: "application/json", text: textOf(block) }),
      place,
    ).toBe(null);
  });

  test.each(of("yaml"))("%s is YAML", (place, block) => {
    expect(parseDocument(textOf(block)).errors, place).toEqual([]);
  });

  test.each(of("js"))("%s says yes to a signature that is right, and no to another", (place, block) => {
    const folder = mkdtempSync(join(tmpdir(), "retest-docs-"));
    const run = (signature: string) => {
      const given = `const [secret, rawBody, request] = ["key", "body", { headers: { "x-signature": "${signature}" } }];\n`;
      writeFileSync(join(folder, "block.mjs"), `${given}${textOf(block)}\nconsole.log(ok);`);
      return execFileSync(process.execPath, [join(folder, "block.mjs")], { encoding: "utf8" }).trim();
    };
    const right = `sha256=${createHmac("sha256", "key").update("body").digest("hex")}`;
    expect([run(right), run("")], place).toEqual(["true", "false"]);
    rmSync(folder, { recursive: true });
  });
});

describe("the shell", () => {
  let shell: Shell;
  let database: Awaited<ReturnType<typeof createDatabase>>;
  const scratch = mkdtempSync(join(tmpdir(), "retest-docs-"));
  beforeAll(async () => {
    database = await createDatabase();
    shell = await Shell.open(scratch, database.url);
  });
  afterAll(async () => {
    await shell.close();
    await database.drop();
    rmSync(scratch, { recursive: true, force: true });
  });

  test.each([...READ_FIRST, ...WITH_SHELL.filter((file) => !READ_FIRST.includes(file))])(
    "every command of %s does what it should, as it is printed",
    async (file) => {
      expect(await shell.run(file, BEFORE[file])).toBe("");
    },
    300_000,
  );
});

function of(language: string): [string, Block][] {
  return BLOCKS.filter((block) => block.language === language).map((block) => [placeOf(block), block]);
}
