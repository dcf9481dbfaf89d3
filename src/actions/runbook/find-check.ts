// Finds the check and the section that a request names, within the app that the unit holds.
import { pickCheck, pickSection } from "../../domain/runbook/find-by-name.ts";
import { type LiveCheck, listCandidates } from "../../storage/runbook/checks.ts";
import { listSections, type Section } from "../../storage/runbook/sections.ts";
import type { Ledger } from "../app-write.ts";

/** Throws `not_found`, `ambiguous_section`. */
export async function findSection(ledger: Ledger, name: string): Promise<Section> {
  return pickSection(await listSections(ledger.tx, ledger.app), name);
}

/** Throws `not_found`, `ambiguous_check`, `ambiguous_section`. */
export async function findCheck(ledger: Ledger, name: string, section: string | null): Promise<LiveCheck> {
  const sectionId = section === null ? null : (await findSection(ledger, section)).id;
  return pickCheck(await listCandidates(ledger.tx, ledger.app, name), name, sectionId);
}
