// What one line of TAP says.

export type TapLine =
  | { kind: "version" }
  | { kind: "plan"; count: number }
  | { kind: "point"; isOk: boolean; number: number | null; name: string; directive: "skip" | "todo" | null }
  | { kind: "bail"; why: string }
  | { kind: "block"; isStart: boolean }
  | { kind: "other" };

const POINT = /^(not )?ok(?=\s|$)(?:\s+(\d{1,9})(?=\s|$))?\s*(.*)$/s;
const PLAN = /^1\.\.(\d{1,9})(?:\s|$)/;
const DIRECTIVE = /(?:^|\s)#\s+(skip|todo)\S*(?:\s|$)/i;

/** `text` is without its indentation. */
export function readTapLine(text: string): TapLine {
  const point = POINT.exec(text);
  if (point !== null) return readPoint(point);
  const plan = PLAN.exec(text);
  if (plan !== null) return { kind: "plan", count: Number(plan[1]) };
  if (/^TAP version \d+\s*$/i.test(text)) return { kind: "version" };
  const bail = /^Bail out!(.*)$/is.exec(text);
  if (bail !== null) return { kind: "bail", why: bail[1]!.trim() };
  if (/^---\s*$/.test(text)) return { kind: "block", isStart: true };
  if (/^\.\.\.\s*$/.test(text)) return { kind: "block", isStart: false };
  return { kind: "other" };
}

function readPoint([, not, number, rest]: RegExpExecArray): TapLine {
  // What is escaped is no sign: it is put aside, as two characters that no text has.
  const hidden = rest!.replaceAll("\\\\", "\ufdd0").replaceAll("\\#", "\ufdd1");
  const directive = DIRECTIVE.exec(hidden);
  const shown = directive === null ? hidden : hidden.slice(0, directive.index);
  const name = shown.replace(/^- ?/, "").replaceAll("\ufdd0", "\\").replaceAll("\ufdd1", "#").trim();
  return {
    kind: "point",
    isOk: not === undefined,
    number: number === undefined ? null : Number(number),
    name,
    directive: directive === null ? null : (directive[1]!.toLowerCase() as "skip" | "todo"),
  };
}
