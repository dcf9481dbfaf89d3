// Finds the check and the section that a request names, within the app that the unit holds.
import { pickSection } from "../../domain/runbook/find-by-name.ts";
import type { LiveCheck } from "../../storage/runbook/checks.ts";
import { getNamedCheck } from "../../storage/runbook/named-check.ts";
import { listSections, type Section } from "../../storage/runbook/sections.ts";
import type { AppWrite } from "../app-write.ts";

/** Throws `not_found`, `ambiguous_section`. */
export async function findNamedSection(write: AppWrite, name: string): Promise<Section> {
  return pickSection(await listSections(write.tx, write.app), name);
}

/** Throws `not_found`, `ambiguous_check`, `ambiguous_section`. */
export async function findNamedCheck(write: AppWrite, name: string, section: string | null): Promise<LiveCheck> {
  const sectionId = section === null ? null : (await findNamedSection(write, section)).id;
  return getNamedCheck(write.tx, write.app, name, sectionId);
}
