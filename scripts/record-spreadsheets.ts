// Lets real programs write tables of test cases as spreadsheets, those that npm or this machine has, and keeps what they wrote as samples that a
// test reads; docs/compatibility.md lists them with their versions. npm run record-spreadsheets [-- NAME...]
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DOCUMENT, documentWith, tableOf } from "./compatibility/document-table.ts";
import { BOOKS, type Writer } from "./spreadsheets/book.ts";
import { WRITERS } from "./spreadsheets/writers.ts";

const SAMPLES = "test/samples/spreadsheets";
const VERSIONS = join(SAMPLES, "versions.json");

const folder = mkdtempSync(join(tmpdir(), "retest-spreadsheets-"));
try {
  const asked = process.argv.slice(2);
  const writers = WRITERS.filter(({ key }) => asked.length === 0 || asked.includes(key));
  const packages = writers.flatMap(({ npm = [] }) => npm);
  if (packages.length > 0) {
    // ExcelJS takes any version of it, and later ones need a package that not every registry has.
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, overrides: { traverse: "0.3.9" } }));
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
    const { status, stderr } = run("npm", ["install", "--prefix", folder, ...quiet, ...packages], folder);
    if (status !== 0) throw new Error(stderr);
  }
  mkdirSync(SAMPLES, { recursive: true });
  const versions: Record<string, string> = existsSync(VERSIONS) ? JSON.parse(readFileSync(VERSIONS, "utf8")) : {};
  for (const writer of writers) {
    const version = Object.keys(BOOKS)
      .map((table) => write(writer, table))
      .at(-1);
    if (version === undefined)
      console.log(`  ${writer.name}: left out, it is not here (${writer.debian ?? writer.npm})`);
    else {
      console.log(`  ${writer.name}: ${version}`);
      versions[writer.key] = version;
    }
  }
  writeFileSync(VERSIONS, `${JSON.stringify(versions, null, 2)}\n`);
  const known = WRITERS.filter(({ key }) => versions[key] !== undefined);
  const rows = known.map(({ name, key, command, files }) => [
    name,
    versions[key]!,
    files ? "wrote it" : `saved again what ${WRITERS[0]!.name} wrote: \`${command.split(" ")[0]}\``,
  ]);
  writeFileSync(
    DOCUMENT,
    documentWith("spreadsheets", tableOf(["Program", "Version that was run", "What it did"], rows)),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Gives its version; undefined if it can't be run here. */
function write({ name, key, files = {}, command, version }: Writer, table: string): string | undefined {
  const place = join(folder, `${key}-${table}`);
  mkdirSync(place);
  if (existsSync(join(folder, "node_modules"))) symlinkSync("../node_modules", join(place, "node_modules"));
  writeFileSync(join(place, "book.json"), JSON.stringify(BOOKS[table]));
  const other = join(SAMPLES, `${table}.${WRITERS[0]!.key}.xlsx`);
  if (existsSync(other)) copyFileSync(other, join(place, "other.xlsx"));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(place, path), text);
  const { stdout, stderr } = run("bash", ["-c", command], place);
  const written = join(place, "book.xlsx");
  if (!existsSync(written)) {
    if (!/not found|No module named|Cannot find (?:module|package)|ENOENT|No such file/i.test(stderr)) {
      throw new Error(`${name} wrote nothing: ${stdout}${stderr}`);
    }
    return undefined;
  }
  copyFileSync(written, join(SAMPLES, `${table}.${key}.xlsx`));
  const said = run("bash", ["-c", version], place).stdout;
  return /\d+(?:\.\d+)+/.exec(said)?.[0] ?? said.trim();
}

function run(program: string, args: string[], cwd: string) {
  return spawnSync(program, args, { cwd, encoding: "utf8", env: { ...process.env, LC_ALL: "C.UTF-8" } });
}
