// Starts the Chromium of this machine.
import { type Browser, chromium } from "playwright-core";
import { CHROMIUM } from "../machine/find-chromium.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
];

export function openBrowser(...flags: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM!, args: [...FLAGS, ...flags] });
}
