// Why a point of TAP failed: what stands in YAML behind it, or in comments.
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { MAX_CASE_TEXT, messageOf } from "../reading/report-reader.ts";
import type { TapLine } from "./tap-line.ts";

/** How far a block may be indented behind its point: two blanks by the specification, four by Vitest. */
const DEEPEST = 4;

export class TapExplanation {
  private readonly one: TestCase;
  private readonly indent: number;
  /** The assertion that was named, where a test has several. */
  private readonly assertion: string;
  /** Where its block begins; null outside of one. */
  private block: { indent: number; text: string } | null = null;
  private comments = "";
  private isOver = false;

  constructor(one: TestCase, indent: number, assertion: string) {
    this.one = one;
    this.indent = indent;
    this.assertion = assertion;
    if (this.hasFailed) one.message = messageOf(assertion);
  }

  private get hasFailed(): boolean {
    return this.one.outcome === "failed";
  }

  /** Reads a line; true if it belongs to the explanation. */
  take(line: string, indent: number, read: TapLine): boolean {
    if (this.isOver) return false;
    if (this.block !== null) {
      this.takeInBlock(this.block, line, indent, read);
      return true;
    }
    const further = indent - this.indent;
    if (read.kind === "block" && read.isStart && further >= 2 && further <= DEEPEST) {
      this.block = { indent, text: "" };
      return true;
    }
    if (read.kind !== "comment" || further !== 0 || !this.hasFailed) return false;
    if (this.comments.length < MAX_CASE_TEXT) {
      this.comments += `${read.text.slice(0, MAX_CASE_TEXT).trim()}\n`;
      this.one.message = messageOf(this.with(this.comments));
    }
    return true;
  }

  private takeInBlock(block: { indent: number; text: string }, line: string, indent: number, read: TapLine): void {
    if (read.kind === "block" && !read.isStart && indent === block.indent) {
      if (this.hasFailed) this.one.message = messageOf(this.with(whyOf(block.text)));
      this.block = null;
      this.isOver = true;
    } else if (block.text.length < MAX_CASE_TEXT) {
      block.text += `${line.slice(block.indent, block.indent + MAX_CASE_TEXT)}\n`;
    }
  }

  private with(why: string): string {
    return this.assertion === "" ? why : `${this.assertion}: ${why}`;
  }
}

/** The message of an explanation in YAML, or all of it. */
function whyOf(block: string): string {
  const found =
    /^ *message: *(.*)((?:\n(?: +.*)?)*)/m.exec(block) ?? /^error: *(?=\S)(.*)((?:\n(?: +.*)?)*)/m.exec(block);
  if (found === null) return block;
  const [, first, more] = found;
  if (/^[|>][-+]?$/.test(first!)) return more!.replaceAll(/\n */g, "\n").trim();
  return first!.replace(/^(["'])(.*)\1$/s, "$2");
}
