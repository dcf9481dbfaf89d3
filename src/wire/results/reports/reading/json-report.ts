// What reading a report in JSON has in common.
import { isUtf8 } from "node:buffer";
import type { TestCase } from "../../../../domain/results/test-case.ts";
import { readJson } from "../../../../lib/formats/json.ts";
import { readJsonTree } from "../../../../lib/formats/json-tree.ts";
import { Mistake, placer } from "../../../../lib/formats/text-tree.ts";
import { type RunReader, WrongRun } from "./report-reader.ts";

const MAX_DEPTH = 512;

/** A document that is read when all of it is there. */
export abstract class JsonReport implements RunReader {
  readonly cases: TestCase[] = [];
  private pieces: Uint8Array[] = [];

  protected abstract read(document: unknown): void;

  feed(bytes: Uint8Array): void {
    this.pieces.push(bytes);
  }

  end(): void {
    const bytes = Buffer.concat(this.pieces);
    this.pieces = [];
    this.read(parseReport(bytes));
  }
}

/** `line` is that of its first byte. Throws `WrongRun` with line and column. */
export function parseReport(bytes: Buffer, firstLine = 1): unknown {
  const reading = readJson(bytes, { isUnbounded: true });
  if (reading.ok) return reading.value;
  if (!isUtf8(bytes)) throw new WrongRun("The file is not UTF-8 text: save it as UTF-8.");
  const text = new TextDecoder().decode(bytes);
  try {
    readJsonTree(text, MAX_DEPTH);
  } catch (error) {
    if (!(error instanceof Mistake)) throw error;
    const { line, column } = placer(text)(error.at);
    throw new WrongRun(`line ${line + firstLine - 1}, column ${column}: ${error.message}.`);
  }
  throw new WrongRun(`The file can't be read as JSON: ${reading.why}.`);
}
