// A world and a browser for a block of tests. The world is closed after the last of them; the browser stays open for the next
// file of the same process, and ends with it.
import { createServer } from "node:net";
import type { Browser } from "playwright-core";
import { beforeAll } from "vitest";
import type { Config } from "../../../src/startup/config.ts";
import type { DatabaseKind, World } from "../server/test-server.ts";
import { worldOf } from "../server/use-test-server.ts";
import type { Opener } from "./browser.ts";
import { KeptContexts, ONE_PROCESS_FOR_ALL_PAGES } from "./kept-contexts.ts";
import { openBrowser } from "./open-browser.ts";

/** Called where the block is described. What it gives may be passed on at once, and used by the tests and their set-up. */
export function stageOf(kind: DatabaseKind, settings: Partial<Config> = {}): { world: World; browser: Opener } {
  const placed = { ...settings };
  beforeAll(async () => {
    placed.port = settings.port ?? ((await isFree(PORT)) ? PORT : 0);
  });
  return { world: worldOf(kind, placed), browser: browserOf() };
}

/** One world after the other of this process is here, so that the browser has the files of the interface already. Not among those that the system gives out. */
const PORT = 20_000 + (process.pid % 10_000);

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

let opened: Promise<{ browser: Browser; kept: KeptContexts }> | undefined;

export function browserOf(): Opener {
  let browser: Browser;
  let kept: KeptContexts;
  beforeAll(async () => {
    if (opened === undefined || !(await opened).browser.isConnected()) opened = open();
    ({ browser, kept } = await opened);
  });
  return { newContext: (options) => browser.newContext(options), take: (options) => kept.take(options) };
}

async function open() {
  const browser = await openBrowser(ONE_PROCESS_FOR_ALL_PAGES);
  return { browser, kept: new KeptContexts(browser) };
}
