// A world and a browser for a block of tests. The world is closed after the last of them; the browser stays open for the next
// file of the same process, and ends with it.
import type { Browser } from "playwright-core";
import { beforeAll } from "vitest";
import type { Config } from "../../../src/startup/config.ts";
import type { DatabaseKind, World } from "../server/test-server.ts";
import { worldOf } from "../server/use-test-server.ts";
import type { Opener } from "./browser.ts";
import { openBrowser } from "./open-browser.ts";

/** Called where the block is described. What it gives may be passed on at once, and used by the tests and their set-up. */
export function stageOf(kind: DatabaseKind, settings: Partial<Config> = {}): { world: World; browser: Opener } {
  return { world: worldOf(kind, settings), browser: browserOf() };
}

let opened: Promise<Browser> | undefined;

export function browserOf(): Opener {
  let browser: Browser;
  beforeAll(async () => {
    if (opened === undefined || !(await opened).isConnected()) opened = openBrowser();
    browser = await opened;
  });
  return { newContext: (options) => browser.newContext(options) };
}
