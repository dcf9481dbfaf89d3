// A long runbook: only what is in sight is drawn, and the keys stay quick.
import { describe, expect, test } from "vitest";
import { shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";

const LONG = { checks: 2_000, platforms: 4 };
const FRAME_MS = 16;
/** Keeps in mind how many rows there ever were at once. */
const COUNT_ROWS = `
  window.mostRows = 0;
  new MutationObserver(() => {
    mostRows = Math.max(mostRows, document.querySelectorAll("[role=row]").length);
  }).observe(document, { childList: true, subtree: true });
`;

describe("a long runbook", () => {
  const { world, browser } = stageOf("sqlite");

  test("2,000 checks on 4 platforms: a few rows are drawn, and moving by key takes less than a frame", async () => {
    const codes = ["web", "ios", "android", "tv"].slice(0, LONG.platforms);
    const app = await world.app({
      name: "Long",
      platforms: codes.map((code) => ({ code, label: code })),
      sections: Array.from({ length: 20 }, (_, s) => ({
        ref: `S${s}`,
        title: `Section ${s}`,
        checks: Array.from({ length: LONG.checks / 20 }, (_, i) => ({ ref: `S${s}-${i}`, title: `Check ${s} ${i}` })),
      })),
    });
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await page.addInitScript(COUNT_ROWS);
    await who.go(`/apps/${app.id}`);
    await page.getByRole("gridcell", { name: /^Check 0 0, web/ }).waitFor();
    expect(await page.evaluate("mostRows")).toBeLessThan(60);
    const took = (await page.evaluate(`(async () => {
      const grid = document.querySelector("[role=grid]");
      const times = [];
      for (let i = 0; i < 40; i++) {
        const began = performance.now();
        grid.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
        await new Promise((resolve) => queueMicrotask(resolve));
        times.push(performance.now() - began);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return times.sort((a, b) => a - b)[10];
    })()`)) as number;
    expect(took).toBeLessThan(FRAME_MS);
    await page.keyboard.press("Control+End");
    await page.getByRole("gridcell", { name: /^Check 19 99, web/ }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("gridcell", { name: /^Check 19 99, web, passed/ }).waitFor();
    await shoot(page, "runbook-long");
    await who.close();
  });
});
