// What a mapping may say, with the words that the editor has for each.
import { MAPPING_KEYS, type MappingKey } from "../../../../../src/wire/lists.ts";
import type { Webhook } from "../../../api/types.ts";
import { parseMappingWords, textsOfWords, WORD_KEYS } from "./mapping-words.ts";

export const TEXT_KEYS = [...MAPPING_KEYS, ...WORD_KEYS] as const;
export type TextKey = (typeof TEXT_KEYS)[number];

/** Each expression and table of words as it stands in its field; blank for none. */
export type MappingTexts = Record<TextKey, string>;

export const KEY_LABEL: Record<MappingKey, string> = {
  title: "Title",
  description: "Description",
  link: "Link back",
  external_id: "External id",
  priority: "Priority",
  platform: "Platform",
  recovered: "Recovered",
  ignored: "Ignored",
  check: "Check",
  section: "Section",
  items: "Items",
};

export const KEY_HELP: Record<MappingKey, string> = {
  title: "The first line of the issue. Without one, the description's first line.",
  description: "The rest of the text. It may have several lines.",
  link: "Back to the item in the tool: http or https.",
  external_id: "The tool's own id. While its issue is open, further deliveries with it raise nothing.",
  priority: "A word or number such as critical, P2 or warning.",
  platform: "A code, a name, a word such as ios, or a list of them.",
  recovered: "Where the tool says that it is over: resolved, ok, up, closed, true and the like.",
  ignored:
    "Where the tool says what kind of message it sends. Pings and the like raise nothing: name them below, in the words for ignored.",
  check: "The ref or exact title of the check that it breaks. What matches none is ignored.",
  section: "The ref or exact title of a section: decides between checks of one title, or is where the issue belongs.",
  items:
    "A list, each item of which is an issue of its own. The other expressions then begin at the item; $.key begins at the whole payload.",
};

export const KEY_EXAMPLE: Record<MappingKey, string> = {
  title: "{service}: {error.message}",
  description: "error.details | summary",
  link: "event.url",
  external_id: "event.id",
  priority: "severity",
  platform: "device.os",
  recovered: "status",
  ignored: "event.type",
  check: "labels.check",
  section: "labels.team",
  items: "alerts",
};

export function textsOf({ mapping }: Pick<Webhook, "mapping">): MappingTexts {
  const texts = MAPPING_KEYS.map((key) => [key, mapping[key] ?? ""]);
  return { ...Object.fromEntries(texts), ...textsOfWords(mapping.words) } as MappingTexts;
}

/** The mapping as the server takes it: blank expressions are left out. */
export function mappingOf(texts: MappingTexts): Webhook["mapping"] {
  const mapping = MAPPING_KEYS.map((key) => [key, texts[key].trim() === "" ? null : texts[key]]);
  return { ...Object.fromEntries(mapping), words: parseMappingWords(texts) };
}

export function isSameMapping(a: MappingTexts, b: MappingTexts): boolean {
  return TEXT_KEYS.every((key) => a[key].trim() === b[key].trim());
}
