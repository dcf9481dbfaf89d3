// Gives a reader of reports UTF-8, also where a report is in UTF-16: what Windows and some tools write, with a byte order mark in front.
import { encodingOf } from "../../../../lib/text/decode-text.ts";
import { type RunReader, WrongRun } from "./report-reader.ts";

/** A byte order mark of UTF-16. */
const MARK_BYTES = 2;

export class DecodingReader implements RunReader {
  private readonly reader: RunReader;
  /** The first bytes, while there are too few of them to tell the encoding. */
  private first: Uint8Array | null = new Uint8Array();
  /** Null where the file is to be read as it is. */
  private decoder: InstanceType<typeof TextDecoder> | null = null;

  constructor(reader: RunReader) {
    this.reader = reader;
  }

  get cases(): RunReader["cases"] {
    return this.reader.cases;
  }

  feed(bytes: Uint8Array): void {
    if (this.first === null) this.pass(bytes);
    else {
      this.first = Buffer.concat([this.first, bytes]);
      if (this.first.length >= MARK_BYTES) this.begin(this.first);
    }
  }

  end(): void {
    if (this.first !== null) this.begin(this.first);
    if (this.decoder !== null) this.reader.feed(this.decode(new Uint8Array(), false));
    this.reader.end();
  }

  private begin(bytes: Uint8Array): void {
    const encoding = encodingOf(bytes);
    if (encoding !== "utf-8") this.decoder = new TextDecoder(encoding, { fatal: true });
    this.first = null;
    this.pass(bytes);
  }

  private pass(bytes: Uint8Array): void {
    this.reader.feed(this.decoder === null ? bytes : this.decode(bytes, true));
  }

  private decode(bytes: Uint8Array, stream: boolean): Uint8Array {
    try {
      return Buffer.from(this.decoder!.decode(bytes, { stream }));
    } catch {
      throw new WrongRun("The file is not whole UTF-16 text: save it as UTF-8.");
    }
  }
}
