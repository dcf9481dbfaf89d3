// What somebody was writing, kept until it is saved or thrown away, or its writer has signed out. Each tab goes on with its
// own; a tab that is opened later, such as after the browser was closed, goes on with what was written last.
import { forgetFiles, renameFiles } from "./stored-files.ts";

const PREFIX = "retest draft ";
const WRITER = "retest drafts are of";

/** Drafts in memory: for browsers that store nothing, and so that a draft is always the same object. */
const known = new Map<string, unknown>();

export function readDraft<T>(name: string): T | null {
  if (!known.has(name)) known.set(name, stored(name));
  return known.get(name) as T | null;
}

/** Keeps a draft; null deletes it. */
export function keepDraft(name: string, value: unknown): void {
  known.set(name, value);
  inStorages((storage) => {
    if (value === null) storage.removeItem(PREFIX + name);
    else storage.setItem(PREFIX + name, JSON.stringify(value));
  });
}

/** Moves drafts about something new to the id that the server gave it. */
export function renameDrafts(from: string, to: string): void {
  void renameFiles(from, to);
  for (const [name, value] of [...known]) {
    if (value === null || !name.includes(from)) continue;
    keepDraft(name, null);
    keepDraft(name.replace(from, to), value);
  }
}

export function forgetDrafts(): void {
  known.clear();
  forgetStoredFiles();
  inStorages(forgetIn);
}

/** The person whose page this is. */
let ownWriter: string | null = null;

/** Drafts that somebody else has left here are not for this person. A tab keeps its own, also while others are somebody else's. */
export function draftsAreOf(person: string): void {
  if (ownWriter !== person) known.clear();
  ownWriter = person;
  inStorages((storage) => {
    const writer = storage.getItem(WRITER);
    if (writer !== null && writer !== person) {
      forgetIn(storage);
      forgetStoredFiles();
    }
    storage.setItem(WRITER, person);
  });
}

function forgetIn(storage: Storage): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}

function forgetStoredFiles(): void {
  void forgetFiles((name) => name.startsWith("draft "));
}

function stored(name: string): unknown {
  let found: unknown = null;
  inStorages((storage) => {
    found ??= JSON.parse(storage.getItem(PREFIX + name) ?? "null");
  });
  return found;
}

/** The tab's own first. A browser that keeps nothing, or no more, loses drafts with the page, and nothing else. */
function inStorages(work: (storage: Storage) => void): void {
  for (const open of [() => sessionStorage, () => localStorage]) {
    try {
      work(open());
    } catch {
      // The other one may still take it.
    }
  }
}
