// An admin who looks at the webhook page in a real browser, on a live app that looks like a real one.
import type { BrowserContextOptions, Page } from "playwright-core";
import type { World } from "../server/test-server.ts";
import { type Opener, signedIn, type Visitor } from "./browser.ts";

export const BANK = {
  name: "Lantern Bank",
  mode: "live",
  platforms: [
    { code: "ios", label: "iOS" },
    { code: "android", label: "Android" },
  ],
};

/** With a clipboard; `part` is what the address names after its #. */
export async function webhookAdmin(
  browser: Opener,
  world: World,
  app: string,
  part = "setup",
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const permissions = ["clipboard-read", "clipboard-write"];
  const who = await signedIn(browser, world, "admin", { permissions, ...options });
  await who.go(`/apps/${app}/webhook#${part}`);
  return who;
}

/** What the page copied. */
export function copied(page: Page): Promise<string> {
  return page.evaluate<string>("navigator.clipboard.readText()");
}

/** The URL of a webhook, led to this world's server. */
export function reached(world: World, url: string): string {
  return url.replaceAll(world.config.baseUrl, world.address);
}
