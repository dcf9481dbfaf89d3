// The mapping as it is being written, and the payload it is tried on. Kept by the browser's tab, so that leaving the page
// loses nothing.
import { useSyncExternalStore } from "react";
import { keepDraft, readDraft } from "../../../api/drafts.ts";
import type { Webhook } from "../../../api/types.ts";
import { isSameMapping, type MappingTexts, textsOf } from "./mapping-keys.ts";

export type Source = { kind: "delivery"; id: string } | { kind: "sample"; name: string } | { kind: "pasted" };

export interface Draft {
  /** Left out while nothing was changed. */
  texts?: MappingTexts;
  source?: Source;
  pasted?: string;
}

const NONE: Draft = {};
const listeners = new Set<() => void>();

export function useDraft(app: string): Draft {
  return useSyncExternalStore(subscribe, () => read(app));
}

export function changeDraft(app: string, change: Draft): void {
  keepDraft(nameOf(app), { ...read(app), ...change });
  for (const listener of listeners) listener();
}

/** Takes a delivery of the log as the payload to try the mapping on. */
export function tryDelivery(app: string, id: string): void {
  changeDraft(app, { source: { kind: "delivery", id } });
}

/** What stands in the fields: what was written, else what is saved. */
export function currentTexts(draft: Draft, webhook: Webhook): MappingTexts {
  return draft.texts ?? textsOf(webhook);
}

export function isUnsaved(draft: Draft, webhook: Webhook): boolean {
  return draft.texts !== undefined && !isSameMapping(draft.texts, textsOf(webhook));
}

export function useHasUnsaved(app: string, webhook: Webhook): boolean {
  return isUnsaved(useDraft(app), webhook);
}

function read(app: string): Draft {
  return readDraft<Draft>(nameOf(app)) ?? NONE;
}

function nameOf(app: string): string {
  return `of the mapping of ${app}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
