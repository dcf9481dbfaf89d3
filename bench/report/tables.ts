// The results as tables: as text for whoever ran it, as Markdown for the documentation.
import type { BenchResults, Chapter, Comparison, Reading, Spread } from "./figures.ts";
import { verdictOf } from "./figures.ts";

interface Table {
  title: string;
  header: string[];
  rows: string[][];
}

const CHAPTERS: Record<Chapter, string> = {
  least: "Beside the least that the work needs",
  growth: "With more issues, beside itself with fewer",
  peer: "Beside PocketBase, with 10,000 issues",
  workers: "Two workers beside one, all on both cores",
  disk: "On a slow disk, beside the disk as it is",
  cycles: "Cycles of 2,000 checks on 4 platforms, beside the same without cycles",
  cycleGrowth: "Cycles with more results, beside themselves with fewer",
  sessions: "People in the interface, beside keys and beside checking a password",
  builds: "People in the interface, beside another build",
  apps: "Lists over all apps with 30,000 issues among them, beside themselves with fewer apps",
  more: "Checks of a section, keys, people, cycles, the audit log and others, beside themselves with fewer",
  workspaces: "Many workspaces in one database, beside one",
};
const comparison = (size: string) =>
  [
    ["Work", "Database", size],
    ["Ours/s", "p50 ms", "p99 ms", "CPU s/1,000", "MB"],
    ["Beside", "Its/s", "Its CPU", "Ratio", "Middle half", "Bar", "Goal", ""],
  ].flat();
/** What the size of a database is a number of. */
const SIZED_BY: Partial<Record<Chapter, string>> = {
  cycles: "Results",
  cycleGrowth: "Results",
  apps: "Apps",
  more: "Of each",
  workspaces: "Workspaces",
};
const sizedBy = (chapter: Chapter) => SIZED_BY[chapter] ?? "Issues";
/** Processes that want a core when there are two. */
const BUSY = 1;
const READING = ["What", "Database", "Issues", "Unit", "Value", "Middle half", "Bar", "Goal", ""];

export function shownComparison(one: Comparison): string[] {
  const { work, database, size, ours, beside, theirs, ratio } = one;
  return [
    work,
    database,
    whole(size),
    whole(ours.rate.median),
    short(ours.p50),
    short(ours.p99),
    short(ours.cpuSecondsPer1000),
    whole(ours.memoryMb),
    beside,
    whole(theirs.rate.median),
    short(theirs.cpuSecondsPer1000),
    short(ratio.median),
    middle(ratio),
    ...aimed(one),
  ];
}

export function shownReading(one: Reading): string[] {
  const { what, database, size, unit, value } = one;
  return [what, database ?? "", whole(size), unit, short(value.median), middle(value), ...aimed(one)];
}

export function asText(results: BenchResults): string {
  const tables = tablesOf(results).map(({ title, header, rows }) => {
    const all = [header, ...rows];
    const widths = header.map((_, i) => Math.max(...all.map((row) => row[i]!.length)));
    const lines = all.map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join("  ")
        .trimEnd(),
    );
    return `${title}\n\n${lines.join("\n")}\n`;
  });
  return [described(results), ...tables, concluded(results)].join("\n");
}

/** `pictures` are shown above the tables, by path and words. */
export function asMarkdown(results: BenchResults, pictures: { path: string; words: string }[]): string {
  const tables = tablesOf(results).map(({ title, header, rows }) => {
    const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
    return [`### ${title}`, "", line(header), line(header.map(() => "---")), ...rows.map(line), ""].join("\n");
  });
  const shown = pictures.map(({ path, words }) => `![${words}](${path})\n`);
  return [described(results), concluded(results), ...shown, ...tables].join("\n");
}

function tablesOf({ comparisons, readings }: BenchResults): Table[] {
  const tables = (Object.keys(CHAPTERS) as Chapter[]).map((chapter) => ({
    title: CHAPTERS[chapter],
    header: comparison(sizedBy(chapter)),
    rows: comparisons.filter((one) => one.chapter === chapter).map(shownComparison),
  }));
  tables.push({ title: "Waiting, starting, memory", header: READING, rows: readings.map(shownReading) });
  return tables.filter(({ rows }) => rows.length > 0);
}

function described({ machine, slices, minutes }: BenchResults): string {
  const { processor, cores, memoryGb, system, kernel, node, sqlite, postgres } = machine;
  const databases = `SQLite ${sqlite}${postgres === null ? "" : `, PostgreSQL ${postgres}`}`;
  return `${processor}, ${cores} cores, ${memoryGb} GB; ${system}, Linux ${kernel}; Node ${node}, ${databases}.
Measured on ${machine.date} at commit ${machine.commit}: ${slices} slices each, ${minutes} minutes in all, load average before it ${machine.load}.${machine.load >= BUSY ? " Others kept it busy: even the ratios are rough." : ""}
`;
}

function concluded({ comparisons, readings }: BenchResults): string {
  const verdicts = [...comparisons, ...readings].map(verdictOf).filter((verdict) => verdict !== null);
  const missed = verdicts.filter((verdict) => verdict === "MISSED").length;
  const goals = verdicts.filter((verdict) => verdict === "goal").length;
  return `Of ${verdicts.length} bars ${verdicts.length - missed} are reached, ${missed} missed; of as many goals ${goals} are reached.\n`;
}

function aimed(one: Comparison | Reading): string[] {
  return one.aim === null ? ["", "", ""] : [short(one.aim.bar), short(one.aim.goal), verdictOf(one)!];
}

function middle({ low, high }: Spread): string {
  return low === high ? "" : `${short(low)} to ${short(high)}`;
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** A number in three significant digits. */
export function short(value: number): string {
  return value >= 100 ? whole(value) : String(Number(value.toPrecision(3)));
}
