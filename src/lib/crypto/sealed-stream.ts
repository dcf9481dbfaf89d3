// A stream that only its key opens: pieces, each encrypted and bound to its place, after a heading that anybody can read. Whatever is
// changed, moved, left out or added is noticed, also at the end.
import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;
const LENGTH_BYTES = 4;
const PIECE = 65_536;
const LINE_END = 0x0a;

/** Why a sealed stream can't be opened: it is something else, its key or its beginning is wrong, or a later part is. */
export class SealBroken extends Error {
  readonly reason: "no heading" | "first piece" | "later piece" | "incomplete";

  constructor(reason: SealBroken["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** One key is for one stream: each piece's number is all that tells it from the others. */
export interface Seal {
  secret: string;
  purpose: string;
}

type Pieces = AsyncIterable<Uint8Array>;

/** Seals a stream; `heading` is one line of text. */
export async function* sealed(source: Pieces, heading: string, seal: Seal): AsyncGenerator<Buffer> {
  const line = Buffer.from(`${heading}\n`);
  yield line;
  const key = keyOf(seal);
  let number = 0;
  let rest = Buffer.alloc(0);
  const close = (piece: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(number, isLast), { authTagLength: TAG_LENGTH });
    cipher.setAAD(line);
    const hidden = Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(hidden.length);
    number++;
    return Buffer.concat([length, hidden]);
  };
  for await (const bytes of source) {
    rest = Buffer.concat([rest, bytes]);
    // The last piece is known as such only when there is no more.
    for (; rest.length > PIECE; rest = rest.subarray(PIECE)) yield close(rest.subarray(0, PIECE), false);
  }
  yield close(rest, true);
}

/** `accept` is shown the heading first, and throws if it is of something else. Throws `SealBroken`. */
export async function* opened(source: Pieces, accept: (heading: string) => Seal): AsyncGenerator<Buffer> {
  const reading = new Reading(source);
  const line = await reading.line();
  const key = keyOf(accept(line.subarray(0, -1).toString()));
  for (let number = 0; ; number++) {
    const length = (await reading.take(LENGTH_BYTES)).readUInt32BE();
    const broken = new SealBroken(number === 0 ? "first piece" : "later piece");
    if (length < TAG_LENGTH || length > PIECE + TAG_LENGTH) throw broken;
    const hidden = await reading.take(length);
    const isLast = await reading.isAtEnd();
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(number, isLast), { authTagLength: TAG_LENGTH });
    decipher.setAAD(line);
    decipher.setAuthTag(hidden.subarray(-TAG_LENGTH));
    const open = decipher.update(hidden.subarray(0, -TAG_LENGTH));
    try {
      decipher.final();
    } catch {
      throw broken;
    }
    yield open;
    if (isLast) return;
  }
}

function keyOf({ secret, purpose }: Seal): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", purpose, 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_LENGTH);
  nonce.writeUInt8(isLast ? 1 : 0);
  nonce.writeUIntBE(number, NONCE_LENGTH - 6, 6);
  return nonce;
}

/** A heading is short: what has none is not read to its end. */
const MOST_HEADING = 200;

class Reading {
  private readonly source: AsyncIterator<Uint8Array>;
  private held = Buffer.alloc(0);
  private ended = false;

  constructor(source: Pieces) {
    this.source = source[Symbol.asyncIterator]();
  }

  async line(): Promise<Buffer> {
    while (!this.held.includes(LINE_END) && this.held.length <= MOST_HEADING && (await this.more()));
    const end = this.held.indexOf(LINE_END);
    if (end === -1 || end > MOST_HEADING) throw new SealBroken("no heading");
    return this.take(end + 1);
  }

  async take(length: number): Promise<Buffer> {
    while (this.held.length < length) if (!(await this.more())) throw new SealBroken("incomplete");
    const taken = this.held.subarray(0, length);
    this.held = this.held.subarray(length);
    return taken;
  }

  async isAtEnd(): Promise<boolean> {
    while (this.held.length === 0) if (!(await this.more())) return true;
    return false;
  }

  private async more(): Promise<boolean> {
    if (this.ended) return false;
    const { done, value } = await this.source.next();
    if (done) this.ended = true;
    else this.held = Buffer.concat([this.held, value]);
    return !this.ended;
  }
}
