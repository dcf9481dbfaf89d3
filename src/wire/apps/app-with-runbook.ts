// An app with its runbook, as it is created and as a file holds it.
import * as z from "zod";
import { MAX_CHECKS, MAX_INSTRUCTIONS, MAX_SECTIONS } from "../../domain/limits.ts";
import { listOf, longText } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import { appName, mode, platformCodes, platformList, prefix, ref, repositoryList, title } from "../fields.ts";

/** `leastInstructions` is how short the instructions of a check may be, in code points. */
export function wholeApp(leastInstructions: number) {
  const check = z.strictObject({
    ref: optional(ref),
    title,
    instructions: optional(longText(MAX_INSTRUCTIONS, leastInstructions)),
    not_applicable: optional(platformCodes),
  });
  const section = z.strictObject({ ref: optional(ref), title, checks: optional(listOf(check, MAX_CHECKS)) });
  return z.strictObject({
    name: appName,
    mode: optional(mode),
    prefix: optional(prefix),
    platforms: platformList,
    repositories: optional(repositoryList),
    sections: optional(listOf(section, MAX_SECTIONS)),
  });
}
