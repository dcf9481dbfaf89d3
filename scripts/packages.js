// Builds the client and the reporters, each into `dist` of its folder, where `npm pack` finds it: `npm run packages [-- NAME...]`. Each
// is one file that needs nothing beside it, and its types.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";

const ROOT = resolve(import.meta.dirname, "..");
const SEND = "reporters/core/src/send-unsent.ts";
const OPTIONS = "reporters/core/src/reporter-settings";
const CLIENT = "clients/typescript/src";

/** The folder of each, what is started or imported, and the files its types stand in. */
const PACKAGES = {
  client: {
    folder: "clients/typescript",
    entries: [`${CLIENT}/retest-client.ts`],
    types: [`${CLIENT}/retest-client`, `${CLIENT}/operation-types`, `${CLIENT}/api-types`],
  },
  vitest: reporter("vitest"),
  playwright: reporter("playwright"),
  jest: reporter("jest"),
};

function reporter(runner) {
  const entry = `reporters/${runner}/src/${runner}-reporter`;
  return { folder: `reporters/${runner}`, entries: [`${entry}.ts`, SEND], types: [entry, OPTIONS] };
}

const named = process.argv.slice(2);
const wanted = Object.entries(PACKAGES).filter(([name]) => named.length === 0 || named.includes(name));
const declared = mkdtempSync(join(tmpdir(), "retest-types-"));
try {
  declare(wanted.flatMap(([, { entries }]) => entries));
  for (const [, one] of wanted) await make(one);
} finally {
  rmSync(declared, { recursive: true, force: true });
}

function declare(files) {
  const config = join(declared, "tsconfig.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: declared,
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  const paths = files.map((path) => join(ROOT, path));
  writeFileSync(
    config,
    JSON.stringify({ extends: join(ROOT, "tsconfig.json"), compilerOptions, files: paths, include: [] }),
  );
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", config], { stdio: "inherit" });
  // The compiler makes no copy of what is all types already.
  mkdirSync(join(declared, CLIENT), { recursive: true });
  copyFileSync(join(ROOT, CLIENT, "api-types.d.ts"), join(declared, CLIENT, "api-types.d.ts"));
}

async function make({ folder, entries, types }) {
  const dist = join(ROOT, folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  for (const entry of entries) {
    await build({
      absWorkingDir: ROOT,
      entryPoints: [entry],
      outdir: dist,
      bundle: true,
      format: "esm",
      platform: "node",
      target: "node20.19",
      logLevel: "warning",
      ...(entry === SEND ? { banner: { js: "#!/usr/bin/env node" } } : {}),
    });
  }
  for (const path of types) {
    const target = join(dist, "types", `${path}.d.ts`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, importing(readFileSync(join(declared, `${path}.d.ts`), "utf8")));
  }
  if (entries.includes(SEND)) chmodSync(join(dist, "send-unsent.js"), 0o755);
}

/** As every version of TypeScript finds them. */
function importing(text) {
  return text.replace(/(from "\.[^"]+?)(?:\.d)?\.ts"/g, '$1.js"');
}
