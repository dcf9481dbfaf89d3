// Formats are told by their first bytes, and by nothing else.
import { expect, test } from "vitest";
import { HEAD_BYTES, recogniseMedia } from "../../../../src/lib/files/media-format.ts";
import { GIF, grown, JPEG, MKV, MOV, MP4, PNG, WEBM, WEBP } from "../../../support/samples/sample-files.ts";

test.each([
  ["image/png", PNG, false],
  ["image/jpeg", JPEG, false],
  ["image/gif", GIF, false],
  ["image/gif", Buffer.from("GIF87a"), false],
  ["image/webp", WEBP, false],
  ["video/mp4", MP4, true],
  ["video/mp4", Buffer.from("\0\0\0\x1cftypmp42", "latin1"), true],
  ["video/quicktime", MOV, true],
  ["video/webm", WEBM, true],
  ["video/x-matroska", MKV, true],
])("%s is recognised, whatever follows", (type, file, isFilm) => {
  expect(recogniseMedia(file)).toMatchObject({ type, isFilm });
  expect(recogniseMedia(grown(file, HEAD_BYTES))).toMatchObject({ type, isFilm });
});

test.each([
  ["nothing", ""],
  ["a byte", "\x89"],
  ["a PNG that was cut", "\x89PNG\r\n\x1a"],
  ["a PNG whose line ends were changed", "\x89PNG\n\x1a\n...."],
  ["SVG", '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["SVG with a prologue", '<?xml version="1.0"?><svg/>'],
  ["HTML", "<!doctype html><script>alert(1)</script>"],
  ["HTML that names a format", "<!-- GIF89a -->"],
  ["a format that does not begin at the first byte", " GIF89a"],
  ["PDF", "%PDF-1.7"],
  ["ZIP", "PK\x03\x04"],
  ["a sound in RIFF", "RIFF\0\0\0\0WAVEfmt "],
  ["HEIC", "\0\0\0\x18ftypheic"],
  ["HEIF", "\0\0\0\x18ftypmif1"],
  ["AVIF", "\0\0\0\x18ftypavif"],
  ["a sound in MP4", "\0\0\0\x18ftypM4A "],
  ["a film's box that was cut", "\0\0\0\x18ftyp"],
  ["EBML of another kind", "\x1a\x45\xdf\xa3\x9f\x42\x82\x84nope"],
  ["EBML without a kind", "\x1a\x45\xdf\xa3"],
  ["BMP", "BM\0\0"],
])("%s is not", (_what, text) => {
  expect(recogniseMedia(Buffer.from(text, "latin1"))).toBeUndefined();
});
