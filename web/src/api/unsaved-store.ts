// The changes that are not saved yet, kept in this browser for the person who made them. All tabs share them: each change
// has an entry of its own, so that no tab overwrites another's.
import { useSyncExternalStore } from "react";
import { forgetFiles, isAnyFileUnkept } from "./stored-files.ts";
import { type Change, changeId, isNew, type Unsaved, type Writer } from "./unsaved-change.ts";

const PREFIX = "retest unsaved ";
/** The beginning of the names under which files of changes are stored. */
const FILE = "unsaved ";
/** Files of changes that are gone are removed when a page begins; younger ones may be about to get their change. */
const YOUNG_MS = 60_000;
/** Who has signed in last, in whichever tab: requests of all tabs are made as that person. */
const SIGNED_IN = "retest signed in";

let person: Writer | null = null;
let list: readonly Unsaved[] = [];
let others: readonly Unsaved[] = [];
let isSignedIn = false;
/** Changes kept in memory alone, because the browser stores nothing, or nothing more. */
const unkept = new Map<string, Unsaved>();
const listeners = new Set<() => void>();
const onSignIns = new Set<() => void>();

/** What somebody else has left here waits for them, and is never sent as this person's. */
export function unsavedAreOf({ id, name }: Writer): void {
  tryStorage((storage) => storage.setItem(SIGNED_IN, id));
  if (person?.id === id) return;
  person = { id, name };
  read();
}

/** Is called when another than before has signed in in another tab: somebody else, or this person again. */
export function onSignIn(listener: () => void): () => void {
  onSignIns.add(listener);
  return () => onSignIns.delete(listener);
}

/** Allows sending or not: changes wait while nobody is signed in. */
export function allowSending(isAllowed: boolean): void {
  if (isAllowed === isSignedIn) return;
  isSignedIn = isAllowed;
  for (const listener of listeners) listener();
}

export function maySend(): boolean {
  if (!isSignedIn || person === null) return false;
  const signedIn = tryStorage((storage) => storage.getItem(SIGNED_IN));
  return signedIn === null || signedIn === person.id;
}

/** Called after signing out: changes that are kept wait until their writer signs in here again. */
export function leaveUnsaved(isKept: boolean): void {
  if (!isKept) {
    forgetFilesOf(list);
    dropUnsaved(new Set(list.map(({ id }) => id)));
  }
  person = null;
  read();
}

/** What others have left here, or anybody while nobody is signed in. */
export function useUnsavedOfOthers(): readonly Unsaved[] {
  return useSyncExternalStore(subscribe, () => others);
}

export function dropUnsavedOfOthers(): void {
  forgetFilesOf(others);
  for (const { id, by } of others) {
    unkept.delete(id);
    tryStorage((storage) => storage.removeItem(keyOf(id, by)));
  }
  read();
}

/** Unsaved changes in the order in which they were made. */
export function unsavedChanges(): readonly Unsaved[] {
  return list;
}

export function useUnsaved(): readonly Unsaved[] {
  return useSyncExternalStore(subscribe, unsavedChanges);
}

export function findUnsaved(id: string): Unsaved | undefined {
  return list.find((one) => one.id === id);
}

/** Whether a change would be lost with this page, because the browser stores no more. */
export function isAnyUnkept(): boolean {
  return unkept.size > 0 || isAnyFileUnkept(FILE);
}

export function keepChange(
  app: string,
  words: string,
  change: Change,
  fields: Partial<Pick<Unsaved, "state" | "reason" | "notBefore">> = {},
): Unsaved {
  const unsaved: Unsaved = {
    id: changeId(),
    by: person!,
    app,
    at: Date.now(),
    words,
    change,
    state: "waiting",
    reason: null,
    theirs: null,
    notBefore: 0,
    tries: 0,
    isSent: false,
    ...fields,
  };
  write(unsaved);
  replace([...list, unsaved]);
  return unsaved;
}

/** Puts back changes that were deleted. */
export function restoreUnsaved(gone: readonly Unsaved[]): void {
  for (const one of gone) write(one);
  read();
}

/** Changes fields of a change that still exists. */
export function changeUnsaved(id: string, fields: Partial<Unsaved>): void {
  const before = findUnsaved(id);
  if (before === undefined) return;
  const after = { ...before, ...fields };
  write(after);
  replace(list.map((one) => (one.id === id ? after : one)));
}

/** Deletes changes that wait to be sent. */
export function dropUnsaved(ids: ReadonlySet<string>): void {
  for (const id of ids) {
    unkept.delete(id);
    tryStorage((storage) => storage.removeItem(keyOf(id, person!)));
  }
  replace(list.filter(({ id }) => !ids.has(id)));
}

/** Replaces keys by the ids that the server gave, in all changes that are left. */
export function nameUnsaved(ids: ReadonlyMap<string, string>): void {
  for (const one of list) {
    const before = JSON.stringify(one.change);
    let after = before;
    for (const [key, id] of ids) if (isNew(key)) after = after.replaceAll(key, id);
    if (after !== before) changeUnsaved(one.id, { change: JSON.parse(after) as Change });
  }
}

export function onUnsaved(listener: () => void): () => void {
  return subscribe(listener);
}

if (typeof addEventListener === "function") {
  addEventListener("storage", ({ key, newValue }) => {
    if (key === null || key.startsWith(PREFIX)) read();
    if (key === SIGNED_IN && newValue !== null) for (const listener of onSignIns) listener();
  });
  read();
  const known = filesOf([...list, ...others]);
  void forgetFiles((name, at) => name.startsWith(FILE) && !known.has(name) && at + YOUNG_MS < Date.now());
}

/** A new name under which to store a file. */
export function newFileName(): string {
  return FILE + changeId();
}

function filesOf(unsaved: readonly Unsaved[]): Set<string> {
  return new Set(unsaved.flatMap(({ change }) => (change.kind === "attach" ? [change.file] : [])));
}

function forgetFilesOf(unsaved: readonly Unsaved[]): void {
  const gone = filesOf(unsaved);
  if (gone.size > 0) void forgetFiles((name) => gone.has(name));
}

function keyOf(id: string, by: Writer): string {
  return `${PREFIX}${by.id} ${id}`;
}

function write(unsaved: Unsaved): void {
  const isKept = tryStorage((storage) => {
    storage.setItem(keyOf(unsaved.id, unsaved.by), JSON.stringify(unsaved));
    return true;
  });
  if (isKept === true) unkept.delete(unsaved.id);
  else unkept.set(unsaved.id, unsaved);
}

function read(): void {
  const kept: Unsaved[] = [];
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) {
      const text = key.startsWith(PREFIX) ? storage.getItem(key) : null;
      if (text !== null) kept.push(JSON.parse(text) as Unsaved);
    }
  });
  const known = new Map([...list, ...others].map((one) => [one.id, one]));
  const all = [...kept.filter(({ id }) => !unkept.has(id)), ...unkept.values()];
  // What is the same stays the same object, so that nothing is drawn again for it.
  const same = all.map((one) => {
    const before = known.get(one.id);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(one) ? before : one;
  });
  same.sort((a, b) => (a.id < b.id ? -1 : 1));
  const isOwn = ({ by }: Unsaved) => by.id === person?.id;
  replace(
    same.filter(isOwn),
    same.filter((one) => !isOwn(one)),
  );
}

function replace(next: readonly Unsaved[], nextOthers = others): void {
  if (isSame(next, list) && isSame(nextOthers, others)) return;
  list = next;
  others = nextOthers;
  for (const listener of listeners) listener();
}

function isSame(a: readonly Unsaved[], b: readonly Unsaved[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tryStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
}
