// Reads an expression of the mapping language, once and in one pass: a path, alternatives of paths, or a template.

import { MAX_EXPRESSION, MAX_PLACEHOLDERS } from "../limits.ts";
import { type Expression, ExpressionError, type Part, type Path } from "./expression.ts";
import { PathScanner } from "./path-scanner.ts";

/**
 * An expression with a brace outside a quoted key is a template, where everything outside braces is text; any other is
 * a path, or alternatives of paths. Throws `ExpressionError`.
 */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION) {
    throw new ExpressionError(MAX_EXPRESSION + 1, `an expression has at most ${MAX_EXPRESSION} characters`);
  }
  if (text.trim() === "") throw new ExpressionError(1, 'the expression is empty; write a path such as "error.message"');
  const scanner = new PathScanner(text);
  return hasBraces(scanner)
    ? { kind: "template", text, lines: readTemplate(scanner) }
    : { kind: "paths", text, alternatives: scanner.alternatives(false) };
}

function hasBraces(scanner: PathScanner): boolean {
  for (let i = 0; i < scanner.text.length; i++) {
    const char = scanner.text[i];
    if (char === "{" || char === "}") return true;
    if (char === "[") i = Math.max(i, scanner.quotedEnd(i));
  }
  return false;
}

function readTemplate(scanner: PathScanner): Part[][] {
  let line: Part[] = [];
  const lines = [line];
  let placeholders = 0;
  while (scanner.next !== undefined) {
    if (scanner.next === "\n") {
      scanner.at++;
      line = [];
      lines.push(line);
    } else if (scanner.next === "{") {
      if (++placeholders > MAX_PLACEHOLDERS) scanner.fail(`a template has at most ${MAX_PLACEHOLDERS} placeholders`);
      line.push(readPlaceholder(scanner));
    } else line.push(readLiteral(scanner));
  }
  return lines;
}

function readLiteral(scanner: PathScanner): string {
  if (scanner.next === "}") scanner.fail('this "}" closes nothing; a placeholder is written {path}');
  const text = scanner.until("{}\n");
  return scanner.next === "\n" && text.endsWith("\r") ? text.slice(0, -1) : text;
}

function readPlaceholder(scanner: PathScanner): Path[] {
  const open = scanner.at++;
  if (scanner.next === "{") scanner.fail("one pair of braces is enough: {path}");
  scanner.skipSpace();
  if (scanner.next === "}") scanner.fail("a path is missing between the braces, as in {error.message}");
  const alternatives = scanner.next === undefined ? [] : scanner.alternatives(true);
  if (scanner.next !== "}") scanner.fail('this "{" is never closed; a placeholder is written {path}', open);
  scanner.at++;
  return alternatives;
}
