// Contexts of a browser that one visitor after the other has. A new context begins with nothing: the browser starts a process for
// it, asks for every file of the interface and compiles it again. What is kept is the files and the code, and nothing of the visitor.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession } from "playwright-core";

/** Each has a process of its own, so few: the one that was used last stays longest. */
const MOST_IDLE = 3;

interface Kept {
  context: BrowserContext;
  options: BrowserContextOptions;
  /** The options as one text: only who asks for the same ones gets it. */
  kind: string;
  tools: CDPSession;
}

/** What the browser must be started with: all pages of a context are in one process, which ends with the last of them. */
export const ONE_PROCESS_FOR_ALL_PAGES = "--process-per-site";

export class KeptContexts {
  private readonly browser: Browser;
  private idle: Kept[] = [];

  constructor(browser: Browser) {
    this.browser = browser;
  }

  /** A context that nobody has visited with, by all that a page can see. `giveBack` closes its pages and keeps it for the next. */
  async take(options: BrowserContextOptions & { baseURL: string }) {
    const kind = JSON.stringify(options);
    const known = this.idle.findLast((kept) => kept.kind === kind);
    this.idle = this.idle.filter((kept) => kept !== known);
    const kept = known === undefined ? await this.open(options, kind) : await cleared(known);
    return { context: kept.context, giveBack: () => this.giveBack(kept) };
  }

  /** With a page that stays, so that the process does. It has no script and hears of nothing. */
  private async open(options: BrowserContextOptions & { baseURL: string }, kind: string): Promise<Kept> {
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    await page.goto("/healthz");
    return { context, options, kind, tools: await context.newCDPSession(page) };
  }

  private async giveBack(kept: Kept): Promise<void> {
    const [, ...pages] = kept.context.pages();
    for (const page of pages) await page.close();
    this.idle.push(kept);
    if (this.idle.length > MOST_IDLE) await this.idle.shift()!.context.close();
  }
}

/** As a new context is: no cookies, nothing stored, on the network, with the permissions that it was opened with. */
async function cleared(kept: Kept): Promise<Kept> {
  const { context, options, tools } = kept;
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  if (options.permissions !== undefined) await context.grantPermissions(options.permissions);
  await tools.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" });
  return kept;
}
