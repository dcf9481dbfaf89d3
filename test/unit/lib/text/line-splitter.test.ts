// Lines out of pieces, wherever the pieces end.
import fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "../../../../src/lib/text/line-splitter.ts";

test("lines are the same wherever their bytes are parted, and the rest is what nobody ended", () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\r\n]/g, ""));
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.array(fc.nat(200)), (lines, places) => {
      const bytes = Buffer.from(lines.join("\n"));
      const cuts = [0, ...places.map((place) => Math.min(place, bytes.length)), bytes.length].sort((a, b) => a - b);
      const splitter = new LineSplitter(10_000);
      const pieces = cuts.slice(1).map((end, i) => bytes.subarray(cuts[i], end));
      expect([...pieces.flatMap((piece) => [...splitter.take(piece)]), splitter.rest()]).toEqual(lines);
    }),
  );
});

test("a line may be as long as agreed, and one byte more is refused, also when it comes in pieces", () => {
  const splitter = new LineSplitter(4);
  expect([...splitter.take(Buffer.from("abcd\nab"))]).toEqual(["abcd"]);
  expect([...splitter.take(Buffer.from("c\r\n"))]).toEqual(["abc"]);
  expect([...splitter.take(Buffer.from("abc"))]).toEqual([]);
  expect(() => [...splitter.take(Buffer.from("de"))]).toThrow("a line has more than 4 bytes");
  expect(splitter.rest()).toBe("");
});
