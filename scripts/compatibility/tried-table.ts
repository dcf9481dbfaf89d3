// The table of what was tried beside what, with the versions of today.
import { readFileSync } from "node:fs";
import { tableOf } from "./document-table.ts";
import { TRIED } from "./tried-beside.ts";
import { RUN_PACKAGES, VENDOR_PACKAGES } from "./vendor-packages.ts";

export const DEBIAN_VERSIONS = "scripts/compatibility/debian-versions.json";

const NAMED = /\{(npm|vendor|debian):([^}]+)\}/g;

/** The packages of Debian that the table names. */
export function debianPackages(): string[] {
  const all = TRIED.flatMap(({ beside }) => [...beside.matchAll(NAMED)]);
  return [...new Set(all.filter(([, of]) => of === "debian").map(([, , name]) => name!))].sort();
}

export function triedTable(): string {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const debian: Record<string, string> = JSON.parse(readFileSync(DEBIAN_VERSIONS, "utf8"));
  const vendors = { ...VENDOR_PACKAGES, ...RUN_PACKAGES };
  const versionOf = (whole: string, of: string, name: string) => {
    const version =
      of === "npm" ? packages[`node_modules/${name}`]?.version : (of === "vendor" ? vendors : debian)[name];
    if (version === undefined)
      throw new Error(`${whole} has no version: name a package that the lock file, the vendors or Debian have`);
    return version;
  };
  const rows = TRIED.map(({ what, beside, by }) => [
    what,
    beside.replaceAll(NAMED, versionOf),
    by.map((one) => `\`${one}\``).join(", "),
  ]);
  return tableOf(["What", "Beside what", "By"], rows);
}
