// A runbook as a file holds it: the fields that it may have, with the same limits as anywhere else.
import { wholeApp } from "../apps/app-with-runbook.ts";

/** Instructions may be empty: nothing takes them away. */
export const RunbookFileSchema = wholeApp(0);

/** The exported form: as the file, but readers must accept fields that are added later. */
export const ExportedRunbookSchema = wholeApp(0);

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
