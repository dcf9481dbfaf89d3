// An app with its runbook, as it is created and as a file holds it.
import * as z from "zod";
import { MAX_CHECKS, MAX_INSTRUCTIONS, MAX_SECTIONS } from "../domain/limits.ts";
import {
  appName,
  listOf,
  longText,
  mode,
  platformCodes,
  platformList,
  prefix,
  ref,
  repositoryList,
  title,
} from "./fields.ts";

/** `leastInstructions` is how short the instructions of a check may be, in code points. */
export function wholeApp(leastInstructions: number) {
  const check = z.strictObject({
    ref: ref.optional(),
    title,
    instructions: longText(MAX_INSTRUCTIONS, leastInstructions).optional(),
    not_applicable: platformCodes.optional(),
  });
  const section = z.strictObject({ ref: ref.optional(), title, checks: listOf(check, MAX_CHECKS).optional() });
  return z.strictObject({
    name: appName,
    mode: mode.optional(),
    prefix: prefix.optional(),
    platforms: platformList,
    repositories: repositoryList.optional(),
    sections: listOf(section, MAX_SECTIONS).optional(),
  });
}
