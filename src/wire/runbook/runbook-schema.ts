// A runbook as a file holds it: the fields that it may have, with the same limits as anywhere else.
import { z } from "zod";
import { MAX_CHECKS, MAX_INSTRUCTIONS, MAX_SECTIONS } from "../../domain/limits.ts";
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
} from "../fields.ts";

export const RunbookSchema = z.strictObject({
  name: appName,
  mode: mode.optional(),
  prefix: prefix.optional(),
  platforms: platformList,
  repositories: repositoryList.optional(),
  sections: listOf(
    z.strictObject({
      ref: ref.optional(),
      title,
      checks: listOf(
        z.strictObject({
          ref: ref.optional(),
          title,
          // Nothing takes them away.
          instructions: longText(MAX_INSTRUCTIONS, 0).optional(),
          not_applicable: platformCodes.optional(),
        }),
        MAX_CHECKS,
      ).optional(),
    }),
    MAX_SECTIONS,
  ).optional(),
});

/** The keys of each part. A list stands for its items. */
export interface KnownKeys {
  [key: string]: KnownKeys | null;
}

export const RUNBOOK_KEYS: KnownKeys = {
  name: null,
  mode: null,
  prefix: null,
  platforms: { code: null, label: null },
  repositories: { repo: null, platforms: null },
  sections: {
    ref: null,
    title: null,
    checks: { ref: null, title: null, instructions: null, not_applicable: null },
  },
};
