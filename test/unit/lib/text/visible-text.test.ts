// Names as people see them, and whether two of them look the same.
import { describe, expect, test } from "vitest";
import { isPlainName } from "../../../../src/integrations/tool-channels.ts";
import { formOf, lookOf, visibleLine } from "../../../../src/lib/text/visible-text.ts";

describe("a name", () => {
  test.each([
    ["a word joiner", "CI via API\u2060", "CI via API"],
    ["zero-width characters", "\u200bA\u200dd\u200ca\ufeff", "Ada"],
    ["marks that turn the direction", "\u202eecilA\u202c \u2067x\u2069\u200f\u061c", "ecilA x"],
    ["a soft hyphen and fillers", "A\u00add\u034fa\u115f\u3164\uffa0", "Ada"],
    ["tags", "Ada\u{e0041}\u{e007f}", "Ada"],
    ["variation selectors and annotations", "A\ufe00\u{e0100}\ufff9da\ufffb", "Ada"],
    ["blanks of every kind", "\u00a0Ada\u2003\u3000Love\u2800lace\u00a0", "Ada Lovelace"],
    ["line breaks", "Ada\r\n\u2028Lovelace", "Ada Lovelace"],
    ["letters and accents apart", "Rene\u0301", "Ren\u00e9"],
  ])("loses %s", (_what, given, kept) => {
    expect(visibleLine(given)).toBe(kept);
    expect(visibleLine(kept)).toBe(kept);
  });

  test.each([
    "👩‍💻 Ada",
    "❤️ Ada",
    "1️⃣ team",
    "🇵🇹 Ines",
    "می‌خواهم",
    "क्‍ष",
    "Åsa Ödegård",
    "山田 太郎",
    "O'Brien-Smith, Jr.",
  ])("keeps what %j needs to be seen", (name) => {
    expect(visibleLine(name)).toBe(name);
  });

  test.each([
    "CI via API",
    "CI via API\u2060",
    "CI via\u00a0API",
    "CI via  API",
    "CI via\u200b API.",
    "CI (via API)",
    "CI via ＡＰＩ",
    "CI via АРІ",
    "CI vıa АPI",
    "CI v1a AP1",
    "CI via Ápi",
    "CI \u202evia API",
    "ines via pull request",
    "ines vіa ЅӀасk",
    "via Linear",
    "Webhook",
    "Sеntry",
    "sys\u200btem",
  ])("%j can't be a person's: it reads like a key's or a tool's", (name) => {
    expect(isPlainName(visibleLine(name))).toBe(false);
  });

  test.each(["Ada", "Olivia Apis", "Via Apia", "Systema", "Teams Builder", "Ana via Lisboa"])(
    "%j can be a person's",
    (name) => {
      expect(isPlainName(name)).toBe(true);
    },
  );

  test("has one form whatever alphabet and width it is written with, and keeps capitals and accents apart", () => {
    expect(formOf("Ѕhор")).toBe(formOf("Shop"));
    expect(formOf("Ｓｈｏｐ\u200b")).toBe(formOf("Shop"));
    expect(formOf("shop")).not.toBe(formOf("Shop"));
    expect(formOf("Café")).not.toBe(formOf("Cafe"));
    expect(formOf("Shop 1")).not.toBe(formOf("Shop l"));
    expect(lookOf("Shop 1")).toBe(lookOf("shop l"));
  });
});
