// An admin connects a program that has Sentry's SDK: the real one, in a page of another origin, raises an issue by the DSN.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults } from "../support/browser/browser.ts";
import { addConnection, connectionsAdmin } from "../support/browser/connections-page.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK, copied } from "../support/browser/webhook-page.ts";
import { issueClientOf } from "../support/clients/issue-client.ts";

const PAGE = `
import * as Sentry from "@sentry/browser";
Sentry.init({ dsn: location.hash.slice(1), tracesSampleRate: 1 });
Sentry.getClient().on("afterSendEvent", (event, answer) => {
  if (event.type === undefined) document.title = \`answered \${answer.statusCode}\`;
});
function payNow() { throw new RangeError("The amount is negative"); }
setTimeout(payNow);
`;

describe("Sentry's SDK in a page of another origin", () => {
  const { world, browser } = stageOf("sqlite");
  const pages = createServer();
  let origin: string;
  beforeAll(async () => {
    const made = await build({
      stdin: { contents: PAGE, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: "iife",
    });
    pages.on("request", (request, response) => {
      const isScript = request.url === "/page.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(
        isScript ? made.outputFiles[0]!.text : '<!doctype html><title>Shop</title><script src="/page.js"></script>',
      );
    });
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  });
  afterAll(() => pages.close());

  test("raises an issue by the DSN that the interface shows", async () => {
    const app = await world.app({ ...BANK, mode: "live", name: "Bank SDK" });
    const who = await connectionsAdmin(browser, world, app.id);
    const { page } = who;
    await addConnection(page, /Sentry SDK/);
    await page.getByRole("heading", { name: "DSN" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Copy DSN" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const dsn = new URL(await copied(page));
    dsn.host = new URL(world.address).host;
    const context = await browser.newContext();
    const shop = await context.newPage();
    await shop.goto(`${origin}/#${dsn.href}`);
    await shop.waitForFunction("document.title === 'answered 200'");
    await page.getByText("Raised an issue").waitFor();
    const [issue, ...more] = (await issueClientOf(world).list(`app=${app.id}`)).data;
    expect(more).toEqual([]);
    expect(issue!.text.split("\n", 1)[0]).toBe("RangeError: The amount is negative");
    expect(issue!.text).toContain("at payNow (");
    expect(issue!.text).toContain(origin);
    await context.close();
    await who.close();
  });
});
