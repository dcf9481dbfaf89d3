// The runbook as a file: which kinds there are, and where each is had.
import { addressOf } from "../api/client.ts";

export const EXPORT_FORMATS = [
  ["yaml", "YAML"],
  ["json", "JSON"],
  ["csv", "CSV"],
] as const;

export function exportOf(app: string, format: string): string {
  return addressOf(`/apps/${encodeURIComponent(app)}/export?format=${format}`);
}

/** As a link to it does when it is followed. */
export function saveFile(address: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
}
