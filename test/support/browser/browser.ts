// A real browser to look at the interface with. Whatever goes wrong in a page (an error, a refused resource, a broken
// security policy) is collected, and fails the test that opened it.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import type { Role } from "../../../src/domain/access/grant.ts";
import { SESSION } from "../conformance/session-cookie.ts";
import type { World } from "../server/test-server.ts";
import type { KeptContexts } from "./kept-contexts.ts";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/** What is enough to visit with. `take` lends a context that others have had, cleared of all that they left. */
export type Opener = Pick<Browser, "newContext"> & Pick<KeptContexts, "take">;

/** Where pictures of pages go when RETEST_TEST_SHOTS names a folder. */
const SHOTS = process.env.RETEST_TEST_SHOTS;
/** How many times slower than this machine a page shall be, to see whether a test depends on its speed. */
const SLOWER = Number(process.env.RETEST_TEST_SLOWER ?? 1);
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** What went wrong in the page so far. */
  problems: string[];
  /** Opens a path of the interface. */
  go(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Of a visitor's browser; `isLast` for one that nobody can have afterwards, because what the test does to it can't be undone. */
export interface VisitorOptions extends BrowserContextOptions {
  alsoKnown?: string[];
  isLast?: boolean;
}

/** A browser of one's own, not signed in. Closing it fails if anything went wrong in its page. */
export async function visitor(
  browser: Opener,
  address: string,
  { alsoKnown = [], isLast = false, ...own }: VisitorOptions = {},
): Promise<Visitor> {
  const known = [address, ...alsoKnown];
  const options = { viewport: DESKTOP, reducedMotion: "reduce" as const, baseURL: address, ...own };
  const { context, giveBack } = await browser.take(options);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  if (SLOWER > 1) {
    const tools = await context.newCDPSession(page);
    await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  }
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A refused request is an answer like any other; pages show it in words.
    if (message.type() === "error" && !/Failed to load resource/.test(message.text())) problems.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!known.some((place) => url.startsWith(place)) && !/^(?:blob|data):/.test(url))
      problems.push(`foreign request: ${url}`);
  });
  return {
    page,
    context,
    problems,
    go: async (path) => {
      await page.goto(path, { waitUntil: "domcontentloaded" });
    },
    close: async () => {
      await (isLast ? context.close() : giveBack());
      expect(problems).toEqual([]);
    },
  };
}

/** Somebody new with this role, signed in. */
export async function signedIn(
  browser: Opener,
  world: World,
  role: Role,
  { apps, ...options }: VisitorOptions & { apps?: string[] } = {},
): Promise<Visitor> {
  const cookie = (await world.person(role, apps)).slice(SESSION.length);
  const who = await visitor(browser, world.address, options);
  await who.context.addCookies([
    { name: "retest", value: cookie, url: world.address, httpOnly: true, sameSite: "Lax" },
  ]);
  return who;
}

interface AxeResults {
  violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** The rules of axe that also look at what is hidden. Contrast is one of them by its definition, but is only ever measured in sight. */
const OF_HIDDEN = [
  "accesskeys",
  "area-alt",
  "aria-allowed-role",
  "aria-hidden-focus",
  "blink",
  "duplicate-id-aria",
  "link-in-text-block",
  "marquee",
  "no-autoplay-audio",
];

/** What axe has against all of the page, hidden or not: little, and soon said. */
export async function hiddenFaults(page: Page): Promise<string[]> {
  await loadAxe(page);
  return runAxe(page, "hidden", { runOnly: OF_HIDDEN });
}

async function loadAxe(page: Page): Promise<void> {
  // Evaluated by the browser's own tools, which the page's security policy does not bind.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
}

/** What axe has against the page as it stands, in light and in dark: what is open stays open. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await loadAxe(page);
  const own = await page.evaluate<"light" | "dark">(SCHEME);
  const faults = await runAxe(page, own, {});
  const other = own === "light" ? "dark" : "light";
  await page.emulateMedia({ colorScheme: other });
  expect(await page.evaluate(SCHEME_DRAWN)).toBe(other);
  // No other rule is about colours.
  faults.push(...(await runAxe(page, other, { runOnly: ["color-contrast"] })));
  await page.emulateMedia({ colorScheme: own });
  await page.evaluate(SCHEME_DRAWN);
  return faults;
}

/** What axe has against the colours of a page that is not the interface's, such as a mail, in light and in dark. */
export async function contrastFaults(page: Page): Promise<string[]> {
  await loadAxe(page);
  const faults: string[] = [];
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    expect(await page.evaluate(SCHEME_DRAWN)).toBe(scheme);
    faults.push(...(await runAxe(page, scheme, { runOnly: ["color-contrast"] })));
  }
  return faults;
}

/** As the interface says it, or as a page without it follows the system. */
const SCHEME = `(document.documentElement.getAttribute("data-mantine-color-scheme") ??
  (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"))`;
const SCHEME_DRAWN = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(${SCHEME}))))`;

async function runAxe(page: Page, scheme: string, options: object): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...options })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${scheme}: ${id}: ${target.join(" ")}: ${failureSummary.replaceAll("\n", " ")}`,
    ),
  );
}

/** Pictures in light and dark for people to look at, when they are wanted. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined || SHOTS === "") return;
  mkdirSync(SHOTS, { recursive: true });
  const own = await page.evaluate<"light" | "dark">(SCHEME);
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate(SCHEME_DRAWN);
    await page.screenshot({ path: join(SHOTS, `${name}-${scheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: own });
}
