// A world and a browser for a block of tests: opened before the first of them, closed after the last.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import type { Config } from "../../src/config.ts";
import type { DatabaseKind, World } from "../world.ts";
import type { Opener } from "./browser.ts";
import { openBrowser } from "./open-browser.ts";
import { worldOf } from "./world-of.ts";

/** Called where the block is described. What it gives may be passed on at once, and used by the tests and their set-up. */
export function stageOf(kind: DatabaseKind, settings: Partial<Config> = {}): { world: World; browser: Opener } {
  return { world: worldOf(kind, settings), browser: browserOf() };
}

export function browserOf(): Opener {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());
  return { newContext: (options) => browser!.newContext(options) };
}
