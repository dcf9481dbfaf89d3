// A compressed file of lines, each a value in JSON: written whole or not at all, and read back without ever being whole in
// memory.
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

const PIECE = 65_536;
/** Compresses half as well as possible, in a third of the time. */
const LEVEL = 3;

/** Transforms compressed bytes on their way to the file, or back: encryption, for one. */
export type Passage = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

const asTheyAre: Passage = (source) => source;

/** Writes values as lines of a file that only its owner may read. */
export async function writeLineFile(
  file: string,
  values: AsyncIterable<unknown>,
  passage: Passage = asTheyAre,
): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  try {
    // Flushed: it is on the disk before it gets its name.
    const target = createWriteStream(unfinished, { mode: 0o600, flush: true });
    await pipeline(Readable.from(pieces(values)), createGzip({ level: LEVEL }), passage, target);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function* pieces(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = "";
  for await (const value of values) {
    text += `${JSON.stringify(value)}\n`;
    if (text.length < PIECE) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** No line that was ever written has more characters: one that has would only fill the memory. */
const MOST_IN_LINE = 64_000_000;

/** Rejects, at the place where it is met, with what is wrong with the file. */
export async function* readLineFile(file: string, passage: Passage = asTheyAre): AsyncGenerator<unknown> {
  let rest = "";
  const source = createReadStream(file);
  const text = createGunzip();
  const reading = pipeline(source, passage, text);
  reading.catch(() => {});
  for await (const piece of text.setEncoding("utf8") as AsyncIterable<string>) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop()!;
    if (rest.length > MOST_IN_LINE) throw new SyntaxError("a line without an end");
    for (const line of lines) yield JSON.parse(line);
  }
  await reading;
}
