// Numbers in the cells of a spreadsheet as people see them: dates are counted in days, and how each is shown is said by its format.

/** How a format shows a number. */
export type NumberFormat =
  | { kind: "plain" | "percent" }
  | { kind: "moment"; hasDate: boolean; hasTime: boolean }
  | { kind: "padded"; before: string; digits: number };

export const PLAIN: NumberFormat = { kind: "plain" };
const DAY = 86_400;
/** The first second of 1970 by the days that a spreadsheet counts from the end of 1899, or from 1904. */
const EPOCH = { from1900: 25_569, from1904: 24_107 };
/** The last day of 9999. */
const MOST_DAYS = 2_958_465;
/** Digits to which a computer holds numbers exactly. */
const MOST_DIGITS = 15;

/** The format of a number that every spreadsheet has. */
export function formatOfNumber(id: number): NumberFormat {
  if (id === 9 || id === 10) return { kind: "percent" };
  const isTime = (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47);
  if (isTime) return { kind: "moment", hasDate: false, hasTime: true };
  const isDate = (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return isDate || id === 22 ? { kind: "moment", hasDate: true, hasTime: id === 22 } : PLAIN;
}

/** A format that the file itself defines, such as `yyyy-mm-dd`. */
export function formatOfCode(code: string): NumberFormat {
  const [first = ""] = code.split(";", 1);
  const [, before = "", zeros] = /^(?:"([^"]*)")?(0{2,15})$/.exec(first) ?? [];
  if (zeros !== undefined) return { kind: "padded", before, digits: zeros.length };
  // Conditions, and text that is shown unchanged, are left out; hours that go on after a day stand in brackets.
  const signs = first
    .replaceAll(/\[(h+|m+|s+)\]/gi, "$1")
    .replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "")
    .replaceAll(/am\/pm|a\/p/gi, "h")
    .toLowerCase();
  if (signs.includes("%")) return { kind: "percent" };
  if (signs.includes("general")) return PLAIN;
  const hasTime = /[hs]/.test(signs);
  const hasDate = /[dy]/.test(signs) || (signs.includes("m") && !hasTime);
  return hasDate || hasTime ? { kind: "moment", hasDate, hasTime } : PLAIN;
}

/** `said` as the file has it; what is no number stays as it is. */
export function numberText(said: string, format: NumberFormat, is1904: boolean): string {
  if (!/^-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(said)) return said;
  const number = Number(said);
  if (format.kind === "moment" && number >= 0 && number <= MOST_DAYS) return momentText(number, format, is1904);
  if (format.kind === "percent") return `${plainText(String(Number((number * 100).toFixed(8))))}%`;
  const text = plainText(said);
  if (format.kind !== "padded" || !/^\d+$/.test(text)) return text;
  return format.before + text.padStart(format.digits, "0");
}

/** A number without traces of binary fractions: 0.1 may be stored as 0.10000000000000001, and some programs write 7.0 for 7. */
function plainText(said: string): string {
  const text = String(Number(said));
  const [whole = ""] = said.replace("-", "").split(".", 1);
  return text.includes("e") || whole.length > MOST_DIGITS ? said : text;
}

function momentText(
  days: number,
  { hasDate, hasTime }: { hasDate: boolean; hasTime: boolean },
  is1904: boolean,
): string {
  const seconds = Math.round(days * DAY);
  const time = timeText(hasDate ? seconds % DAY : seconds);
  if (!hasDate) return time;
  // Its 29th of February 1900, which never was, shifts the days before.
  const day = Math.floor(seconds / DAY) + (!is1904 && days < 60 ? 1 : 0);
  const date = new Date((day - (is1904 ? EPOCH.from1904 : EPOCH.from1900)) * DAY * 1000).toISOString();
  const [shown] = date.split("T", 1);
  return hasTime ? `${shown} ${time}` : shown!;
}

/** The time of day; seconds only where there are some. */
function timeText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${two(hours)}:${two(minutes)}${rest === 0 ? "" : `:${two(rest)}`}`;
}
