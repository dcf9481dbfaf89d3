// What somebody was writing, kept in this tab until it is saved or thrown away, or its writer has signed out.
const PREFIX = "retest draft ";
const WRITER = "retest drafts are of";

/** Also for a browser that keeps nothing; and the same object for the same draft. */
const known = new Map<string, unknown>();

export function readDraft<T>(name: string): T | null {
  if (!known.has(name)) known.set(name, stored(name));
  return known.get(name) as T | null;
}

/** Null forgets it. */
export function keepDraft(name: string, value: unknown): void {
  known.set(name, value);
  tryStorage((storage) => {
    if (value === null) storage.removeItem(PREFIX + name);
    else storage.setItem(PREFIX + name, JSON.stringify(value));
  });
}

export function forgetDrafts(): void {
  known.clear();
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
  });
}

/** Drafts that somebody else has left here are not for this person. */
export function draftsAreOf(person: string): void {
  tryStorage((storage) => {
    const writer = storage.getItem(WRITER);
    if (writer !== null && writer !== person) forgetDrafts();
    storage.setItem(WRITER, person);
  });
}

function stored(name: string): unknown {
  return tryStorage((storage) => JSON.parse(storage.getItem(PREFIX + name) ?? "null"));
}

/** A browser that keeps nothing, or no more, loses drafts with the page, and nothing else. */
function tryStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}
