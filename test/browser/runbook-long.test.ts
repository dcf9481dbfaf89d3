// A long runbook: only what is in sight is drawn, and a key draws no more than what changes.
import { describe, expect, test } from "vitest";
import { shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";

const LONG = { checks: 2_000, platforms: 4 };
/** Keeps in mind how many rows there ever were at once. */
const COUNT_ROWS = `
  window.mostRows = 0;
  new MutationObserver(() => {
    mostRows = Math.max(mostRows, document.querySelectorAll("[role=row]").length);
  }).observe(document, { childList: true, subtree: true });
`;

describe("a long runbook", () => {
  const { world, browser } = stageOf("sqlite");

  test("2,000 checks on 4 platforms: a few rows are drawn, and a key draws next to none of them", async () => {
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
    const drawn = (await page.evaluate(`(async () => {
      const grid = document.querySelector("[role=grid]");
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      let rows = 0;
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) if (node.role === "row" || node.querySelector?.("[role=row]")) rows++;
        }
      }).observe(grid, { childList: true, subtree: true });
      const drawn = [];
      for (let i = 0; i < 40; i++) {
        rows = 0;
        grid.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
        await frame();
        await frame();
        drawn.push(rows);
      }
      return drawn;
    })()`)) as number[];
    expect(Math.max(...drawn)).toBeLessThan(10);
    await page.keyboard.press("Control+End");
    await page.getByRole("gridcell", { name: /^Check 19 99, web/ }).waitFor();
    await page.keyboard.press("p");
    await page.getByRole("gridcell", { name: /^Check 19 99, web, passed/ }).waitFor();
    await shoot(page, "runbook-long");
    await who.close();
  });
});
