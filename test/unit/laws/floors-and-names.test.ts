// The laws of the house: what may import what, and who alone may touch the world outside.
import { readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { PRESETS } from "../../../src/domain/report/preset.ts";
import { TEMPLATE_REGISTRY } from "../../../src/integrations/template-registry.ts";
import { TOOLS } from "../../../src/integrations/tool-registry.ts";
import {
  doubleNames,
  fileCircles,
  folderCircles,
  neededBy,
  readTree,
  roomOf,
} from "../../support/checks/source-tree.ts";

const SRC = resolve(import.meta.dirname, "../../../src");

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

/** Every tree that is held to the same manners. */
const TREES = ["src", "web/src", "bench", "chaos"];
/** Those that are packed for others: small, and held to the same manners. */
const PACKED = ["clients", "reporters"];
const PACKAGES = ["clients/typescript", "reporters/vitest", "reporters/playwright", "reporters/jest"];

const sources = readTree("src");

function offenders(pattern: RegExp, allowed: (path: string) => boolean): string[] {
  return sources.filter(({ path, text }) => !allowed(path) && pattern.test(text)).map(({ path }) => path);
}

describe("the laws of the house", () => {
  test("every folder has a floor", () => {
    expect(sources.filter(({ room }) => FLOOR[room] === undefined).map(({ path }) => path)).toEqual([]);
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
    const broken = sources.flatMap(({ path, room, local }) =>
      local
        .filter((target) => roomOf(target) !== room)
        .filter((target) => FLOOR[roomOf(target)]! >= FLOOR[room]!)
        .map((target) => `${path} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test("what is known of other tools imports the rules and lib only, and each tool only what tools, or the editions of one, share", () => {
    const broken = sources
      .filter(({ room }) => room === "integrations")
      .flatMap((source) => source.local.map((target) => [source.path, target] as const))
      .filter(([path, target]) => {
        const [folder, tool] = target.split("/");
        if (folder !== "integrations") return folder !== "domain" && folder !== "lib";
        const isRegistry = path.split("/").length === 2;
        const own = path.split("/")[1]!;
        const isEdition = own.startsWith(`${tool}-`) && target.split("/")[2] === "shared";
        return !isRegistry && tool !== "toolkit" && tool !== own && !isEdition;
      })
      .map(([path, target]) => `${path} imports ${target}`);
    expect(broken).toEqual([]);
  });

  test("every tool, preset of a tool and template has a folder, and every folder but the toolkit is one of them", () => {
    const folders = new Set(
      sources
        .map(({ path }) => path.split("/"))
        .filter(([top, , file]) => top === "integrations" && file !== undefined)
        .map(([, tool]) => tool),
    );
    const own = ["native", "custom"];
    const presets = PRESETS.filter((name) => !own.includes(name));
    const templates = TEMPLATE_REGISTRY.map(({ name }) => name);
    expect([...folders].sort()).toEqual(["toolkit", ...TOOLS, ...presets, ...templates].sort());
  });

  test("the database knows no table: it imports no other room of storage", () => {
    const inside = sources.filter(({ path }) => path.startsWith("storage/database/"));
    const broken = inside.flatMap(({ local }) =>
      local.filter((target) => target.startsWith("storage/") && !target.startsWith("storage/database/")),
    );
    expect(broken).toEqual([]);
  });

  test("SQL drivers are imported only in storage", () => {
    expect(offenders(/from "(pg|@photostructure\/sqlite)"/, (path) => path.startsWith("storage/"))).toEqual([]);
  });

  test("SQL is written only in storage", () => {
    const statement = /["'`]\s*(select|insert into|update|delete from)\s[^"'`]*(from|set|values|where)\s/i;
    expect(offenders(statement, (path) => path.startsWith("storage/"))).toEqual([]);
  });

  test("the web framework is imported only in http, in the routes of intake and mcp, and where the webhook reads past it", () => {
    const allowed = (path: string) =>
      path.startsWith("http/") ||
      /^(intake\/[\w-]+|mcp)\/routes?\.ts$/.test(path) ||
      path === "intake/webhook/read-body.ts";
    expect(offenders(/from "fastify"/, allowed)).toEqual([]);
  });

  test("the environment is read only by the process, which hands it to the command", () => {
    expect(offenders(/process\.env/, (path) => path === "main.ts")).toEqual([]);
  });

  test("the clock is read only in lib/clock.ts", () => {
    expect(offenders(/Date\.now\(|new Date\(\)|performance\.now\(/, (path) => path === "lib/clock.ts")).toEqual([]);
  });

  test("randomness has its owners: lib, and the secret key of the first start", () => {
    const owner = (path: string) => path.startsWith("lib/") || path === "startup/secret-key.ts";
    expect(offenders(/randomBytes|Math\.random|randomUUID/, owner)).toEqual([]);
  });

  test("the write cache stands behind the tables: only storage, and the engine before a commit, write what is in it", () => {
    expect(offenders(/\bflush[A-Z]\w*\(|\btx\.cache\b/, (path) => /^(storage|engine)\//.test(path))).toEqual([]);
  });

  test("actions write through an AppWrite or a storage function, and what is above them only through perform", () => {
    expect(
      offenders(/\b(tx|db|reader)\.run\(|\.transaction\(/, (path) => /^(storage|actions|engine)\//.test(path)),
    ).toEqual([]);
  });
});

describe.each([...TREES, ...PACKED])("the laws of every tree: %s", (tree) => {
  const all = readTree(tree).filter(({ path }) => !/(^|\/)(dist|node_modules)\//.test(path));

  test("no circle of files, not even of types", () => {
    expect(all.length).toBeGreaterThan(PACKED.includes(tree) ? 2 : 20);
    expect(fileCircles(all)).toEqual([]);
  });

  test("no circle of folders; a folder's loose files are the ground of its rooms or their roof, never both", () => {
    expect(folderCircles(all)).toEqual([]);
  });

  test("no barrels and no folders for odds and ends", () => {
    const named = all.filter(({ path }) => /(^|\/)(index\.tsx?$|(utils|helpers|common)\/)/.test(path));
    expect([...named, ...all.filter(({ text }) => /^export \* from/m.test(text))].map(({ path }) => path)).toEqual([]);
  });

  test("the first line of every file says what it is for", () => {
    expect(all.filter(({ text }) => !text.startsWith("// ")).map(({ path }) => path)).toEqual([]);
  });

  test("a comment stands by itself: it doesn't begin as the rest of a sentence beside it", () => {
    const rest =
      /\/\*\*\s+(?:\* )?(?:Of|By|Whose|Told|As it|As they|The same(?= (?:by|for|in|of|with|without)\b|[.,;:]))\b.*/g;
    expect(all.flatMap(({ path, text }) => (text.match(rest) ?? []).map((found) => `${path} ${found}`))).toEqual([]);
  });

  test("files stay small", () => {
    expect(all.filter(({ text }) => text.split("\n").length > 250).map(({ path }) => path)).toEqual([]);
  });

  test("an exported name has one meaning: one file declares it", () => {
    expect([...doubleNames(all)]).toEqual([]);
  });
});

test("what is packed for others imports nothing of the server but what a CI job's environment says", () => {
  const outside = PACKED.flatMap((tree) =>
    readTree(tree).flatMap(({ local }) =>
      local.map((target) => join(tree, target)).filter((target) => !PACKED.includes(target.split("/")[0]!)),
    ),
  );
  expect([...new Set(outside)]).toEqual(["src/cli/remote/ci-environment.ts"]);
});

test("the packages have the version of the server, need nothing at run time, and are built by `npm run packages`", () => {
  const root = resolve(SRC, "..");
  const read = (path: string) => JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
  const built = readFileSync(join(root, "scripts/packages.js"), "utf8");
  expect(readFileSync(join(root, "reporters/pytest/pyproject.toml"), "utf8")).toContain(
    `\nversion = "${read(".").version}"\n`,
  );
  for (const folder of PACKAGES) {
    const { version, dependencies, license, type, private: isPrivate } = read(folder);
    expect([folder, version, dependencies, license, type, isPrivate]).toEqual([
      folder,
      read(".").version,
      undefined,
      "MIT",
      "module",
      true,
    ]);
    expect(built).toContain(folder.split("/")[1]);
  }
});

describe.each(["test", "scripts"])("%s, too", (tree) => {
  const all = readTree(tree);

  test("has no circle of files", () => {
    expect(fileCircles(all)).toEqual([]);
  });

  test("gives an exported name one meaning", () => {
    expect([...doubleNames(all)]).toEqual([]);
  });
});

test("a unit test needs no database and no server, nor does anything that it needs", () => {
  const all = readTree("test");
  const units = all.filter(({ path }) => path.startsWith("unit/"));
  const broken = units.flatMap(({ path }) =>
    [...neededBy(path, all)]
      .filter((target) => /^support\/(?:server|database)\//.test(target))
      .map((target) => `${path} needs ${target}`),
  );
  expect(broken).toEqual([]);
  expect(units.length).toBeGreaterThan(100);
});
