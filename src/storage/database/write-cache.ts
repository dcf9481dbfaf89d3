// The write cache of a transaction: rows that several of its units read and change are read once and written once.
export interface CachedRow<Row> {
  row: Row;
  /** Whether it was changed and not yet written. */
  dirty: boolean;
}

/** Rows by kind and key. An entry is replaced, never changed, so that a copy of the cache stays what it was. */
export class WriteCache {
  private readonly kinds: Map<string, Map<string, unknown>>;

  constructor(kinds = new Map<string, Map<string, unknown>>()) {
    this.kinds = kinds;
  }

  rows<Entry>(kind: string): Map<string, Entry> {
    let rows = this.kinds.get(kind);
    if (rows === undefined) {
      rows = new Map();
      this.kinds.set(kind, rows);
    }
    return rows as Map<string, Entry>;
  }

  copy(): WriteCache {
    return new WriteCache(new Map([...this.kinds].map(([kind, rows]) => [kind, new Map(rows)])));
  }

  clear(): void {
    this.kinds.clear();
  }
}

/** The cached rows of one kind; undefined for whoever only reads, and sees what is committed. */
export function cached<Entry>(db: object, kind: string): Map<string, Entry> | undefined {
  return (db as { cache?: WriteCache }).cache?.rows<Entry>(kind);
}
