// What a template of the webhook is: a mapping for the payloads of a tool, ready to be filled in, and how to set the tool up. Each is in the
// folder of its tool. Other than a preset it is only filled in: the mapping is then the admin's own, to be changed as they like.
import { isDeepStrictEqual } from "node:util";
import type { Mapping } from "../mapping/mapping.ts";
import type { PresetSetup } from "./preset.ts";
import type { RecoveryRule } from "./recovery.ts";

export interface WebhookTemplate {
  /** The template's short name. */
  name: string;
  /** The name of the tool. */
  label: string;
  /** What the tool reports, in a few words. */
  sends: string;
  mapping: Mapping;
  setup: PresetSetup;
}

/**
 * What is proposed to be done with recoveries, together with the mapping: a tool that tells when a problem is over would otherwise raise a new issue by that, once
 * somebody has fixed the first. Null for a tool that never tells.
 */
export function proposedRecoveries({ mapping }: WebhookTemplate): RecoveryRule | null {
  return mapping.recovered ? "fix" : null;
}

/** Whether a mapping still has all that the template filled in, whatever was added to it. */
export function isFilledInBy({ mapping: filled }: WebhookTemplate, mapping: Mapping): boolean {
  return Object.entries(filled).every(([key, value]) => isDeepStrictEqual(mapping[key as keyof Mapping], value));
}
