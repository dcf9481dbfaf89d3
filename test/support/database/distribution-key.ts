// Which of its tables a statement tells the workspace, by which their rows would be spread over machines (docs/scale.md). Each table is told
// it by itself, also in a sub-select: the router of the machines takes nothing for granted.
import { TABLES } from "../../../src/storage/migrations/all.ts";

/** Tables that every machine has a copy of: they say where a secret's workspace is, and what it may. */
const ON_EVERY_MACHINE = ["key", "key_secret", "secret_check", "session", "webhook", "workspace"];
const SPREAD = new Set(TABLES.map(bare).filter((table) => !ON_EVERY_MACHINE.includes(table)));

/** Words that follow a table where it has no other name in the statement. */
const NO_ALIAS = /^(?:where|on|set|join|left|cross|inner|order|group|limit|values|using|union|for|offset|returning)$/;

interface Named {
  table: string;
  /** What it is called in its part of the statement. */
  alias: string;
}

/** Whether it reads or writes rows that are spread. */
export function isOfRows(text: string): boolean {
  return (
    /^(?:select .* from|insert|update|delete|with) /s.test(text) && partsOf(text).some((part) => named(part).length > 0)
  );
}

/** The tables that a statement names without saying which workspace's rows it means, each once. */
export function tablesWithoutKey(text: string): string[] {
  const missing = partsOf(text).flatMap((part) => named(part).filter((one, i) => !isTold(part, one, i === 0)));
  return [...new Set(missing.map(({ table }) => table))].sort();
}

/** What it does, its tables, and the columns by which it finds rows. */
export function inShort(text: string): string {
  const verb = /^\w+/.exec(text)![0];
  const tables = [
    ...new Set(
      partsOf(text)
        .toReversed()
        .flatMap((part) => named(part).map(({ table }) => table)),
    ),
  ].join(" ");
  if (verb === "insert") return `insert ${tables}`;
  const found = text
    .replace(/^update .*? where /s, "")
    .matchAll(/(?:\w+\.)?(\w+) (?:=|<=|>|in) (?:\$|\(\$|any|new\.|asked\.|wanted\.)/g);
  return [verb, tables, "by", ...new Set([...found].map(([, column]) => column))].join(" ");
}

/** The statement and each sub-select in it, the innermost first, without those that are inside of it. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  for (;;) {
    const inner = /\((?:select|with)\b(?:[^()]|\((?!select\b|with\b)[^()]*(?:\([^()]*\)[^()]*)*\))*\)/.exec(rest);
    if (inner === null) return [...parts, rest];
    parts.push(inner[0].slice(1, -1));
    rest = rest.replace(inner[0], "()");
  }
}

/** Its tables whose rows are spread, in their order. */
function named(part: string): Named[] {
  const all = part.matchAll(/\b(?:from|join|into|update|using) "?([a-z_]+)"?(?:(?= (?:as )?"?([a-z_]+)"?)|)/g);
  return [...all].flatMap(([, table, next]) => {
    if (!SPREAD.has(table!)) return [];
    return [{ table: table!, alias: next === undefined || NO_ALIAS.test(next) ? table! : next }];
  });
}

/** By a condition, or as a value of a row that is put in. A name without its table is of the first. */
function isTold(part: string, { alias }: Named, isFirst: boolean): boolean {
  if (part.startsWith("insert")) return /^insert into "?\w+"? \([^)]*\bworkspace_id\b/.test(part);
  const conditions = part.slice(part.search(/\b(?:where|on)\b/));
  const of = isFirst ? `(?:(?<![.\\w])|\\b"?${alias}"?\\.)` : `\\b"?${alias}"?\\.`;
  return new RegExp(`${of}workspace_id (?:=|in) `).test(conditions);
}

function bare(table: string): string {
  return table.replaceAll('"', "");
}
