// Answers kept as bytes. An answer is never trusted by its age: either nothing at all was written since it was made
// (the reader's stamp), or what it was made from has the same version, which is read each time.
import { type Awaitable, andThen } from "../../lib/async/awaitable.ts";
import { BoundedMap } from "../../lib/collections/bounded-map.ts";
import { tagOf } from "../../lib/etag.ts";
import type { Reader } from "../../storage/database/database.ts";
import { WORTHWHILE_BYTES } from "./compress-answer.ts";

interface Entry {
  stamp: number | null;
  version: string | null;
  tag: string;
  body: Buffer;
}

/** An answer with its tag, as it was made. */
interface Made {
  body: string | Buffer;
  tag: string;
}

const MAX_BYTES = 16 * 1024 * 1024;
/** Characters of an address that may be cached: no longer one is asked for repeatedly. */
const MAX_KEY = 1_000;
const MAX_ASKED = 10_000;
const MAX_ENTRY_BYTES = 2 * 1024 * 1024;

export class AnswerCache {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;
  /** What was asked for once: only what is asked for again is worth keeping. */
  private readonly asked = new BoundedMap<string, true>(MAX_ASKED);
  private readonly reader: Reader;

  constructor(reader: Reader) {
    this.reader = reader;
  }

  /** The answer, if nothing was written to the database since it was made. */
  findUnchanged(key: string, stamp: number | null): Entry | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && stamp !== null && entry.stamp === stamp ? entry : undefined;
  }

  /** The tag of an answer, made of the request, its sender and the version. */
  tagOf(key: string, version: string): string {
    const entry = this.entries.get(key);
    return entry?.version === version ? entry.tag : tagOf(key, version);
  }

  /** The answer of this version, from the cache if it is there. `version` and `stamp` were read before what `make` reads. */
  get(key: string, stamp: number | null, version: string | null, make: () => Awaitable<Made>): Awaitable<Made> {
    const known = this.entries.get(key);
    if (known !== undefined && version !== null && known.version === version) {
      known.stamp = stamp;
      return known;
    }
    return andThen(make(), (made) => {
      if ((stamp === null && version === null) || key.length > MAX_KEY) return made;
      if (this.asked.has(key)) return this.keep(key, stamp, version, made);
      this.asked.set(key, true);
      return made;
    });
  }

  private keep(key: string, stamp: number | null, version: string | null, { body, tag }: Made): Made {
    const entry = { stamp, version, tag, body: typeof body === "string" ? Buffer.from(body) : body };
    this.put(key, entry);
    return entry;
  }

  stamp(): number | null {
    return this.reader.stamp();
  }

  private put(key: string, entry: Entry): void {
    if (entry.body.length > MAX_ENTRY_BYTES) return;
    this.drop(key);
    this.entries.set(key, entry);
    this.bytes += sizeOf(key, entry);
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= MAX_BYTES) return;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.bytes -= sizeOf(key, entry);
  }
}

/** What an entry takes, roughly: its bytes, its compressed forms (less than that together), its texts, and what it is kept in. */
function sizeOf(key: string, { body, version }: Entry): number {
  const bytes = body.length < WORTHWHILE_BYTES ? body.length : 2 * body.length;
  return bytes + 2 * key.length + 2 * (version?.length ?? 0) + 200;
}
