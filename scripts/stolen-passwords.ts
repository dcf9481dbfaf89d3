// Makes the list of stolen passwords anew (src/domain/access/stolen-password-hashes.ts) from lists with one password a line:
// `npx tsx scripts/stolen-passwords.ts FILE…`
import { readFileSync, writeFileSync } from "node:fs";
import { plain, ruleProblem } from "../src/domain/access/password.ts";
import { stolenHash } from "../src/domain/access/stolen-passwords.ts";

const FILE = "src/domain/access/stolen-password-hashes.ts";
const PER_LINE = 40;

const hashes = new Set<string>();
for (const file of process.argv.slice(2)) {
  for (const password of readFileSync(file, "utf8").split(/\r?\n/)) {
    if (ruleProblem(password) === null) hashes.add(stolenHash(plain(password)));
  }
}
const sorted = [...hashes].sort();
const lines: string[] = [];
for (let i = 0; i < sorted.length; i += PER_LINE) lines.push(sorted.slice(i, i + PER_LINE).join(""));
const [head] = readFileSync(FILE, "utf8").split("`", 1);
writeFileSync(FILE, `${head}\`\n${lines.join("\n")}\n\`;\n`);
