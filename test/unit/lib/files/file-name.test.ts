// File names: safe to show and to save under, at most a hundred characters, each its own.
import { expect, test } from "vitest";
import { cleanFileName, freeFileName } from "../../../../src/lib/files/file-name.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

const clean = (name: string) => cleanFileName(name, ["png", "apng"], "picture");

test.each([
  ["shot.png", "shot.png"],
  ["Shot.PNG", "Shot.PNG"],
  ["Bildschirmfoto 2026-11-15 um 09.12.33.png", "Bildschirmfoto 2026-11-15 um 09.12.33.png"],
  ["скриншот 🙂.png", "скриншот 🙂.png"],
  ["👩‍👩‍👧.png", "👩‍👩‍👧.png"],
  ["../../etc/passwd", "passwd.png"],
  ["C:\\Users\\ines\\shot.png", "shot.png"],
  ["a/b\\c/d.png", "d.png"],
  ["folder/", "picture.png"],
  ["", "picture.png"],
  ["..", "picture.png"],
  ["  . . ", "picture.png"],
  [".png", "png.png"],
  [".hidden.png", "hidden.png"],
  ["shot.png. ", "shot.png"],
  ["shot", "shot.png"],
  ["shot.html", "shot.html.png"],
  ["shot.tar.gz", "shot.tar.gz.png"],
  ["shot.", "shot.png"],
  ["a\u0000b\u0007c\r\nd.png", "ab c d.png"],
  ["evil\u202egnp.exe", "evilgnp.exe.png"],
  ["a\u2066b\u2069\u200f\u061cc.png", "abc.png"],
  ["zero\u200bwidth\ufeff.png", "zerowidth.png"],
  ["Cafe\u0301.png", "Caf\u00e9.png"],
  ['"quoted"; filename=x.png', '"quoted"; filename=x.png'],
])("%j becomes %j", (given, name) => {
  expect(clean(given)).toBe(name);
});

test("a long name is cut to a hundred characters and keeps its ending", () => {
  expect(clean(`${"a".repeat(300)}.png`)).toBe(`${"a".repeat(96)}.png`);
  expect(clean(`${"🙂".repeat(300)}.png`)).toBe(`${"🙂".repeat(96)}.png`);
  expect(clean(`x.${"y".repeat(300)}`)).toBe(`x.${"y".repeat(94)}.png`);
  expect([...clean("ab ".repeat(100))].length).toBeLessThanOrEqual(100);
});

test("cleaning a name again changes nothing", () => {
  for (const name of ["a/b.png", `${"🙂 ".repeat(90)}.png`, "..x.", "e\u0301".repeat(120)]) {
    expect(clean(clean(name))).toBe(clean(name));
  }
});

test("a name that is taken gets the next free number before its ending", () => {
  const taken = new Set<string>();
  const names = ["shot.png", "shot.png", "shot.png", "shot 2.png", "other.png"].map((name) => {
    const free = freeFileName(name, taken);
    taken.add(free);
    return free;
  });
  expect(names).toEqual(["shot.png", "shot 2.png", "shot 3.png", "shot 2 2.png", "other.png"]);
});

test("a number fits into a hundred characters, too", () => {
  const long = clean("🙂".repeat(200));
  const taken = new Set([long]);
  for (let n = 2; n <= 12; n++) {
    const free = freeFileName(long, taken);
    expect([...free]).toHaveLength(100);
    expect(free.endsWith(` ${n}.png`)).toBe(true);
    taken.add(free);
  }
});

test.each([".", " ", "/", "\u202e", "a", "🙂", "a.", "\ud83d"])("a megabyte of %j takes linear time", async (unit) => {
  await expectLinear(500_000, (size) => {
    const name = unit.repeat(size);
    return () => clean(name);
  });
});
