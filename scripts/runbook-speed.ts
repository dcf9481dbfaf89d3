// Two figures of a long runbook in a real browser: how soon somebody on a slow phone network can record, and how soon a key is
// seen on the screen.
import type { Browser, BrowserContext, Page } from "playwright-core";

/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
export const SLOW_4G = slow(1, 1);
/** The same as browsers' developer tools give it to each request: a handshake takes more than one way there and back. */
export const SLOWER_4G = slow(3.75, 0.9);

type Conditions = ReturnType<typeof slow>;

function slow(delay: number, share: number) {
  return {
    offline: false,
    latency: 150 * delay,
    downloadThroughput: (1_600_000 * share) / 8,
    uploadThroughput: (750_000 * share) / 8,
  };
}

const PHONE = { width: 390, height: 844 };
/** Milliseconds from one key to the next: ten a second, which is faster than anybody tests. */
const PACE_MS = 100;
/** Keys that don't count: the first ones are compiled while they run. */
const WARM_UP = 10;

/** Code that notes when something has been drawn that fits this selector. */
function whenDrawn(selector: string): string {
  return `
    window.drawn = new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(${JSON.stringify(selector)}) === null) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now());
          port2.postMessage(null);
        });
      };
      const observer = new MutationObserver(look);
      observer.observe(document, { childList: true, subtree: true });
    });
  `;
}

export interface Arrival {
  ms: number;
  bytes: number;
  requests: number;
}

/** From the address to the first button that records, by somebody whose browser has nothing yet, and what came over the network. */
export async function firstPassButton(
  browser: Browser,
  address: string,
  cookies: Awaited<ReturnType<BrowserContext["cookies"]>>,
  { isPhone, conditions }: { isPhone: boolean; conditions: Conditions },
): Promise<Arrival> {
  const context = await browser.newContext(isPhone ? { viewport: PHONE, hasTouch: true, isMobile: true } : {});
  try {
    await context.addCookies(cookies);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", conditions);
    let bytes = 0;
    let requests = 0;
    session.on("Network.requestWillBeSent", () => requests++);
    session.on("Network.dataReceived", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    session.on("Network.responseReceived", ({ response }) => {
      bytes += response.encodedDataLength;
    });
    const selector = isPhone ? 'button[aria-label^="Pass "]' : '[role="gridcell"][data-status]';
    await page.addInitScript(whenDrawn(selector));
    await page.goto(address, { waitUntil: "commit" });
    const ms = await page.evaluate<number>("window.drawn");
    return { ms, bytes, requests };
  } finally {
    await context.close();
  }
}

/** Notes for every key how long it took from the keyboard until what it did was drawn. */
const NOTE_KEYS = `
  window.keyTimes = [];
  document.addEventListener("keydown", ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => keyTimes.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  }, true);
`;

/** Presses the keys at an even pace. */
export async function keyToPaint(page: Page, keys: readonly string[]): Promise<number[]> {
  await page.evaluate(`window.keyTimes === undefined && (() => { ${NOTE_KEYS} })()`);
  await page.evaluate("keyTimes.length = 0");
  const began = performance.now();
  for (const [i, key] of keys.entries()) {
    await page.waitForTimeout(Math.max(0, began + i * PACE_MS - performance.now()));
    await page.keyboard.press(key);
  }
  await page.waitForTimeout(500);
  return (await page.evaluate<number[]>("keyTimes")).slice(WARM_UP);
}

/** So many times one key after the other. */
export function keysOf(times: number, ...keys: string[]): string[] {
  return Array.from({ length: WARM_UP + times }, (_, i) => keys[i % keys.length]!);
}
