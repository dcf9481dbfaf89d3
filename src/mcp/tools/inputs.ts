// The fields that tools take, each with the words by which a model knows what to put there. The API holds them to its own
// rules; here they are as plain as a schema can say it.
import * as z from "zod";
import { PRIORITIES } from "../../domain/issues/issue.ts";
import { MAX_TEXT } from "../../domain/limits.ts";
import { STATUSES } from "../../domain/status/platform-status.ts";

const name = z.string().min(1).max(4_096);

export const appInput = name.describe("App: its id or exact name (see list_apps)");
export const checkInput = name.describe("Check: its ref such as PAY-1, id, or exact title (see list_checks)");
export const sectionInput = name.describe("Section: its ref, id or exact title (see get_app)");
export const cycleInput = name.describe("Cycle: its name or id (see list_cycles)");
export const issueInput = z.string().min(1).max(200).describe("Issue id or code");
export const personInput = name.describe("Who recorded them, exactly as recorded_by says it");
export const platformInput = name.describe("Platform code (see list_apps)");
export const platformsInput = z.array(name).max(1_000).describe("Platform codes; if left out or empty, every platform");
export const issueTextInput = wordsInput(MAX_TEXT).describe(
  `What is wrong: a first line that can be understood by itself, then details; up to ${MAX_TEXT} characters`,
);
export const priorityInput = z.enum(PRIORITIES);
export const statusInput = z.enum(STATUSES);
export const momentInput = z.string().describe("ISO 8601 timestamp with Z or an offset");
export const cursorInput = z.string().max(10_000).describe("next_cursor of the previous page, with the same filters");

/** Words of up to so many characters: the API counts them, trimmed, and refuses more. */
export function wordsInput(maxLength: number) {
  return z.string().meta({ minLength: 1, maxLength });
}

export function limitInput(most: number, otherwise: number) {
  return z.number().int().min(1).max(most).default(otherwise).describe(`Maximum number of entries, 1 to ${most}`);
}
