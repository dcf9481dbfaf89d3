// Lines out of bytes that come in pieces: a line, or a letter, may be spread over several of them, and no line is longer than agreed.
import { thousands } from "./thousands.ts";

const NEW_LINE = 0x0a;

export class LineSplitter {
  /** What came since the last line ended. */
  #pieces: Buffer[] = [];
  #length = 0;
  readonly #mostBytes: number;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** The lines that end in this piece, one by one and without their ends. Throws a `RangeError` when one is too long. */
  *take(piece: Buffer): Generator<string> {
    let from = 0;
    for (let end = piece.indexOf(NEW_LINE); end !== -1; end = piece.indexOf(NEW_LINE, from)) {
      this.#keep(piece.subarray(from, end));
      from = end + 1;
      yield this.rest();
    }
    this.#keep(piece.subarray(from));
  }

  /** What came after the last end of a line: at the end of everything, a line that nobody ended. */
  rest(): string {
    const line = Buffer.concat(this.#pieces, this.#length).toString().replace(/\r$/, "");
    [this.#pieces, this.#length] = [[], 0];
    return line;
  }

  #keep(bytes: Buffer): void {
    if (this.#length + bytes.length > this.#mostBytes) {
      [this.#pieces, this.#length] = [[], 0];
      throw new RangeError(`a line has more than ${thousands(this.#mostBytes)} bytes`);
    }
    if (bytes.length > 0) this.#pieces.push(bytes);
    this.#length += bytes.length;
  }
}
