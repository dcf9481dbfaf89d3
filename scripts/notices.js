// Names the packages of other projects that the build has put into dist/, for the bill of materials (bundled-packages.json),
// and repeats their licences, as those demand of every copy (THIRD-PARTY-NOTICES.txt).
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const SERVER = "dist/bundled-files.json";
const INTERFACE = "dist/web/.vite";

const files = readJson(SERVER);
const folders = new Set(files.flatMap((file) => PACKAGE.exec(file)?.[0] ?? []));
const found = new Map();
for (const one of [...[...folders].map(describe), ...readJson(join(INTERFACE, "license.json"))]) {
  found.set(`${one.name}@${one.version}`, one);
}
const packages = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);

writeFileSync("dist/bundled-packages.json", JSON.stringify(packages.map(({ name, version }) => ({ name, version }))));
writeFileSync(
  "dist/THIRD-PARTY-NOTICES.txt",
  `The built files of Retest contain code of these projects.\n${packages.map(noticeOf).join("")}`,
);
rmSync(SERVER);
rmSync(INTERFACE, { recursive: true });

/** As Vite describes a package of the interface. */
function describe(folder) {
  const { name, version, license } = readJson(join(folder, "package.json"));
  const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  return { name, version, identifier: license, text: licence && readFileSync(join(folder, licence), "utf8") };
}

function noticeOf({ name, version, identifier, text }) {
  return `\n${"-".repeat(78)}\n${name} ${version} (${identifier})\n${text ? `\n${text.trim()}\n` : ""}`;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
