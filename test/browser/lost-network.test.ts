// A network that is gone for a while, and a server that is stopped and started again: the page says so, keeps what was
// typed, loses nothing, and goes on by itself.
import net from "node:net";
import { describe, expect, test } from "vitest";
import { shoot, signedIn } from "../support/browser/browser.ts";
import { sampleStage } from "../support/browser/runbook-page.ts";
import { freePort } from "../support/machine/free-port.ts";

const BANNER = "The server can't be reached: what you see may be out of date";

describe("without a server", () => {
  const { world, browser, shop } = sampleStage("sqlite");

  test("nothing that was opened or typed is lost, and it is sent when the network is back", async () => {
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("grid").waitFor();
    const fetched = page.waitForResponse(/issue-dialog/);
    await fetched;
    await who.context.setOffline(true);
    await page.getByText(BANNER).waitFor();
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Written on a train");
    await shoot(page, "offline");
    await who.context.setOffline(false);
    await page.getByText(BANNER).waitFor({ state: "detached" });
    expect(await dialog.getByRole("textbox").inputValue()).toBe("Written on a train");
    await dialog.getByRole("textbox").press("Control+Enter");
    await page.getByRole("status").getByText("Issue raised:").waitFor();
    await who.close();
  });

  test("a part that could not be fetched is as if it had not been opened, and comes the next time", async () => {
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await page.route(/issue-dialog.*js/, (route) => route.abort());
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("i");
    await page.getByText("This could not be loaded, and nothing was recorded.").waitFor();
    await page.getByRole("grid").waitFor();
    await page.unroute(/issue-dialog.*js/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("i");
    await page.getByRole("dialog", { name: "Raise an issue" }).waitFor();
    await page.keyboard.press("Escape");
    await page.route(/issues-page.*js/, (route) => route.abort());
    await page.getByRole("link", { name: "Issues", exact: true }).click();
    await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor();
    await page.getByRole("link", { name: "Apps", exact: true }).click();
    await page.getByRole("heading", { name: "This page could not be loaded" }).waitFor({ state: "detached" });
    // What could not be fetched is told to the console, too.
    who.problems.length = 0;
    await who.close();
  });

  test("what is typed for a dialog that could not be fetched never acts on the page", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    const sent: string[] = [];
    page.on("request", (request) => request.method() === "GET" || sent.push(request.url()));
    await page.route(/(issue-dialog|palette|shortcut-help).*js/, (route) => route.abort());
    await who.go(`/apps/${shop.id}`);
    const grid = page.getByRole("grid");
    await grid.waitFor();
    await page.keyboard.press("ArrowDown");
    const before = await grid.innerText();
    for (const key of ["i", "Control+k", "?"]) {
      await page.keyboard.press(key);
      // Held while it is fetched, and dropped afterwards.
      await page.keyboard.type("Payment fails now");
      await page.getByText("What you type now is dropped: press Esc").waitFor();
      await page.keyboard.type("no, p n f o\nx");
      await page.evaluate(`{
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", "Pasted one\\nPasted two");
        document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }`);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Dismiss" }).click();
    }
    expect(await grid.innerText()).toBe(before);
    expect(await page.getByRole("textbox", { name: /check|title/i }).count()).toBe(0);
    expect(sent).toEqual([]);
    // An arrow, too, tells that it was noticed.
    await page.keyboard.press("i");
    await page.getByText("What you type now is dropped: press Esc").waitFor();
    await page.unroute(/(issue-dialog|palette|shortcut-help).*js/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("i");
    await page.getByRole("dialog", { name: "Raise an issue" }).waitFor();
    // What could not be fetched is told to the console, too.
    who.problems.length = 0;
    await who.close();
  });

  test("a server that was away for a while brings what happened meanwhile", async () => {
    const port = await freePort();
    const way = wayTo(world.address);
    await way.open(port);
    const who = await signedIn(browser, { ...world, address: `http://127.0.0.1:${port}` }, "tester");
    const { page } = who;
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("grid").waitFor();
    await way.close();
    await page.getByText(BANNER).waitFor();
    const results = [{ check: "ACC-3", platforms: ["android"], outcome: "failed" }];
    await world.call(world.tester, "POST", "/results", { app: shop.id, results });
    await way.open(port);
    await page.getByText(BANNER).waitFor({ state: "detached" });
    await page.getByRole("gridcell", { name: /^Change the e-mail address, Android, failed/ }).waitFor();

    // A page that was gone to meanwhile comes by itself.
    await way.close();
    await page.getByText(BANNER).waitFor();
    await page.getByRole("link", { name: "Issues", exact: true }).click();
    const failed = page.getByRole("heading", { name: /could not be loaded/ });
    await failed.waitFor();
    await way.open(port);
    await page.getByRole("list", { name: "Issues", exact: true }).waitFor();
    expect(await failed.count()).toBe(0);
    // What could not be fetched is told to the console, too.
    who.problems.length = 0;
    await way.close();
    await who.close();
  });
});

/** A way to the server that can be cut. */
function wayTo(address: string) {
  const sockets = new Set<net.Socket>();
  let server: net.Server;
  return {
    open: (port: number) =>
      new Promise<void>((resolve) => {
        server = net.createServer((near) => {
          const far = net.connect(Number(new URL(address).port), "127.0.0.1");
          for (const socket of [near, far]) {
            sockets.add(socket);
            socket.on("error", () => {});
            socket.on("close", () => sockets.delete(socket));
          }
          near.pipe(far).pipe(near);
        });
        server.listen(port, "127.0.0.1", resolve);
      }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
