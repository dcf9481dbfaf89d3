// The laws of the house: what may import what, and who alone may touch the world outside.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** Each floor may look down, never up or sideways. */
const FLOOR: Record<string, number> = {
  lib: 0,
  domain: 1,
  integrations: 2,
  storage: 2,
  actions: 3,
  wire: 3,
  engine: 4,
  http: 5,
  intake: 5,
  mcp: 5,
  outbound: 5,
  startup: 6,
  cli: 7,
  "": 8,
};

/** Top folders whose rooms don't import each other in a circle. */
const FREE_OF_CIRCLES = ["lib", "storage", "wire", "actions", "engine", "http", "cli"];

interface Source {
  path: string;
  folder: string;
  text: string;
  imports: string[];
}

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map(readSource);

function readSource(path: string): Source {
  const text = readFileSync(join(SRC, path), "utf8");
  const found = text.matchAll(/(?:^import|^export)[^;]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm);
  const imports = [...found].map((match) => (match[1] ?? match[2] ?? match[3])!);
  return { path, folder: dirname(path) === "." ? "" : path.split("/")[0]!, text, imports };
}

function local({ path, imports }: Source): string[] {
  return imports.filter((name) => name.startsWith(".")).map((name) => relative(SRC, resolve(SRC, dirname(path), name)));
}

/** Every circle that following the arrows leads into. */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const walk = (node: string, trail: string[]): string[] => {
    if (trail.includes(node)) return [[...trail.slice(trail.indexOf(node)), node].join(" -> ")];
    if (done.has(node)) return [];
    const found = [...(graph.get(node) ?? [])].flatMap((next) => walk(next, [...trail, node]));
    done.add(node);
    return found;
  };
  return [...graph.keys()].flatMap((node) => walk(node, []));
}

function folderOf(path: string): string {
  return path.includes("/") ? path.split("/")[0]! : "";
}

function offenders(pattern: RegExp, allowed: (path: string) => boolean): string[] {
  return sources.filter(({ path, text }) => !allowed(path) && pattern.test(text)).map(({ path }) => path);
}

describe("the laws of the house", () => {
  test("every folder has a floor", () => {
    expect(sources.filter(({ folder }) => FLOOR[folder] === undefined).map(({ path }) => path)).toEqual([]);
    expect(sources.length).toBeGreaterThan(50);
  });

  test("the schema library is imported as a whole namespace: the build then leaves out what nobody uses of it", () => {
    expect(offenders(/^import \{[^}]*\} from "zod"/m, () => false)).toEqual([]);
  });

  test("every thread is built, and no two have the same file name: built, all files stand beside each other", () => {
    const threads = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/startThread\(new URL\("([^"]+)"/g)].map((match) => join("src", dirname(path), match[1]!)),
    );
    const bundle = readFileSync(resolve(SRC, "../scripts/bundle.js"), "utf8");
    expect(threads.length).toBeGreaterThanOrEqual(3);
    expect(threads.filter((path) => !bundle.includes(`"${path}"`))).toEqual([]);
    expect(new Set(threads.map((path) => basename(path))).size).toBe(threads.length);
  });

  test("a file imports from its own folder or from a lower floor", () => {
    const broken = sources.flatMap((source) =>
      local(source)
        .filter((target) => folderOf(target) !== source.folder)
        .filter((target) => FLOOR[folderOf(target)]! >= FLOOR[source.folder]!)
        .map((target) => `${source.path} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("there are no import cycles", () => {
    expect(circlesOf(new Map(sources.map((source) => [source.path, new Set(local(source))])))).toEqual([]);
  });

  test("there is no circle between folders; a folder's loose files are the ground of its rooms or their roof, never both", () => {
    const graph = new Map<string, Set<string>>();
    for (const source of sources.filter(({ folder }) => FREE_OF_CIRCLES.includes(folder))) {
      const from = dirname(source.path);
      const to = local(source).map(dirname);
      graph.set(from, new Set([...(graph.get(from) ?? []), ...to.filter((folder) => folder !== from)]));
    }
    expect(circlesOf(graph)).toEqual([]);
  });

  test("the database knows no table: it imports no other room of storage", () => {
    const inside = sources.filter(({ path }) => path.startsWith("storage/database/"));
    const broken = inside.flatMap((source) =>
      local(source).filter((target) => target.startsWith("storage/") && !target.startsWith("storage/database/")),
    );
    expect(broken).toEqual([]);
  });

  test("there are no barrels and no folders for odds and ends", () => {
    expect(sources.filter(({ path }) => /(^|\/)(index\.ts$|(utils|helpers|common)\/)/.test(path))).toEqual([]);
    expect(offenders(/^export \* from/m, () => false)).toEqual([]);
  });

  test("SQL drivers are imported only in storage", () => {
    expect(offenders(/from "(pg|@photostructure\/sqlite)"/, (path) => path.startsWith("storage/"))).toEqual([]);
  });

  test("SQL is written only in storage", () => {
    const statement = /["'`]\s*(select|insert into|update|delete from)\s[^"'`]*(from|set|values|where)\s/i;
    expect(offenders(statement, (path) => path.startsWith("storage/"))).toEqual([]);
  });

  test("the web framework is imported only in http, in the routes of a door, and where the webhook reads past it", () => {
    const allowed = (path: string) =>
      path.startsWith("http/") ||
      /^(intake\/[\w-]+|mcp)\/routes?\.ts$/.test(path) ||
      path === "intake/webhook/read-body.ts";
    expect(offenders(/from "fastify"/, allowed)).toEqual([]);
  });

  test("the environment is read only where things are wired", () => {
    expect(offenders(/process\.env/, (path) => path.startsWith("cli/") || path === "main.ts")).toEqual([]);
  });

  test("the clock is read only in lib/clock.ts", () => {
    expect(offenders(/Date\.now\(|new Date\(\)|performance\.now\(/, (path) => path === "lib/clock.ts")).toEqual([]);
  });

  test("randomness has its owners: lib, and the secret key of the first start", () => {
    const owner = (path: string) => path.startsWith("lib/") || path === "startup/config.ts";
    expect(offenders(/randomBytes|Math\.random|randomUUID/, owner)).toEqual([]);
  });

  test("actions write through a ledger or a storage function, and doors only through perform", () => {
    expect(
      offenders(/\b(tx|db|reader)\.run\(|\.transaction\(/, (path) => /^(storage|actions|engine)\//.test(path)),
    ).toEqual([]);
  });

  test("the first line of every file says what it is for", () => {
    expect(sources.filter(({ text }) => !text.startsWith("// ")).map(({ path }) => path)).toEqual([]);
  });

  test("files stay small", () => {
    expect(sources.filter(({ text }) => text.split("\n").length > 250).map(({ path }) => path)).toEqual([]);
  });
});
