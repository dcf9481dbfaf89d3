// The mapping as it is being written, and the payload it is tried on. Kept by the browser's tab, so that leaving the page
// loses nothing.
import { useSyncExternalStore } from "react";
import { keepDraft, readDraft } from "../../../api/drafts.ts";
import type { Webhook } from "../../../api/types.ts";
import { isSameMapping, type MappingTexts, textsOf } from "./mapping-keys.ts";

export type Source = { kind: "delivery"; id: string } | { kind: "sample"; name: string } | { kind: "pasted" };

export interface MappingDraft {
  /** Left out while nothing was changed. What a draft of an earlier version has no field for is as it was saved. */
  texts?: Partial<MappingTexts>;
  /** What a template proposes for recoveries, to be saved with it. */
  recoveries?: Webhook["recoveries"];
  source?: Source;
  pasted?: string;
}

const NONE: MappingDraft = {};
const listeners = new Set<() => void>();

export function useMappingDraft(app: string): MappingDraft {
  return useSyncExternalStore(subscribe, () => read(app));
}

export function changeMappingDraft(app: string, change: MappingDraft): void {
  keepDraft(nameOf(app), { ...read(app), ...change });
  for (const listener of listeners) listener();
}

/** Takes a delivery of the log as the payload to try the mapping on. */
export function tryDelivery(app: string, id: string): void {
  changeMappingDraft(app, { source: { kind: "delivery", id } });
}

/** The texts in the fields: unsaved ones, else the saved. */
export function currentTexts(draft: MappingDraft, webhook: Webhook): MappingTexts {
  return { ...textsOf(webhook), ...draft.texts };
}

export function isUnsaved(draft: MappingDraft, webhook: Webhook): boolean {
  return draft.texts !== undefined && !isSameMapping(currentTexts(draft, webhook), textsOf(webhook));
}

export function useHasUnsaved(app: string, webhook: Webhook): boolean {
  return isUnsaved(useMappingDraft(app), webhook);
}

function read(app: string): MappingDraft {
  return readDraft<MappingDraft>(nameOf(app)) ?? NONE;
}

function nameOf(app: string): string {
  return `of the mapping of ${app}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
