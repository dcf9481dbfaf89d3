// Whether a check or a section was archived, and what it was called.
import { pathWith, request } from "./client.ts";
import type { ArchivedCheck, ArchivedSection, Page } from "./types.ts";

export type ArchivedKind = "checks" | "sections";

/** Finds an archived entry by its id, a check also by its ref. Null if there is none. */
export async function findArchived(
  app: string,
  kind: ArchivedKind,
  named: string,
  signal?: AbortSignal,
): Promise<ArchivedCheck | ArchivedSection | null> {
  const only = kind === "checks" ? { check: named } : { section: named };
  const path = pathWith(`/${kind}/archived`, { app, ...only, limit: 1 });
  const { data } = await request<Page<ArchivedCheck | ArchivedSection>>("GET", path, undefined, signal);
  return data[0] ?? null;
}
