// The steps of a plan, as they are shown: one for each thing that does not stay as it is, and how many of each kind.

export type Change = "create" | "change" | "move" | "archive" | "delete";
export type Kind = "app" | "platform" | "section" | "check";
export type Details = Record<string, { from: unknown; to: unknown }>;

export interface ImportStep {
  change: Change;
  kind: Kind;
  ref: string | null;
  title: string;
  details: Details;
}

export interface Counts {
  created: number;
  changed: number;
  moved: number;
  archived: number;
  deleted: number;
  unchanged: number;
}

/** What a step is about; one that says what changes has the details. */
interface StepEntry extends Omit<ImportStep, "change" | "details"> {
  details?: Details;
}

interface KeptEntry extends Omit<ImportStep, "change"> {
  moves: boolean;
}

const COUNT = {
  create: "created",
  change: "changed",
  move: "moved",
  archive: "archived",
  delete: "deleted",
} as const;

export class Steps {
  readonly list: ImportStep[] = [];
  readonly counts: Counts = { created: 0, changed: 0, moved: 0, archived: 0, deleted: 0, unchanged: 0 };

  add(change: Change, { kind, ref, title, details = {} }: StepEntry): void {
    this.list.push({ change, kind, ref, title, details });
    this.counts[COUNT[change]]++;
  }

  /** Notes an entry that is already there. One that moves counts as moved, whatever else changes about it. */
  keep({ moves, ...entry }: KeptEntry): void {
    if (moves) this.add("move", entry);
    else if (Object.keys(entry.details).length > 0) this.add("change", entry);
    else this.counts.unchanged++;
  }
}
