// The checksums of a PNG fit its chunks again after something in them was changed.
import { expect, test } from "vitest";
import { withChunkSums } from "../../../../src/lib/files/png-sums.ts";
import { chunkOf, pngWith } from "../../../support/samples/sample-files.ts";

async function mended(file: Buffer, size: number): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
  }
  const left: Buffer[] = [];
  for await (const piece of withChunkSums(pieces())) left.push(Buffer.from(piece));
  return Buffer.concat(left);
}

const PICTURE = pngWith("Author\0somebody", "Comment\0");

test.each([1, 3, 4, 8, 9, 1_000])(
  "in pieces of %i bytes a changed chunk gets the sum of what is in it, and the others keep theirs",
  async (size) => {
    expect(await mended(PICTURE, size)).toEqual(PICTURE);
    const changed = Buffer.from(PICTURE.toString("latin1").replace("somebody", "        "), "latin1");
    expect(changed.length).toBe(PICTURE.length);
    expect(await mended(changed, size)).toEqual(pngWith("Author\0        ", "Comment\0"));
  },
);

test("what stands behind the last chunk, what breaks off and what is no PNG stay as they are", async () => {
  const signature = PICTURE.subarray(0, 8);
  const endless = Buffer.concat([signature, Buffer.from("ffffffff49444154", "hex"), Buffer.alloc(40, 7)]);
  const files = [
    Buffer.concat([
      PICTURE,
      Buffer.from("something of a program, and chunks no more: "),
      chunkOf("tEXt", "a\0b").fill(0, 8),
    ]),
    PICTURE.subarray(0, 50),
    PICTURE.subarray(0, 5),
    endless,
    Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;", "latin1"),
    Buffer.alloc(0),
  ];
  for (const file of files) for (const size of [1, 5, 1_000]) expect(await mended(file, size)).toEqual(file);
});
