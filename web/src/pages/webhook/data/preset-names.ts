// What the presets of the webhook are called.
import type { Webhook } from "../../../api/types.ts";

export const PRESET_NAME: Record<Webhook["preset"], string> = {
  native: "Plain JSON",
  bugsnag: "Bugsnag",
  rollbar: "Rollbar",
  datadog: "Datadog",
  custom: "Custom",
};
