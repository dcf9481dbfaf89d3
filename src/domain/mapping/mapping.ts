// The mapping language: expressions are read once, when they are saved, and evaluated against each payload.
import { Fault } from "../fault.ts";
import {
  type Expression,
  ExpressionError,
  type Path,
  type Paths,
  pathsOfPlaceholders,
  type Template,
} from "./expression.ts";
import { fillTemplate } from "./fill-template.ts";
import { MAPPING_KEYS, type MappingKey } from "./mapping-keys.ts";
import { parseExpression } from "./parse-expression.ts";
import { type Accept, asShown, asText, asWords, type Payload, valueAt } from "./value-at-path.ts";
import type { Words } from "./words.ts";

export type Mapping = Partial<Record<MappingKey, string | null>> & { words?: Words | null };
export type CompiledMapping = Partial<Record<Exclude<MappingKey, "items">, Expression>> & { items?: Paths };

/** A value and the path that supplied it; null when a template put it together. */
export interface Found<Value> {
  value: Value;
  path: Path | null;
}

/** Blank expressions count as none. Throws `invalid_request` naming the key and the position of the mistake. */
export function compileMapping(mapping: Mapping): CompiledMapping {
  const compiled: CompiledMapping = {};
  for (const key of MAPPING_KEYS) {
    const text = mapping[key] ?? "";
    if (text.trim() === "") continue;
    if (key === "items") compiled.items = compileItems(text);
    else compiled[key] = compile(key, text);
  }
  return compiled;
}

function compile(key: MappingKey, text: string): Expression {
  try {
    return parseExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw mistakeIn(key, error);
  }
}

/** A template puts a text together, and no text is a list. */
function compileItems(text: string): Paths {
  const expression = compile("items", text);
  if (expression.kind === "paths") return expression;
  const message = 'the list of items is named by a path, such as "alerts", and not by a template';
  throw mistakeIn("items", new ExpressionError(text.search(/[{}]/) + 1, message));
}

function mistakeIn(key: MappingKey, { position, message }: ExpressionError): Fault {
  return new Fault("invalid_request", `mapping.${key}: at character ${position}: ${message}.`);
}

/** The text that an expression finds. */
export function readText(expression: Expression, payload: Payload): Found<string> | undefined {
  return read(expression, payload, asText);
}

/** The text, or the list of texts, that an expression finds. */
export function readWords(expression: Expression, payload: Payload): Found<string | string[]> | undefined {
  return read<string | string[]>(expression, payload, asWords);
}

/**
 * The first alternative with a value; `accept` says what is one. Values are never read as expressions again. Of what a
 * template puts together no more is read than a text can hold, or `limit`.
 */
export function read<Value>(
  expression: Expression,
  payload: Payload,
  accept: Accept<Value>,
  limit?: number,
): Found<Value | string> | undefined {
  if (expression.kind === "paths") return first(expression.alternatives, payload, accept);
  const lookUp = (alternatives: Path[]) => first(alternatives, payload, asShown)?.value;
  const text = fillTemplate(expression.lines, lookUp, limit);
  return text === undefined ? undefined : { value: text, path: null };
}

/** The paths that a template's placeholders took, in their order and once each. */
export function pathsTaken(template: Template, payload: Payload): string[] {
  const taken = pathsOfPlaceholders(template).flatMap(
    (alternatives) => first(alternatives, payload, asShown)?.path ?? [],
  );
  return [...new Set(taken.map((path) => path.text))];
}

/** The first list that one of the paths leads to. */
export function readList({ alternatives }: Paths, payload: Payload): readonly unknown[] | undefined {
  return first(alternatives, payload, (value) => (Array.isArray(value) ? (value as unknown[]) : undefined))?.value;
}

function first<Value>(
  alternatives: Path[],
  payload: Payload,
  accept: Accept<Value>,
): (Found<Value> & { path: Path }) | undefined {
  for (const path of alternatives) {
    const value = accept(valueAt(payload, path), payload);
    if (value !== undefined) return { value, path };
  }
  return undefined;
}
