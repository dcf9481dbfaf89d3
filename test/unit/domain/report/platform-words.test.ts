// The words by which other tools name platforms.
import { describe, expect, test } from "vitest";
import type { Platform } from "../../../../src/domain/apps/platforms.ts";
import { matchPlatforms } from "../../../../src/domain/report/platform-words.ts";
import { expectLinear } from "../../../support/machine/linear-time.ts";

const named = (...names: [code: string, label: string][]): Platform[] =>
  names.map(([code, label]) => ({ code, label }));

const PLAIN = named(["ios", "iOS"], ["android", "Android"], ["web", "Web"]);
const codes = (words: string | string[], platforms = PLAIN) => matchPlatforms(words, platforms).codes;

describe("codes and labels", () => {
  test.each<[words: string | string[], found: string[]]>([
    ["ios", ["ios"]],
    ["IOS", ["ios"]],
    ["iOS , Android,,", ["ios", "android"]],
    [
      ["web", "ios"],
      ["web", "ios"],
    ],
    [["web", "WEB", "Web"], ["web"]],
    [["ios, web"], ["ios", "web"]],
    ["ios, toaster", ["ios"]],
    ["toaster", []],
    ["all", []],
    ["", []],
    [",,,", []],
    [[], []],
    ["ios web", []],
  ])("%j is %j", (words, found) => expect(codes(words)).toEqual(found));

  test("a code or label as it is written counts before any other spelling of it", () => {
    const cased = named(["IOS", "Apple, old"], ["ios", "Apple"], ["Web", "Site"], ["site", "Shop"]);
    expect(codes(["IOS"], cased)).toEqual(["IOS"]);
    expect(codes("ios", cased)).toEqual(["ios"]);
    expect(codes("Site", cased)).toEqual(["Web"]);
    expect(codes("site", cased)).toEqual(["site"]);
    expect(codes("a", named(["a", "B"], ["b", "A"]))).toEqual(["a"]);
    expect(codes("B", named(["a", "B"], ["b", "A"]))).toEqual(["a"]);
  });

  test("a name that several platforms have means all of them", () => {
    const shared = named(["phone", "Apple"], ["tablet", "Apple"], ["IOS", "a"], ["ios", "b"], ["apple-tv", "APPLE"]);
    expect(codes("Apple", shared)).toEqual(["phone", "tablet"]);
    expect(codes("apple", shared)).toEqual(["phone", "tablet", "apple-tv"]);
    expect(codes("iOS", shared)).toEqual(["IOS", "ios"]);
    expect(codes("iOS 17.2, b", shared)).toEqual(["IOS", "ios"]);
    expect(codes("iphone", shared), "a generic word is no name").toEqual([]);
  });

  test("a label may hold a comma", () => {
    const platforms = named(["desk", "Windows, Mac"], ["web", "Web"]);
    expect(codes("windows, mac", platforms)).toEqual(["desk"]);
    expect(codes(["Windows, Mac", "web"], platforms)).toEqual(["desk", "web"]);
  });

  test("a number behind a name of the app's own makes another name of it", () => {
    const platforms = named(["kiosk", "Kiosk"], ["ios", "iOS"]);
    expect(codes("kiosk-2, Kiosk 3", platforms)).toEqual([]);
    expect(codes("KIOSK, ios 17.2", platforms)).toEqual(["kiosk", "ios"]);
    const versions = named(["a9", "Android 9"], ["a14", "Android 14"], ["k2", "Kiosk 2"]);
    expect(codes("android-14, kiosk-2, android", versions)).toEqual(["a14", "k2"]);
  });

  test("words that match nothing are told, the first few of them", () => {
    expect(matchPlatforms("ios, toaster, fridge", PLAIN)).toEqual({ codes: ["ios"], unknown: ["toaster", "fridge"] });
    expect(matchPlatforms("a,b,c,d,e,f,g,h", PLAIN).unknown).toHaveLength(5);
  });

  test.each(["constructor", "__proto__", "toString"])("%s is no name", (word) => expect(codes(word)).toEqual([]));
});

