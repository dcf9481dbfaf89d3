// The files that a runbook can be had as.
import { addressOf } from "../../api/client.ts";

export const FORMATS = [
  ["yaml", "YAML"],
  ["json", "JSON"],
  ["csv", "CSV"],
] as const;

export function exportOf(app: string, format: string): string {
  return addressOf(`/apps/${encodeURIComponent(app)}/export?format=${format}`);
}
