// `npm run compatibility`: writes into docs/compatibility.md what was tried beside what, with the versions of the lock file and of the
// machine's Debian packages. Where there are none of Debian's, the versions that were noted before stay.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { DOCUMENT, documentWith } from "./compatibility/document-table.ts";
import { DEBIAN_VERSIONS, debianPackages, triedTable } from "./compatibility/tried-table.ts";

const known: Record<string, string> = JSON.parse(readFileSync(DEBIAN_VERSIONS, "utf8"));
const noted = debianPackages().map((name) => [name, debianVersion(name) ?? known[name]]);
writeFileSync(DEBIAN_VERSIONS, `${JSON.stringify(Object.fromEntries(noted), null, 2)}\n`);
writeFileSync(DOCUMENT, documentWith("others", triedTable()));

/** Of what is installed, else of what would be. An epoch and what Debian adds say nothing about the program. */
function debianVersion(name: string): string | undefined {
  const { stdout } = spawnSync("apt-cache", ["policy", name], { encoding: "utf8" });
  const found = /Installed: (?!\(none\))(\S+)/.exec(stdout ?? "") ?? /Candidate: (?!\(none\))(\S+)/.exec(stdout ?? "");
  return found?.[1]?.replace(/^\d+:/, "").replace(/[-+~](?:ds|dfsg|\d|deb|b\d).*$/, "");
}
