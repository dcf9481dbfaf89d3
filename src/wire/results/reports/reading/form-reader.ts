// Reads a test run as it is sent: the report alone, or a form (multipart/form-data) with a report and a mapping beside it. A form is
// recognised by how it begins, as nothing else does.
import { MAX_RUN_MAP_BYTES } from "../../../../domain/limits.ts";
import { quote } from "../../../../lib/text/text.ts";
import { type RunReader, WrongRun } from "./report-reader.ts";

const MAX_BOUNDARY = 200;
const MAX_HEADERS = 8_192;
/** A boundary, and the beginning of a header. */
const DECIDED = MAX_BOUNDARY + 12;
const BEGINS = /^(--[^\r\n]{1,198}?)[ \t]*\r?\nContent-/i;
const [CR, LF] = [0x0d, 0x0a];

type Part = "report" | "map";

export class FormReader {
  private readonly report: RunReader;
  /** Null while that is not known; empty if there is no form. */
  private boundary: Buffer | null = null;
  private rest: Buffer = Buffer.alloc(0);
  /** The part that is being read; null between parts. */
  private part: Part | null = null;
  private isOver = false;
  private readonly seen = new Set<Part>();
  private mapPieces: Buffer[] = [];
  private mapBytes = 0;

  constructor(report: RunReader) {
    this.report = report;
  }

  /** The map that was sent; null without one. */
  get map(): Uint8Array | null {
    return this.seen.has("map") ? Buffer.concat(this.mapPieces) : null;
  }

  feed(bytes: Uint8Array): void {
    if (this.boundary?.length === 0) {
      this.report.feed(bytes);
      return;
    }
    this.rest = this.rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.rest, bytes]);
    if (this.boundary === null && (this.rest.length >= DECIDED || !"--".startsWith(this.begins(2)))) this.decide();
    if (this.boundary !== null && this.boundary.length > 0) this.takeParts();
  }

  /** Throws `WrongRun`. */
  end(): void {
    if (this.boundary === null) this.decide();
    if (this.boundary!.length > 0) {
      this.takeParts();
      if (!this.isOver) throw new WrongRun("The form breaks off before its closing boundary.");
      if (!this.seen.has("report")) throw new WrongRun('The form has no field "report": send the file as that.');
    }
    this.report.end();
  }

  private begins(length: number): string {
    return this.rest.toString("latin1", 0, length);
  }

  private decide(): void {
    const [, line] = BEGINS.exec(this.begins(DECIDED)) ?? [];
    if (line !== undefined) {
      // The first boundary gets a line break in front of it, which all others have.
      this.boundary = Buffer.from(`\n${line}`, "latin1");
      this.rest = Buffer.concat([Buffer.from("\n"), this.rest]);
      return;
    }
    this.boundary = Buffer.alloc(0);
    const { rest } = this;
    this.rest = this.boundary;
    if (rest.length > 0) this.report.feed(rest);
  }

  private takeParts(): void {
    while (!this.isOver && this.takePart());
  }

  /** Reads a part's beginning; false when more bytes are needed. */
  private takePart(): boolean {
    const boundary = this.boundary!;
    const at = this.rest.indexOf(boundary);
    if (at === -1) {
      // What may be the beginning of a boundary, with a line break before it, waits for the next piece.
      const kept = Math.min(this.rest.length, boundary.length + 1);
      this.give(this.rest.subarray(0, this.rest.length - kept));
      this.rest = this.rest.subarray(this.rest.length - kept);
      return false;
    }
    const after = at + boundary.length;
    const closes = this.rest.toString("latin1", after, after + 2) === "--";
    const head = closes ? "" : this.rest.toString("utf8", after, after + MAX_HEADERS);
    const end = /\r?\n\r?\n/.exec(head);
    if (!closes && end === null) {
      if (this.rest.length - after >= MAX_HEADERS) throw new WrongRun("The form has a part with too many headers.");
      return false;
    }
    this.give(this.rest.subarray(0, at > 0 && this.rest[at - 1] === CR ? at - 1 : at));
    this.isOver = closes;
    if (closes) return true;
    this.part = this.open(head.slice(0, end!.index));
    const body = after + Buffer.byteLength(head.slice(0, end!.index + end![0].length));
    // The break that ends the headers may also stand before a boundary, if the part is empty.
    const isBroken = this.rest[body - 1] === LF && this.rest.subarray(body - 1).indexOf(boundary) === 0;
    this.rest = this.rest.subarray(isBroken ? body - 1 : body);
    return true;
  }

  private open(headers: string): Part {
    const name = /^content-disposition:[^\r\n]*?;\s*name="?([^";\r\n]*)/im.exec(headers)?.[1] ?? "";
    if (name !== "report" && name !== "map") {
      throw new WrongRun(`The form has the fields report and map, and no ${quote(name)}.`);
    }
    if (this.seen.has(name)) throw new WrongRun(`The form has the field ${name} twice: send one file at a time.`);
    this.seen.add(name);
    return name;
  }

  private give(bytes: Buffer): void {
    if (bytes.length === 0 || this.part === null) return;
    if (this.part === "report") {
      this.report.feed(bytes);
      return;
    }
    this.mapBytes += bytes.length;
    if (this.mapBytes > MAX_RUN_MAP_BYTES) throw new WrongRun(`map: more than ${MAX_RUN_MAP_BYTES} bytes.`);
    this.mapPieces.push(Buffer.from(bytes));
  }
}
