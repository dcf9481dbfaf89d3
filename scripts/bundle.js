// Builds the server into dist/: one file for each thing that is started (the program and its threads), and one for each part
// that is loaded only when it is used. A program of few files starts in half the time of one of a thousand.
import { copyFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const PROGRAM = "src/main.ts";
const THREADS = [
  "src/engine/heavy-actions-thread.ts",
  "src/engine/writer-thread.ts",
  "src/http/heavy-reads/reading-thread.ts",
  "src/wire/runbook/runbook-thread.ts",
  "src/wire/results/test-run-thread.ts",
];
/** It loads every part of it at once, and so sooner from one file. */
const IN_ONE_FILE = "src/wire/results/test-run-thread.ts";

const UNUSED = ["@fastify/ajv-compiler", "@fastify/fast-json-stringify-compiler", "light-my-request"];

const REQUIRE = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
const COMMON = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  metafile: true,
  logLevel: "warning",
};

/** The command file recognises reports and reads none: their registry says where the readers are, and is never asked for one there. */
const WITHOUT_READERS = {
  name: "without-readers",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/[\w-]+\/read-[\w-]+\.ts$/ }, ({ path }) => ({ path, external: true }));
  },
};

/** Each thread by itself: what a thread shares with the program is loaded by both, and one file with only what it needs loads sooner than fifty shared ones. */
const builds = await Promise.all([...[PROGRAM, ...THREADS].map(bundle), bundleCliFile()]);
copyFileSync("src/http/reference/document/examples.json", "dist/examples.json");
// Which packages of others are inside: scripts/notices.js names them and their licences.
const files = new Set(builds.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
writeFileSync("dist/bundled-files.json", JSON.stringify([...files]));

/** One file without maps or parts: it is fetched from a server, and needs nothing beside it but Node. */
function bundleCliFile() {
  return build({
    ...COMMON,
    entryPoints: ["src/cli-file.ts"],
    outfile: "dist/cli.mjs",
    plugins: [WITHOUT_READERS],
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: "eof",
    banner: { js: `#!/usr/bin/env node\n${REQUIRE}` },
  });
}

function bundle(entry) {
  return build({
    ...COMMON,
    entryPoints: [entry],
    // All beside each other: a file finds its threads, and the interface, from where it stands.
    entryNames: "[name]",
    outdir: "dist",
    splitting: entry !== IN_ONE_FILE,
    sourcemap: true,
    // The lines of an error are found without the sources themselves, which would be 12 MB of the package.
    sourcesContent: false,
    legalComments: "linked",
    // The first two bring compiled code of their own; pg asks for the third, and does without. The others are never asked for: the
    // server has no schemas of the framework's, and doesn't call itself.
    external: ["@photostructure/sqlite", "@node-rs/argon2", "pg-native", ...UNUSED],
    banner: { js: REQUIRE },
  });
}
