// What a preset of the webhook is: where a tool keeps things in its payloads, written in the mapping language, and how to
// set the tool up. Each preset is in the folder of its tool.
import type { Words } from "../mapping/words.ts";

export const PRESETS = ["native", "bugsnag", "rollbar", "datadog", "custom"] as const;
export type PresetName = (typeof PRESETS)[number];

/** The product's own shape, to which everything falls back field by field. */
export const NATIVE = {
  title: ["title"],
  description: ["description"],
  url: ["url"],
  link: ["link"],
  external_id: ["external_id"],
  priority: ["priority"],
  platforms: ["platforms"],
  reporter_name: ["reporter.name"],
  reporter_email: ["reporter.email"],
  source: ["source"],
  recovered: ["recovered"],
  // Only a custom mapping says where an issue belongs.
  check: [],
  section: [],
} satisfies Record<string, readonly string[]>;

/** A field that is read from a payload. The reporter's name and address are two. */
export type ReportField = keyof typeof NATIVE;

/** The expressions to try for each field, in order. */
export type Expressions = Partial<Record<ReportField, readonly string[]>>;

export interface Preset {
  name: PresetName;
  /** The tool's short name; null when the payload says it. */
  source: string | null;
  expressions: Expressions;
  /** Words of the tool that mean something else than they do elsewhere, or nothing. */
  words?: Words;
  /** What the title of a recovery looks like, for payloads that say it nowhere else. */
  recoveredTitle?: RegExp;
  setup: PresetSetup;
}

/** How to set a tool up so that its deliveries arrive: what to paste, and where. Links are written as in Markdown. */
export interface PresetSetup {
  steps: readonly string[];
  /** A text to paste into the tool, where it wants one. */
  template: string | null;
}