describe("a generic word", () => {
  const SHOP = named(
    ["phone-ios", "App Store build"],
    ["droid", "Android phones"],
    ["site", "Web shop"],
    ["pc", "Windows desktop"],
    ["m1", "macOS"],
    ["tux", "Linux"],
    ["living-room", "Apple TV"],
    ["wrist", "Apple Watch"],
  );

  test.each([
    ["phone-ios", ["ios", "iPhone", "iPad", "iPadOS", "iOS 19.2", "iPhone OS"]],
    ["droid", ["android", "Android 14", "ANDROID OS"]],
    ["site", ["web", "browser", "Chrome", "Mobile Safari", "firefox", "Microsoft Edge", "website", "browser-js"]],
    ["pc", ["windows", "win", "Win32", "Windows 11", "Windows NT 10.0"]],
    ["m1", ["mac", "macos", "OSX", "OS X", "Mac OS X 10.15", "mac_os", "Darwin"]],
    ["tux", ["linux", "GNU/Linux", "Ubuntu 24.04"]],
    ["living-room", ["tv", "tvOS", "Android TV"]],
    ["wrist", ["watch", "watchOS", "Wear OS"]],
  ])("means %s: %j", (code, words) => expect(words.map((word) => codes(word, SHOP))).toEqual(words.map(() => [code])));

  test("matches nothing when no platform is of its kind", () => expect(codes("linux")).toEqual([]));

  test("matches nothing when several platforms are of its kind", () => {
    const tablets = named(["iphone", "iPhone"], ["ipad", "iPad"], ["web", "Web"]);
    expect(codes("ios", tablets)).toEqual([]);
    expect(codes("ipad", tablets)).toEqual(["ipad"]);
  });

  test("takes a television for no phone", () => {
    const both = named(["android", "Android"], ["android-tv", "Android TV"], ["wear", "Wear OS (Android)"]);
    expect(codes("tv", both)).toEqual(["android-tv"]);
    expect(codes("Android 14", both)).toEqual(["android"]);
  });

  test("goes by the code where the code says the kind", () => {
    const both = named(["web", "Web (Safari on macOS)"], ["mac", "Desktop"]);
    expect(codes("macos", both)).toEqual(["mac"]);
    expect(codes("chrome", both)).toEqual(["web"]);
  });
});

describe("long lists", () => {
  test.each<[sentence: string, make: (size: number) => string | string[]]>([
    ["a hundred thousand words in one text", (size) => "toaster,".repeat(size / 8)],
    ["a megabyte of commas", (size) => ",".repeat(size)],
    ["a megabyte in one word", (size) => "x".repeat(size)],
    ["a megabyte of space", (size) => `${" ".repeat(size)}ios`],
    ["a hundred thousand entries", (size) => Array(Math.ceil(size / 10)).fill("toaster")],
    ["long entries", (size) => Array(100).fill("x ".repeat(size / 100))],
  ])("%s take linear time", async (_sentence, make) => {
    const many = named(...Array.from({ length: 50 }, (_, i): [string, string] => [`p${i}`, `Platform ${i}`]));
    await expectLinear(1_000_000, (size) => {
      const words = make(size);
      return () => matchPlatforms(words, many);
    });
  });

  test("are looked at from the start", () => {
    expect(codes(`ios,${"toaster,".repeat(10_000)}web`)).toEqual(["ios"]);
  });

  test("words that are not looked at to their end match nothing", () => {
    expect(codes(`${"x,".repeat(500)}${" ".repeat(18_996)}ios-like`)).toEqual([]);
    expect(codes(`ios${" ".repeat(200)}of a kind`)).toEqual([]);
    expect(codes(["android", `ios${" ".repeat(20_000)}of a kind`])).toEqual(["android"]);
  });
});
