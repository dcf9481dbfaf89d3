// Reads TAP 13 and 14, line by line: points, their explanations, and tests within tests.
import { MAX_CASES } from "../../../../domain/limits.ts";
import type { CaseOutcome, TestCase } from "../../../../domain/results/test-case.ts";
import { caseName, type RunReader, WrongRun } from "../reading/report-reader.ts";
import { TapExplanation } from "./tap-explanation.ts";
import { addPoint, newLevel, type TapLevel } from "./tap-level.ts";
import { readTapLine, type TapPoint } from "./tap-line.ts";

const MAX_DEPTH = 20;
const INDENT = 4;
/** Longer lines are output of a test. */
const MAX_LINE = 65_536;

export class TapReader implements RunReader {
  readonly cases: TestCase[] = [];
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private readonly levels: TapLevel[] = [newLevel()];
  private rest = "";
  private line = 0;
  private count = 0;
  private hasVersion = false;
  /** The explanation of the last point. */
  private explanation: TapExplanation | null = null;
  /** Tape and its kin name a test in a comment, and its points after what each asserts. */
  private heading = "";

  feed(bytes: Uint8Array): void {
    const lines = (this.rest + this.decode(bytes, true)).split("\n");
    this.rest = lines.pop()!;
    for (const line of lines) this.readLine(line);
    if (this.rest.length > MAX_LINE) this.rest = this.rest.slice(0, MAX_LINE);
  }

  end(): void {
    this.readLine(this.rest + this.decode(new Uint8Array(), false));
    this.closeBlock(0);
    this.closeDeeperThan(0);
    const { plan, points, highest, cases } = this.levels[0]!;
    if (plan === null) throw new WrongRun("The file has no plan (1..N): it is no TAP, or not whole.");
    if (points !== plan || highest > plan) {
      throw new WrongRun(
        `The plan is 1..${plan}, the file has ${points} tests: the run broke off, or printed others' lines.`,
      );
    }
    for (const one of cases) this.cases.push(one);
  }

  private decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.decoder.decode(bytes, { stream });
    } catch {
      throw new WrongRun("The file is not UTF-8 text: save it as UTF-8.");
    }
  }

  private readLine(whole: string): void {
    this.line++;
    const line = whole.slice(0, MAX_LINE).trimEnd();
    const text = line.trimStart();
    const indent = line.length - text.length;
    const read = readTapLine(text);
    if (this.explanation?.take(line, indent, read) === true || indent % INDENT !== 0) return;
    if (read.kind === "bail") {
      throw new WrongRun(
        `line ${this.line}: the run was given up (Bail out!): ${caseName(read.why) || "nobody says why"}.`,
      );
    }
    if (read.kind === "version") this.hasVersion = true;
    if (read.kind === "comment" && indent === 0) this.readComment(read.text);
    if (read.kind === "close") this.closeBlock(indent / INDENT);
    if (read.kind !== "plan" && read.kind !== "point") return;
    const level = this.levelAt(indent / INDENT);
    if (level === undefined) return;
    if (read.kind === "plan") level.plan ??= read.count;
    else this.readPoint(level, indent, read);
  }

  private readComment(text: string): void {
    const isSubtest = /^ Subtest:/.test(text);
    if (isSubtest || !this.hasVersion || this.levels[0]!.plan !== null) this.heading = "";
    else if (/^ \S/.test(text)) this.heading = caseName(text);
  }

  /** The level at this depth; deeper lines are output of a test. */
  private levelAt(depth: number): TapLevel | undefined {
    if (depth > MAX_DEPTH) return undefined;
    while (this.levels.length <= depth) this.levels.push(newLevel());
    return this.levels[depth];
  }

  private readPoint(level: TapLevel, indent: number, point: TapPoint): void {
    const depth = indent / INDENT;
    this.closeBlock(depth);
    this.closeDeeperThan(depth + 1);
    const within = this.levels.length > depth + 1 ? this.levels.pop()! : null;
    level.points++;
    level.highest = Math.max(level.highest, point.number ?? level.points);
    if (++this.count > MAX_CASES)
      throw new WrongRun(`line ${this.line}: more than ${MAX_CASES} tests: split the file.`);
    const one = this.caseOf(point, depth);
    this.explanation = new TapExplanation(one, indent, one.tags[0] ?? "");
    if (point.opens) level.opened = one;
    else addPoint(level, one, within);
  }

  private caseOf({ name: written, isOk, directive, hasDash }: TapPoint, depth: number): TestCase {
    const outcome: CaseOutcome = directive !== null ? "skipped" : isOk ? "passed" : "failed";
    const name = caseName(written);
    const heading = depth === 0 ? this.heading : "";
    const isAssertion = heading !== "" && !hasDash;
    return {
      name: isAssertion ? heading : name,
      suites: heading === "" || isAssertion || heading === name ? [] : [heading],
      outcome,
      checks: [],
      tags: isAssertion && name !== "" ? [name] : [],
      platforms: [],
      projects: [],
      message: null,
      line: this.line,
    };
  }

  /** What stands in the braces of the last point at this depth, or in deeper ones, is whole. */
  private closeBlock(depth: number): void {
    for (let at = this.levels.length - 1; at >= depth; at--) {
      const level = this.levels[at]!;
      if (level.opened === null) continue;
      const one = level.opened;
      level.opened = null;
      this.closeDeeperThan(at + 1);
      addPoint(level, one, this.levels.length > at + 1 ? this.levels.pop()! : null);
    }
  }

  /** Subtests that no point sums up are the run's own as far as it goes: they were not finished, and count for nothing. */
  private closeDeeperThan(depth: number): void {
    this.levels.length = Math.min(this.levels.length, depth + 1);
  }
}
