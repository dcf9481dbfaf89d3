// Lists of platform codes: sets, where the empty list means every platform.
import { nearestWord } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import { Fault } from "../fault.ts";

/** The code that stands for every platform in a row that has room for one. */
export const EVERY_PLATFORM = "*";

export interface Platform {
  code: string;
  label: string;
}

/** The codes once each, in the order given. Throws `unknown_platform` naming the ones the app doesn't have. */
export function requirePlatforms(
  platforms: readonly Platform[],
  codes: readonly string[],
  field = "platforms",
): string[] {
  const known = new Set(platforms.map((platform) => platform.code));
  const unknown = codes.filter((code) => !known.has(code));
  if (unknown.length > 0) {
    const meant = meantBy(platforms, unknown[0]!);
    const has = `his app has ${list([...known])}.`;
    const rest = meant === undefined ? `t${has}` : `did you mean ${quote(meant)}? T${has}`;
    throw new Fault("unknown_platform", `${field}: unknown ${list(unknown)}; ${rest}`);
  }
  return [...new Set(codes)];
}

/** The code of the platform that may be meant by a code that there is not: its label is known by more people. */
function meantBy(platforms: readonly Platform[], code: string): string | undefined {
  const words = platforms.flatMap((platform) => [platform.code, platform.label]);
  const meant = nearestWord(code, words);
  return platforms.find((platform) => platform.code === meant || platform.label === meant)?.code;
}

/** All platforms that an issue's list stands for. */
export function expand(platforms: readonly Platform[], codes: readonly string[]): string[] {
  return codes.length === 0 ? platforms.map((platform) => platform.code) : [...codes];
}

export function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((code) => b.includes(code));
}

function list(codes: readonly string[]): string {
  const shown = codes.slice(0, 20).map((code) => JSON.stringify(code.slice(0, 60).toWellFormed()));
  return shown.join(", ") + (codes.length > 20 ? ", …" : "");
}
