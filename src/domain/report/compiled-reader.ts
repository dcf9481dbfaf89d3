// A webhook's way of reading payloads, made ready once: for each thing the expressions to try, one after the other.

import type { Expression, Paths } from "../mapping/expression.ts";
import { type CompiledMapping, compileMapping, type Mapping } from "../mapping/mapping.ts";
import type { MappingKey } from "../mapping/mapping-keys.ts";
import { parseExpression } from "../mapping/parse-expression.ts";
import { NO_WORDS, type Words, type WordTables, wordTables } from "../mapping/words.ts";
import { type Expressions, NATIVE, type Preset, type PresetName, type ReportField } from "./preset.ts";

/** Who gave the expression that says where to look. */
export type FieldOrigin = "mapping" | "preset" | "native";

export interface Candidate {
  from: FieldOrigin;
  expression: Expression;
}

export interface ReportReader {
  /** The tool's name, where the preset knows it. */
  source: string | null;
  candidates: Record<ReportField, Candidate[]>;
  /** Where the payload has a list of which each item is a report of its own; null to read it as one. */
  items: Paths | null;
  /** Where the payload says what kind of message it is, of which some report nothing; null to take each for a report. */
  ignored: Expression | null;
  words: WordTables;
  recoveredTitle: RegExp | null;
}

const REPORT_FIELDS = Object.keys(NATIVE) as ReportField[];

/** What a mapping calls the things that it may say. */
const KEY_OF: Partial<Record<ReportField, Exclude<MappingKey, "items" | "ignored">>> = {
  title: "title",
  description: "description",
  link: "link",
  external_id: "external_id",
  priority: "priority",
  platforms: "platform",
  recovered: "recovered",
  check: "check",
  section: "section",
};

const READY = new Map<PresetName, ReportReader>();

/** The mapping counts with the preset `custom` only. Throws `invalid_request` for a bad expression. */
export function compileReader(preset: Preset, mapping: Mapping | null): ReportReader {
  if (preset.name === "custom" && mapping !== null)
    return readerOf({ ...preset, ...wordsOf(mapping) }, compileMapping(mapping));
  const reader = READY.get(preset.name) ?? readerOf(preset, {});
  READY.set(preset.name, reader);
  return reader;
}

function wordsOf({ words }: Mapping): { words?: Words } {
  return words == null ? {} : { words };
}

function readerOf({ source, expressions, words, recoveredTitle }: Preset, mapping: CompiledMapping): ReportReader {
  const candidates = {} as Record<ReportField, Candidate[]>;
  for (const field of REPORT_FIELDS) {
    candidates[field] = [
      ...mapped(mapping, field),
      ...parsed("preset", expressions, field),
      ...parsed("native", NATIVE, field),
    ];
  }
  return {
    source,
    candidates,
    items: mapping.items ?? null,
    ignored: mapping.ignored ?? null,
    words: words === undefined ? NO_WORDS : wordTables(words),
    recoveredTitle: recoveredTitle ?? null,
  };
}

function mapped(mapping: CompiledMapping, field: ReportField): Candidate[] {
  const key = KEY_OF[field];
  const expression = key === undefined ? undefined : mapping[key];
  return expression === undefined ? [] : [{ from: "mapping", expression }];
}

function parsed(from: FieldOrigin, expressions: Expressions, field: ReportField): Candidate[] {
  return (expressions[field] ?? []).map((text) => ({ from, expression: parseExpression(text) }));
}
