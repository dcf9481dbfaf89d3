// The source files of one tree of the repository, with what they import: what the laws are tested on.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const REPOSITORY = resolve(import.meta.dirname, "../../..");

export interface Source {
  /** From the root of its tree. */
  path: string;
  /** The room below the root that it is in; empty for a file at the root. */
  room: string;
  text: string;
  /** As they are written. */
  imports: string[];
  /** Those of the repository, from the root of the tree: "../" leads out of it. */
  local: string[];
}

export function readTree(tree: string): Source[] {
  const root = join(REPOSITORY, tree);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith(".d.ts"))
    .map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const found = text.matchAll(/(?:^import|^export)[^;]*?from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm);
      const imports = [...found].map((match) => (match[1] ?? match[2] ?? match[3])!);
      const local = imports.filter((name) => name.startsWith(".")).map((name) => join(dirname(path), name));
      return { path, room: roomOf(path), text, imports, local };
    });
}

/** Several trees as one: paths and imports are from the root of the repository. What was built or installed in them is left out. */
export function readTrees(trees: readonly string[]): Source[] {
  return trees.flatMap((tree) =>
    readTree(tree)
      .filter(({ path }) => !/(^|\/)(dist|node_modules)\//.test(path))
      .map((source) => ({
        ...source,
        path: join(tree, source.path),
        local: source.local.map((target) => join(tree, target)),
      })),
  );
}

/** What a file needs to run, with all that those files need: from the root of the tree, without what only types are taken from. */
export function neededBy(path: string, sources: readonly Source[]): Set<string> {
  const texts = new Map(sources.map((source) => [source.path, source.text]));
  const found = new Set<string>();
  const visit = (from: string) => {
    for (const [, name] of (texts.get(from) ?? "").matchAll(NEEDS)) {
      const target = join(dirname(from), name!);
      if (!name!.startsWith(".") || found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  visit(path);
  return found;
}

const NEEDS = /^(?:import|export) (?!type )(?:[^;"]*? from )?"([^"]+)"/gm;

export function roomOf(path: string): string {
  return path.includes("/") ? path.split("/")[0]! : "";
}

/** Also of files that take only types from each other. */
export function fileCircles(sources: readonly Source[]): string[] {
  return circlesOf(new Map(sources.map(({ path, local }) => [path, new Set(local)])));
}

/**
 * A folder's loose files may import its rooms, or be imported by them, but not both. `folderOf` says which folder a file counts to,
 * where a folder is to be seen with everything in it.
 */
export function folderCircles(sources: readonly Source[], folderOf: (path: string) => string = dirname): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { path, local } of sources) {
    const from = folderOf(path);
    const to = local.map((target) => folderOf(target)).filter((folder) => folder !== from);
    graph.set(from, new Set([...(graph.get(from) ?? []), ...to]));
  }
  return circlesOf(graph);
}

/** Names that more than one file exports, with those files: of types as of functions and constants. */
export function doubleNames(sources: readonly Source[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { path, text } of sources) {
    for (const name of exportedNames(text)) files.set(name, [...(files.get(name) ?? []), path]);
  }
  return new Map([...files].filter(([, paths]) => paths.length > 1));
}

const DECLARATION =
  /^export (?:declare |abstract |async )*(?:interface|type|class|enum|namespace|function\*?|const|let|var) (\w+)/gm;

/** What a file declares and exports under its own name; what it only passes on has its name elsewhere. */
function exportedNames(text: string): Set<string> {
  return new Set([...text.matchAll(DECLARATION)].map(([, name]) => name!));
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
