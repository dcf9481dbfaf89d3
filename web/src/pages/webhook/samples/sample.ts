// What a sample is: a payload to try a mapping on, with a mapping that fits it.
import { type MappingTexts, TEXT_KEYS } from "../data/mapping-keys.ts";

export interface Sample {
  name: string;
  text: string;
  /** Null where Retest reads the shape by itself. */
  mapping: MappingTexts | null;
}

const NO_MAPPING = Object.fromEntries(TEXT_KEYS.map((key) => [key, ""])) as MappingTexts;

export function json(name: string, mapping: Partial<MappingTexts> | null, payload: object): Sample {
  return {
    name,
    text: JSON.stringify(payload, null, 2),
    mapping: mapping === null ? null : { ...NO_MAPPING, ...mapping },
  };
}
