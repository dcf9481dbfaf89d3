// Reads a runbook from the bytes of a file: YAML, JSON, or CSV.
import { isUtf8 } from "node:buffer";
import type { RunbookFile } from "../../domain/runbook/runbook-file.ts";
import { separatorOf } from "../../lib/formats/csv.ts";
import { readJsonTree } from "../../lib/formats/json-tree.ts";
import { Mistake, placer } from "../../lib/formats/text-tree.ts";
import { readYamlTree } from "../../lib/formats/yaml-tree.ts";
import type { RunbookFormat } from "./runbook-format.ts";
import { CSV_COLUMNS, runbookFromCsv } from "./runbook-from-csv.ts";
import { runbookFromTree } from "./runbook-from-tree.ts";

/** Plain data: it may come from another thread. */
export type RunbookReading = { file: RunbookFile } | { wrong: string };

/** A runbook is six levels deep. */
const MAX_DEPTH = 20;

/** `format` is null when nobody said which it is. */
export function readRunbook(bytes: Uint8Array, format: RunbookFormat | null): RunbookReading {
  if (!isUtf8(bytes)) return { wrong: "The file is not UTF-8 text: save it as UTF-8." };
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === "") return { wrong: "The file is empty: send a runbook as YAML, JSON or CSV." };
  const placeOf = placer(text);
  try {
    const kind = format ?? formatOf(text);
    if (kind === "csv") return { file: runbookFromCsv(text, placeOf) };
    const tree = kind === "json" ? readJsonTree(text, MAX_DEPTH) : readYamlTree(text, MAX_DEPTH);
    return { file: runbookFromTree(tree, placeOf) };
  } catch (error) {
    const mistakes = Array.isArray(error) ? (error as Mistake[]) : [error];
    if (!mistakes.every((one) => one instanceof Mistake)) throw error;
    const told = mistakes.map(({ at, message }) => {
      const { line, column } = placeOf(Math.min(at, text.length));
      return `line ${line}, column ${column}: ${message}`;
    });
    const sentence = told.join("; ");
    return { wrong: sentence.endsWith("?") ? sentence : `${sentence}.` };
  }
}

/** What the bytes look like: an object is JSON, a first line of our column names is CSV, all else is YAML. */
function formatOf(text: string): RunbookFormat {
  const start = text.trimStart();
  if (start.startsWith("{")) return "json";
  const [line] = start.slice(0, 10_000).split(/[\r\n]/, 1);
  const cells = line!.split(separatorOf(start)).map((cell) => cell.trim().replaceAll('"', "").toLowerCase());
  const known = CSV_COLUMNS.filter((column) => cells.includes(column));
  return cells.length > 1 && known.length > 1 ? "csv" : "yaml";
}
