// An expression of the mapping language once it is read: paths to try in their order, or a template with placeholders.

/** One step of a path: a key of an object and, where it reads as one, the index of a list. */
export interface Segment {
  key: string;
  /** The key as a list index; -1 when it is none. */
  index: number;
}

export interface Path {
  text: string;
  segments: Segment[];
}

/** A piece of a template: text as it stands, or a placeholder with its alternatives. */
export type Part = string | Path[];

export interface Template {
  kind: "template";
  text: string;
  lines: Part[][];
}

export interface Paths {
  kind: "paths";
  text: string;
  alternatives: Path[];
}

export type Expression = Paths | Template;

/** The alternatives of each placeholder, in their order. */
export function pathsOfPlaceholders({ lines }: Template): Path[][] {
  return lines.flat().filter((part) => typeof part !== "string");
}

/** Every path that an expression may look at. */
export function pathsOf(expression: Expression): Path[] {
  return expression.kind === "template" ? pathsOfPlaceholders(expression).flat() : expression.alternatives;
}

/** What is wrong with an expression, and at which character (from 1). */
export class ExpressionError extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.name = "ExpressionError";
    this.position = position;
  }
}
