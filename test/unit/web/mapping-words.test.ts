// The tables of words in the mapping editor: what is written comes back as it was, and a line that can't be read is pointed at.
import { describe, expect, test } from "vitest";
import { mappingOf, textsOf } from "../../../web/src/pages/webhook/data/mapping-keys.ts";
import {
  mistakeInPriorities,
  parseMappingWords,
  textsOfWords,
} from "../../../web/src/pages/webhook/data/mapping-words.ts";

describe("words of the tool", () => {
  test("are written one a line, and come back as they were saved", () => {
    const words = {
      priority: { "5": "urgent", Average: "medium", "a = b": "low" },
      recovered: ["0", "Alarm OK"],
      ignored: ["ping"],
    } as const;
    const { priority, recovered, ignored } = words;
    const texts = textsOfWords({ priority, recovered: [...recovered], ignored: [...ignored] });
    expect(texts).toEqual({
      priority_words: "5 = urgent\nAverage = medium\na = b = low",
      recovered_words: "0\nAlarm OK",
      ignored_words: "ping",
    });
    expect(parseMappingWords(texts)).toEqual(words);
  });

  test("are none when nothing is written", () => {
    expect(parseMappingWords({ priority_words: " \n", recovered_words: "", ignored_words: "" })).toBeNull();
    expect(mappingOf(textsOf({ mapping: {} })).words).toBeNull();
  });

  test("are kept by a mapping that is saved for another reason", () => {
    const mapping = { title: "name", words: { recovered: ["1"], priority: undefined, ignored: undefined } };
    expect(mappingOf({ ...textsOf({ mapping }), link: "url" })).toMatchObject({
      link: "url",
      words: { recovered: ["1"] },
    });
  });

  test.each([
    ["5 = urgent\n\n 4=HIGH ", null],
    ["5 = urgent\n4", 12],
    ["5 = worst", 1],
    ["= low", 1],
    ["", null],
  ])("%j", (text, position) => expect(mistakeInPriorities(text)?.position ?? null).toBe(position));
});
