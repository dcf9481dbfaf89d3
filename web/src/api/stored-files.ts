// Files kept in this browser until they are sent or thrown away, by name: those that were chosen for an issue that is not
// raised yet, and those that wait for the server. What the browser does not keep is lost with the page, and is said so.
const DATABASE = "retest files";
const STORE = "files";
/** Bytes that all stored files may take together. */
const MAX_BYTES = 300 * 1_048_576;

interface Entry {
  files: readonly File[];
  at: number;
}

/** Files that this page knows: the same objects each time, at once, and also where the browser stores nothing. */
const known = new Map<string, readonly File[]>();
const unkept = new Set<string>();
let database: Promise<IDBDatabase> | undefined;

/** Whether a file with this prefix would be lost with the page. */
export function isAnyFileUnkept(prefix: string): boolean {
  return [...unkept].some((name) => name.startsWith(prefix));
}

/** Files that this page knows already, without waiting. */
export function knownFiles(name: string): readonly File[] | undefined {
  return known.get(name);
}

export async function readFiles(name: string): Promise<readonly File[]> {
  const before = known.get(name);
  if (before !== undefined) return before;
  const entry = await inStore<Entry | undefined>("readonly", (store) => store.get(name)).catch(() => undefined);
  return known.get(name) ?? entry?.files ?? [];
}

/** Stores files; an empty list deletes them. False when they would be lost with this page. */
export async function keepFiles(name: string, files: readonly File[]): Promise<boolean> {
  known.set(name, files);
  const isKept = await (files.length === 0 ? remove(name) : write(name, files)).then(
    () => true,
    () => files.length === 0,
  );
  if (known.get(name) === files) {
    if (isKept) unkept.delete(name);
    else unkept.add(name);
  }
  return isKept;
}

/** Deletes the files for which `isGone` is true. */
export async function forgetFiles(isGone: (name: string, at: number) => boolean): Promise<void> {
  const now = Date.now();
  for (const name of [...known.keys()].filter((one) => isGone(one, now))) {
    known.delete(name);
    unkept.delete(name);
  }
  for (const [name, { at }] of await entries()) if (isGone(name, at)) await remove(name).catch(() => {});
}

/** Moves files of something new to the id that the server gave it. */
export async function renameFiles(from: string, to: string): Promise<void> {
  for (const [name, { files }] of await entries()) {
    if (!name.includes(from)) continue;
    await keepFiles(name.replace(from, to), files);
    await keepFiles(name, []);
  }
}

async function entries(): Promise<[string, Entry][]> {
  try {
    const names = await inStore<IDBValidKey[]>("readonly", (store) => store.getAllKeys());
    const found = await Promise.all(
      names.map((name) => inStore<Entry | undefined>("readonly", (store) => store.get(name))),
    );
    return names.flatMap((name, i) => (found[i] === undefined ? [] : [[String(name), found[i]] as [string, Entry]]));
  } catch {
    return [];
  }
}

async function write(name: string, files: readonly File[]): Promise<void> {
  const others = (await entries()).filter(([other]) => other !== name);
  const bytes = [...others.flatMap(([, entry]) => entry.files), ...files].reduce((sum, { size }) => sum + size, 0);
  // What was kept before under this name is no longer what was chosen.
  if (bytes > MAX_BYTES) {
    await remove(name);
    throw new Error("too much");
  }
  if (known.get(name) !== files) return;
  await inStore("readwrite", (store) => store.put({ files, at: Date.now() } satisfies Entry, name));
}

async function remove(name: string): Promise<void> {
  await inStore("readwrite", (store) => store.delete(name));
}

async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<T> {
  database ??= open();
  const transaction = (await database).transaction(STORE, mode);
  const request = ask(transaction.objectStore(STORE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result as T);
    transaction.onabort = () => reject(transaction.error);
  });
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
    request.onsuccess = () => resolve(request.result);
  });
}
