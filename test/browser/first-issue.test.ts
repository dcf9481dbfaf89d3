// From the first start of a server to the first issue: what somebody does who has just installed Retest.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { visitor } from "../support/browser/browser.ts";
import { browserOf } from "../support/browser/use-browser.ts";
import { freshPlace, type Place } from "../support/clients/cli-settings.ts";
import { PASSWORD } from "../support/clients/person-client.ts";
import { type RunningServer, serve } from "../support/clients/run-cli.ts";
import { DATABASES } from "../support/server/test-server.ts";

describe.each(DATABASES)("a server on %s that was never started before", (kind) => {
  let place: Place;
  let server: RunningServer;
  const browser = browserOf();
  beforeAll(async () => {
    place = await freshPlace(kind);
    server = await serve(place.settings);
  });
  afterAll(async () => {
    await server.stop();
    await place.remove();
  });

  test("prints a link that leads to the first admin, the first app and the first issue", async () => {
    await expect.poll(() => server.output().stdout).toMatch(/\/join#\S+/);
    const [path] = /\/join#[\w-]+/.exec(server.output().stdout)!;
    const who = await visitor(browser, server.address);
    const { page } = who;
    await who.go(path);
    await page.getByLabel("Your name").fill("Ines Duarte");
    await page.getByLabel("E-mail address").fill("ines@example.com");
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Create the admin" }).click();

    await page.getByRole("button", { name: "Create an app" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Harbour Shop");
    await page.getByRole("button", { name: "Web", exact: true }).click();
    await page.getByRole("button", { name: "Create app" }).click();

    await page.getByLabel("Title of the first section").fill("Cart");
    await page.keyboard.press("Enter");
    await page.getByRole("gridcell", { name: "Add a check to Cart" }).click();
    await page.getByRole("textbox", { name: "Title of the new check" }).fill("Add an article");
    await page.keyboard.press("Enter");
    await page.getByRole("gridcell", { name: /^Add an article, Web, untested/ }).click();

    await page.keyboard.press("i");
    await page.getByLabel("What is wrong with Add an article?").fill("The button does nothing");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("gridcell", { name: /^Add an article, Web, failed, 1 open issue/ }).waitFor();
    await page.getByRole("link", { name: /^Issues 1/ }).click();
    await page.getByRole("link", { name: /The button does nothing/ }).waitFor();
    await who.close();
  });
});
