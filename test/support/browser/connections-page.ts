// An admin who looks at an app's connections in a real browser.
import type { BrowserContextOptions, Page } from "playwright-core";
import type { World } from "../server/test-server.ts";
import { type Opener, signedIn, type Visitor } from "./browser.ts";

/** With a clipboard; `connection` is the one to look at, else all of them are. */
export async function connectionsAdmin(
  browser: Opener,
  world: World,
  app: string,
  connection = "",
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const permissions = ["clipboard-read", "clipboard-write"];
  const who = await signedIn(browser, world, "admin", { permissions, ...options });
  await who.go(`/apps/${app}/connections${connection === "" ? "" : `/${connection}`}`);
  return who;
}

/** Adds one from the list of connections, and is then where it is set up. */
export async function addConnection(page: Page, tool: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Add a connection" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a connection" });
  await dialog.getByRole("radio", { name: tool }).check();
  await dialog.getByRole("button", { name: "Add connection" }).click();
  await page.getByRole("link", { name: "All connections" }).waitFor();
}
