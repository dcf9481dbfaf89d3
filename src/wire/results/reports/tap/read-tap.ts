// Reads TAP 13 and 14, line by line: points, their explanations, and tests within tests.
import { MAX_CASES } from "../../../../domain/limits.ts";
import type { CaseOutcome, TestCase } from "../../../../domain/results/test-case.ts";
import { caseName, MAX_CASE_TEXT, messageOf, type RunReader, WrongRun } from "../reading/report-reader.ts";
import { readTapLine, type TapLine } from "./tap-line.ts";

const MAX_DEPTH = 20;
const INDENT = 4;
/** A longer line is what a test printed. */
const MAX_LINE = 65_536;

/** The points of one test, at one depth. */
interface Level {
  plan: number | null;
  points: number;
  highest: number;
  cases: TestCase[];
}

export class TapReader implements RunReader {
  readonly cases: TestCase[] = [];
  private readonly decoder = new TextDecoder("utf-8", { fatal: true });
  private readonly levels: Level[] = [newLevel()];
  private rest = "";
  private line = 0;
  private count = 0;
  /** The case that an explanation would belong to, and how far that is indented. */
  private explained: { one: TestCase; indent: number; text: string | null } | null = null;

  feed(bytes: Uint8Array): void {
    const lines = (this.rest + this.decode(bytes, true)).split("\n");
    this.rest = lines.pop()!;
    for (const line of lines) this.readLine(line);
    if (this.rest.length > MAX_LINE) this.rest = this.rest.slice(0, MAX_LINE);
  }

  end(): void {
    this.readLine(this.rest + this.decode(new Uint8Array(), false));
    this.closeDeeperThan(0);
    const { plan, points, highest, cases } = this.levels[0]!;
    if (plan === null) throw new WrongRun("The file has no plan (1..N): it is no TAP, or not whole.");
    if (points !== plan || highest > plan) {
      throw new WrongRun(
        `The plan is 1..${plan}, the file has ${points} tests: the run broke off, or printed others' lines.`,
      );
    }
    this.cases.push(...cases);
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
    if (this.readExplanation(line, indent, read)) return;
    if (read.kind === "bail" && indent % INDENT === 0) {
      throw new WrongRun(
        `line ${this.line}: the run was given up (Bail out!): ${caseName(read.why) || "nobody says why"}.`,
      );
    }
    if (indent % INDENT !== 0 || (read.kind !== "plan" && read.kind !== "point")) return;
    const level = this.levelAt(indent / INDENT);
    if (level === undefined) return;
    if (read.kind === "plan") level.plan ??= read.count;
    else this.readPoint(level, indent, read);
  }

  /** True for a line of an explanation, which stands between `---` and `...` behind its point. */
  private readExplanation(line: string, indent: number, read: TapLine): boolean {
    const { explained } = this;
    if (explained === null) return false;
    const isBlock = read.kind === "block" && indent === explained.indent + 2;
    if (explained.text === null) {
      if (isBlock && read.isStart) explained.text = "";
      return explained.text !== null;
    }
    if (isBlock && !read.isStart) {
      if (explained.one.outcome === "failed") explained.one.message = messageOf(whyOf(explained.text));
      this.explained = null;
    } else if (explained.text.length < MAX_CASE_TEXT) {
      explained.text += `${line.slice(explained.indent + 2, explained.indent + MAX_CASE_TEXT)}\n`;
    }
    return true;
  }

  /** What is deeper than that is what a test printed. */
  private levelAt(depth: number): Level | undefined {
    if (depth > MAX_DEPTH) return undefined;
    while (this.levels.length <= depth) this.levels.push(newLevel());
    return this.levels[depth];
  }

  private readPoint(level: Level, indent: number, point: Extract<TapLine, { kind: "point" }>): void {
    const depth = indent / INDENT;
    this.closeDeeperThan(depth + 1);
    const within = this.levels.length > depth + 1 ? this.levels.pop()! : null;
    level.points++;
    level.highest = Math.max(level.highest, point.number ?? level.points);
    if (++this.count > MAX_CASES)
      throw new WrongRun(`line ${this.line}: more than ${MAX_CASES} tests: split the file.`);
    const outcome: CaseOutcome = point.directive !== null ? "skipped" : point.isOk ? "passed" : "failed";
    const name = caseName(point.name);
    const one: TestCase = {
      name,
      suites: [],
      outcome,
      checks: [],
      tags: [],
      platforms: [],
      projects: [],
      message: null,
      line: this.line,
    };
    this.explained = { one, indent, text: null };
    // Without a plan they are no subtests: a test has printed what looks like points.
    const subtests = within?.plan == null ? [] : within.cases;
    for (const subtest of subtests) {
      if (name !== "") subtest.suites.unshift(name);
      if (outcome === "skipped" && subtest.outcome === "failed") Object.assign(subtest, { outcome, message: null });
    }
    level.cases.push(...subtests);
    const sumsUp =
      subtests.length > 0 && (outcome !== "failed" || subtests.some((subtest) => subtest.outcome === "failed"));
    if (!sumsUp) level.cases.push(one);
  }

  /** Subtests that no point sums up are the run's own as far as it goes: they were not finished, and count for nothing. */
  private closeDeeperThan(depth: number): void {
    this.levels.length = Math.min(this.levels.length, depth + 1);
  }
}

function newLevel(): Level {
  return { plan: null, points: 0, highest: 0, cases: [] };
}

/** The message of an explanation in YAML, or all of it. */
function whyOf(block: string): string {
  const found = /^(?:message|error): *(.*)((?:\n +.*)*)/m.exec(block);
  if (found === null) return block;
  const [, first, more] = found;
  if (/^[|>][-+]?$/.test(first!)) return more!.replaceAll(/\n +/g, "\n");
  return first!.replace(/^(["'])(.*)\1$/s, "$2");
}
