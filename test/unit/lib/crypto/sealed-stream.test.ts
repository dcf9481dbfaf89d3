// Sealed streams: whatever was put in comes out with the key, and nothing comes out of one that is not as it was.
import { describe, expect, test } from "vitest";
import { opened, SealBroken, sealed } from "../../../../src/lib/crypto/sealed-stream.ts";

const SEAL = { secret: "a secret", purpose: "test/v1" };
const PIECE = 65_536;

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const seal = (bytes: Buffer, size = 10_000) => whole(sealed(inPieces(bytes, size), "A heading", SEAL));
const open = (bytes: Buffer, secret = SEAL.secret, size = 7_777) =>
  whole(opened(inPieces(bytes, size), () => ({ ...SEAL, secret })));
const reasonOf = (opening: Promise<unknown>) =>
  opening.then(
    () => "opened",
    (error: unknown) => (error instanceof SealBroken ? error.reason : String(error)),
  );
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, i) => (i * 7 + (i >> 8)) & 255));

describe("a sealed stream", () => {
  test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 200_000])(
    "of %i bytes opens to the same bytes",
    async (length) => {
      const text = bytesOf(length);
      expect((await open(await seal(text))).equals(text)).toBe(true);
    },
  );

  test("shows its heading before anything is opened, and nothing of what is in it", async () => {
    const closed = await seal(Buffer.from("what nobody may read".repeat(10)));
    expect(closed.toString("latin1")).not.toContain("nobody");
    const seen: string[] = [];
    await whole(
      opened(inPieces(closed, 5), (heading) => {
        seen.push(heading);
        return SEAL;
      }),
    );
    expect(seen).toEqual(["A heading"]);
  });

  test("does not open with another key, and not when something else", async () => {
    const closed = await seal(Buffer.alloc(100, "x"));
    expect(await reasonOf(open(closed, "another"))).toBe("first piece");
    expect(await reasonOf(open(Buffer.alloc(0)))).toBe("no heading");
    expect(await reasonOf(open(Buffer.alloc(5_000, "x")))).toBe("no heading");
  });

  test("is refused wherever a byte was changed, cut off, moved or added", async () => {
    const closed = await seal(Buffer.alloc(3 * PIECE, "x"));
    const first = "A heading\n".length;
    const piece = 4 + PIECE + 16;
    const broken: [string, Buffer][] = [];
    for (const at of [0, first, first + 4, first + 100, first + piece + 50, closed.length - 1]) {
      const changed = Buffer.from(closed);
      changed[at]! ^= 1;
      broken.push([`changed at ${at}`, changed]);
    }
    for (const length of [first, first + 2, first + piece, first + 2 * piece, closed.length - 1]) {
      broken.push([`cut at ${length}`, closed.subarray(0, length)]);
    }
    const [one, two] = [closed.subarray(first, first + piece), closed.subarray(first + piece, first + 2 * piece)];
    broken.push(["moved", Buffer.concat([closed.subarray(0, first), two, one, closed.subarray(first + 2 * piece)])]);
    broken.push(["added", Buffer.concat([closed, Buffer.from("more")])]);
    broken.push(["twice", Buffer.concat([closed, one])]);
    for (const [what, bytes] of broken) expect([what, await reasonOf(open(bytes))]).not.toEqual([what, "opened"]);
  });
});
