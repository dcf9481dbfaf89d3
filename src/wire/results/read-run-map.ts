// Reads a mapping (retest.map.yaml): `checks`, from patterns to checks, `platforms`, from projects to platforms, and `statuses`, from
// words to outcomes.
import { MAX_RUN_MAP_BYTES, MAX_RUN_RULES } from "../../domain/limits.ts";
import type { RunMap, RunRule } from "../../domain/results/run-map.ts";
import type { CaseOutcome } from "../../domain/results/test-case.ts";
import { Mistake, placer, type Tree } from "../../lib/formats/text-tree.ts";
import { readYamlTree } from "../../lib/formats/yaml-tree.ts";
import { decodeText } from "../../lib/text/decode-text.ts";
import { quote } from "../../lib/text/text.ts";
import { namesIn, WrongRun } from "./reports/reading/report-reader.ts";

const OUTCOMES: readonly CaseOutcome[] = ["passed", "failed", "skipped"];
const MAX_DEPTH = 5;
const LONGEST_PATTERN = 300;

/** Throws `WrongRun` with the line. */
export function readRunMap(bytes: Uint8Array): RunMap {
  if (bytes.length > MAX_RUN_MAP_BYTES) throw new WrongRun(`map: more than ${MAX_RUN_MAP_BYTES} bytes.`);
  const text = decodeText(bytes);
  if (text === null) throw new WrongRun("map: it is not UTF-8 text.");
  const placeOf = placer(text);
  try {
    return mapIn(readYamlTree(text, MAX_DEPTH), (at) => placeOf(at).line);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const { line, column } = placeOf(error.at);
    throw new WrongRun(`map, line ${line}, column ${column}: ${error.message}.`);
  }
}

function mapIn(tree: Tree, lineOf: (at: number) => number): RunMap {
  const map: RunMap = { checks: [], platforms: [], statuses: [] };
  const what = "the names checks, platforms and statuses, each with patterns below it";
  for (const { key, keyAt, value } of entriesOf(tree, what)) {
    if (key === "checks") map.checks = rulesIn(value, lineOf, requireText, '"Cart > *": CART-1');
    else if (key === "platforms") map.platforms = rulesIn(value, lineOf, codesIn, "Mobile Safari: ios");
    else if (key === "statuses") map.statuses = rulesIn(value, lineOf, outcomeIn, "Accepted: passed");
    else throw new Mistake(keyAt, `unknown ${quote(key)}: a mapping has checks, platforms and statuses`);
  }
  return map;
}

function rulesIn<Meant>(
  tree: Tree,
  lineOf: (at: number) => number,
  read: (tree: Tree) => Meant,
  example: string,
): RunRule<Meant>[] {
  const entries = entriesOf(tree, `patterns, as in ${example}`);
  if (entries.length > MAX_RUN_RULES) throw new Mistake(tree.at, `more than ${MAX_RUN_RULES} patterns`);
  return entries.map(({ key, keyAt, value }) => {
    if (key.trim() === "") throw new Mistake(keyAt, "expected a pattern");
    if (key.length > LONGEST_PATTERN) throw new Mistake(keyAt, `a pattern has at most ${LONGEST_PATTERN} characters`);
    // Many stars in a row say no more than one.
    return { pattern: key.replaceAll(/\*+/g, "*"), meant: read(value), line: lineOf(keyAt) };
  });
}

function entriesOf(tree: Tree, what: string) {
  if (tree.kind === "leaf" && tree.value === null) return [];
  if (tree.kind !== "fields") throw new Mistake(tree.at, `expected ${what}`);
  return tree.entries;
}

function requireText(tree: Tree): string {
  const text = tree.kind === "leaf" && tree.value !== null ? String(tree.value).trim() : "";
  if (text === "") throw new Mistake(tree.at, "expected the id, ref or title of a check");
  return text;
}

function outcomeIn(tree: Tree): CaseOutcome {
  const said = OUTCOMES.find((outcome) => tree.kind === "leaf" && tree.value === outcome);
  if (said === undefined) throw new Mistake(tree.at, `expected ${OUTCOMES.join(", ")}`);
  return said;
}

/** Codes written as `web`, `web, ios` or a list. */
function codesIn(tree: Tree): string[] {
  const texts = tree.kind === "list" ? tree.items : [tree];
  const codes = texts.flatMap((one) => (one.kind === "leaf" && one.value !== null ? namesIn(String(one.value)) : []));
  if (codes.length === 0 || texts.some(({ kind }) => kind !== "leaf")) {
    throw new Mistake(tree.at, "expected the code of a platform, or a list of them");
  }
  return codes;
}
