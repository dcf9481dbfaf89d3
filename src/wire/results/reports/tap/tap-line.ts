// What one line of TAP says.

export type TapLine =
  | { kind: "version" }
  | { kind: "plan"; count: number }
  | TapPoint
  | { kind: "bail"; why: string }
  | { kind: "block"; isStart: boolean }
  /** Ends the subtests that a point has opened. */
  | { kind: "close" }
  | { kind: "comment"; text: string }
  | { kind: "other" };

export interface TapPoint {
  kind: "point";
  isOk: boolean;
  number: number | null;
  name: string;
  /** A hyphen stands between number and name. */
  hasDash: boolean;
  /** Whether its subtests follow in braces. */
  opens: boolean;
  directive: "skip" | "todo" | null;
}

const POINT = /^(not )?ok(?=\s|$)(?:\s+(\d{1,9})(?=\s|$))?\s*(.*)$/s;
const PLAN = /^1\.\.(\d{1,9})(?:\s|$)/;
/** A directive: behind a space any word that begins so, without one only the whole word. */
const DIRECTIVE = /(?:^|\s)#(?:\s+(skip|todo)\S*(?:\s|$)|(skip|todo)(?![\w-]))/i;
/** How long a test took, as node-tap and Vitest say it. */
const TIME = /\s#\s+time=[\d.]+ ?m?s$/;

/** Reads a line; `text` is without its indentation. */
export function readTapLine(text: string): TapLine {
  const point = POINT.exec(text);
  if (point !== null) return readPoint(point);
  const plan = PLAN.exec(text);
  if (plan !== null) return { kind: "plan", count: Number(plan[1]) };
  if (/^K?TAP version \d+\s*$/i.test(text)) return { kind: "version" };
  const bail = /^Bail out!(.*)$/is.exec(text);
  if (bail !== null) return { kind: "bail", why: bail[1]!.trim() };
  if (/^---\s*$/.test(text)) return { kind: "block", isStart: true };
  if (/^\.\.\.\s*$/.test(text)) return { kind: "block", isStart: false };
  if (/^\}\s*$/.test(text)) return { kind: "close" };
  if (text.startsWith("#")) return { kind: "comment", text: text.slice(1) };
  return { kind: "other" };
}

function readPoint([, not, number, whole]: RegExpExecArray): TapPoint {
  const opens = /(?:^|\s)\{$/.test(whole!);
  const rest = opens ? whole!.slice(0, -1).trimEnd() : whole!;
  // What is escaped is no sign: it is put aside, as two characters that no text has.
  const hidden = rest.replaceAll("\\\\", "\ufdd0").replaceAll("\\#", "\ufdd1").replace(TIME, "");
  const directive = DIRECTIVE.exec(hidden);
  const shown = directive === null ? hidden : hidden.slice(0, directive.index);
  const name = shown.replace(/^- ?/, "").replaceAll("\ufdd0", "\\").replaceAll("\ufdd1", "#").trim();
  return {
    kind: "point",
    isOk: not === undefined,
    number: number === undefined ? null : Number(number),
    name,
    hasDash: shown.startsWith("-"),
    opens,
    directive: directive === null ? null : ((directive[1] ?? directive[2]!).toLowerCase() as "skip" | "todo"),
  };
}
