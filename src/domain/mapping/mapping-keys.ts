// What a mapping may have expressions for.
export const MAPPING_KEYS = [
  "title",
  "description",
  "link",
  "external_id",
  "priority",
  "platform",
  "recovered",
  "ignored",
  "check",
  "section",
  "items",
] as const;
export type MappingKey = (typeof MAPPING_KEYS)[number];
