// An app as it is when a file is compared with it.

export interface KnownApp {
  name: string;
  mode: "testing" | "live";
  prefix: string;
  platforms: readonly { code: string; label: string; used: number }[];
  repositories: readonly { repo: string; platforms: string[] }[];
  /** Sections and checks, each in runbook order. */
  sections: readonly KnownSection[];
  checks: readonly KnownCheck[];
}

export interface KnownSection {
  id: string;
  ref: string;
  title: string;
  position: number;
}

export interface KnownCheck extends KnownSection {
  sectionId: string;
  instructions: string | null;
  notApplicable: readonly string[];
}

/** Compares two checks by their place in the runbook. */
export function comparePlaces(a: KnownSection, b: KnownSection): number {
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}
