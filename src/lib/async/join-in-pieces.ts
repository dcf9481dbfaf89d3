// A long text made of many small ones, as bytes: a little at a time, so that others have their turn in between.
import { setImmediate as yieldToEventLoop } from "node:timers/promises";

const PIECE = 131_072;

export async function joinInPieces(parts: Iterable<string>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let text = "";
  for (const part of parts) {
    text += part;
    if (text.length < PIECE) continue;
    pieces.push(Buffer.from(text));
    text = "";
    await yieldToEventLoop();
  }
  pieces.push(Buffer.from(text));
  return Buffer.concat(pieces);
}
