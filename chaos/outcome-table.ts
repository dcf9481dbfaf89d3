// What came of the faults: a table to read, a file for machines, and the figures in docs/reliability.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { DatabaseSync } from "@photostructure/sqlite";
import { postgresVersion } from "../test/support/database/postgres-server.ts";
import type { DatabaseKind } from "../test/support/server/test-server.ts";
import { FAULTS } from "./all-faults.ts";

export interface Finding {
  fault: string;
  database: DatabaseKind;
  rounds: number;
  does: string;
  invariant: string;
  happened: string;
  verdict: "held" | "BROKEN" | "not run";
  seconds: number;
  at: string;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KEPT = `${ROOT}docs/reliability.json`;
const DOCUMENT = `${ROOT}docs/reliability.md`;
const SCRATCH = `${ROOT}.chaos`;
const [BEGIN, END] = ["<!-- figures: written by npm run chaos -->", "<!-- end of figures -->"];

export function printFindings(findings: Finding[]): void {
  const rows = [["fault", "database", "rounds", "s", "", "what happened"]];
  for (const { fault, database, rounds, seconds, verdict, happened } of findings)
    rows.push([fault, database, String(rounds), String(seconds), verdict, happened]);
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  for (const row of rows) console.log(row.map((text, i) => (i === 5 ? text : text.padEnd(widths[i]!))).join("  "));
}

/** Keeps findings: in the docs each fault with its last run, or only in a file beside them. */
export function keepFindings(findings: Finding[], isKept: boolean): void {
  mkdirSync(SCRATCH, { recursive: true });
  const machine = machineOf();
  writeFileSync(`${SCRATCH}/last.json`, JSON.stringify({ machine, findings }, null, 2));
  writeFileSync(`${SCRATCH}/last.md`, markdown(findings, machine));
  if (!isKept) return;
  const before: Finding[] = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")).findings : [];
  const all = [...before, ...findings];
  const order = FAULTS.flatMap(({ name }) => [`${name} sqlite`, `${name} postgres`]);
  const latest = order.flatMap((one) => all.findLast(({ fault, database }) => `${fault} ${database}` === one) ?? []);
  writeFileSync(KEPT, `${JSON.stringify({ machine, findings: latest }, null, 2)}\n`);
  const [head, tail] = readFileSync(DOCUMENT, "utf8").split(new RegExp(`${BEGIN}[\\s\\S]*${END}`));
  writeFileSync(DOCUMENT, `${head}${BEGIN}\n${markdown(latest, machine)}${END}${tail}`);
}

function markdown(findings: Finding[], machine: string): string {
  const rows = findings.map(({ fault, database, rounds, happened, invariant, verdict, at }) =>
    [fault, database, sizeOf(fault, database, rounds), happened, invariant, verdict, at.slice(0, 10)].map((text) =>
      text.replaceAll("|", "\\|"),
    ),
  );
  const head = ["Fault", "Database", "Rounds", "What happened", "Invariant", "", "Run on"];
  const lines = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${machine}\n\n${lines.join("\n")}\n`;
}

/** The size of a run; a smaller one is shown beside a whole one's. */
function sizeOf(name: string, database: DatabaseKind, rounds: number): string {
  const whole = FAULTS.find((fault) => fault.name === name)?.rounds[database] ?? rounds;
  return rounds === whole ? String(rounds) : `${rounds} of ${whole}`;
}

function machineOf(): string {
  const db = new DatabaseSync(":memory:");
  const { version } = db.prepare("select sqlite_version() as version").get() as { version: string };
  db.close();
  const system = /PRETTY_NAME="(.*)"/.exec(
    existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "",
  );
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${memory} GB, ${system?.[1] ?? process.platform}, kernel ${release()}, Node ${process.version}, SQLite ${version}, PostgreSQL ${postgresVersion()}.`;
}
