// Every preset of the webhook, by its name.
import type { Preset, PresetName } from "../domain/report/preset.ts";
import { bugsnag } from "./bugsnag/preset.ts";
import { datadog } from "./datadog/preset.ts";
import { rollbar } from "./rollbar/preset.ts";
import { custom, native } from "./toolkit/preset/own-presets.ts";

export const PRESET_REGISTRY: Record<PresetName, Preset> = {
  native,
  bugsnag,
  rollbar,
  datadog,
  custom,
};
