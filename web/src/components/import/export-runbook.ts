// The runbook as a file: which kinds there are, and where each is had.
import type { MouseEvent } from "react";
import { addressOf, pathWith } from "../../api/client.ts";
import { isConnected } from "../../api/live-updates.ts";
import { toast } from "../../interaction/toasts.tsx";

export const EXPORT_FORMATS = [
  ["yaml", "YAML"],
  ["json", "JSON"],
  ["csv", "CSV"],
] as const;

/** What makes a button or an item of a menu the link to it: of all testing, or of a cycle. */
export function exportLink(app: string, format: string, cycle?: string) {
  return fileLink(exportOf(app, format, cycle));
}

/** What makes it the link to a file of the server. */
export function fileLink(href: string) {
  return { component: "a" as const, href, download: true, onClick: stayWhileAway };
}

export function saveExport(app: string, format: string): void {
  saveFile(exportOf(app, format));
}

/** Saves a file as a link to it would. */
export function saveFile(href: string): void {
  if (!isConnected()) {
    sayAway();
    return;
  }
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

function exportOf(app: string, format: string, cycle?: string): string {
  return addressOf(pathWith(`/apps/${encodeURIComponent(app)}/export`, { format, cycle }));
}

/** The browser says nothing of a file that it could not fetch. */
function stayWhileAway(event: MouseEvent): void {
  if (isConnected()) return;
  event.preventDefault();
  sayAway();
}

function sayAway(): void {
  toast({
    kind: "failed",
    topic: "export",
    text: "The server can't be reached: nothing was exported. Try again later.",
  });
}
