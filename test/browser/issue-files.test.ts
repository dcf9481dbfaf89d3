// Raising an issue in the dialog, and its screenshots and recordings.
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { handFile } from "../support/browser/hand-file.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { MP4, PNG } from "../support/samples/sample-files.ts";
import { createSampleIssues, type SampleIssues } from "../support/samples/sample-issues.ts";

describe("a new issue and its files", () => {
  const { world, browser } = stageOf("sqlite");
  let scene: SampleIssues;
  beforeAll(async () => {
    scene = await createSampleIssues(world);
  });

  const shot = { name: "shot.png", mimeType: "image/png", buffer: PNG };

  test("is raised with N: a check by its ref, platforms, a file; what was typed stays until then", async () => {
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/apps/${scene.shop.id}/issues`);
    await page.getByRole("list", { name: "Issues", exact: true }).waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New issue" });
    await dialog.getByLabel("What is wrong").fill("The wallet button is missing");
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Choose the check that the issue is about.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "New" }).click();
    expect(await dialog.getByLabel("What is wrong").inputValue()).toBe("The wallet button is missing");
    await dialog.getByRole("button", { name: "Check:" }).click();
    await page.getByRole("combobox", { name: "Check" }).fill("pay-2");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Check: PAY-2" }).waitFor();
    await dialog.getByLabel("iOS").check();
    await dialog.getByLabel("Priority").selectOption("high");
    await dialog
      .getByLabel("Files to attach")
      .setInputFiles([{ name: "page.html", mimeType: "text/html", buffer: PNG }]);
    await dialog.getByText("This kind of file is not accepted").waitFor();
    await dialog.getByLabel("Files to attach").setInputFiles([shot]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "new-issue");
    await dialog.getByRole("button", { name: "Raise the issue" }).click();
    await page.getByRole("heading", { level: 2, name: "The wallet button is missing" }).waitFor();
    await page.getByRole("button", { name: "Look at shot.png" }).waitFor();
    const id = page.url().split("/").at(-1);
    const { data } = (await world.call(world.admin, "GET", `/issues/${id}`)).body;
    expect(data).toMatchObject({ platforms: ["ios"], priority: "high", via: null, check: { ref: "PAY-2" } });
    await who.close();
  });

  test("the dialog of I takes files, keeps them when it is closed, and ends with a link; one that fails is tried again on the issue", async () => {
    const who = await signedIn(browser, world, "tester", { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = who;
    await who.go(`/apps/${scene.shop.id}`);
    await page
      .getByRole("button", { name: /^Pay by card/ })
      .first()
      .tap();
    const raise = page.getByRole("group", { name: "Record on Web" }).getByRole("button", { name: "Issue" });
    await raise.tap();
    const dialog = page.getByRole("dialog", { name: "Raise an issue" });
    await dialog.getByRole("textbox").fill("The total is wrong");
    expect(await dialog.getByLabel("Photo to attach").getAttribute("capture")).toBe("environment");
    await dialog.getByText("Screenshots up to 10 MB, recordings up to 100 MB, 20 files.").waitFor();
    await dialog.getByLabel("Files to attach").setInputFiles([shot, { ...shot, name: "other.png" }]);
    await page.evaluate(handFile("paste", "clipboardData", PNG.toString("base64"), "pasted.png", "image/png", "form"));
    await dialog.getByText("pasted.png").waitFor();
    expect(await dialog.locator("li img").count()).toBe(3);
    await dialog.getByRole("button", { name: "Leave other.png out" }).tap();
    await dialog.getByRole("button", { name: "Close", exact: true }).tap();
    await dialog.waitFor({ state: "detached" });
    await raise.tap();
    await dialog.getByText("shot.png").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "raise-on-phone");
    await page.route("**/attachments?name=pasted.png", (route) => route.abort());
    await dialog.getByRole("button", { name: "Raise issue" }).tap();
    const messages = page.getByRole("region", { name: "Messages" });
    await messages.getByText("pasted.png was not attached.").waitFor();
    await messages.getByRole("button", { name: /^Copy the link to/ }).waitFor();
    await page.unroute("**/attachments?name=pasted.png");
    await messages.getByText("Issue raised:").locator("..").getByRole("link").tap();
    await page.getByRole("heading", { level: 2, name: "The total is wrong" }).waitFor();
    await page.getByRole("button", { name: "Look at shot.png" }).waitFor();
    await page.getByRole("list", { name: "Files on their way" }).getByRole("button", { name: "Try again" }).tap();
    await page.getByRole("button", { name: "Look at pasted.png" }).waitFor();
    await who.close();
  });

  test("is offered by the palette, also away from the page, and fits a phone in the dark", async () => {
    const who = await signedIn(browser, world, "tester", { viewport: PHONE, colorScheme: "dark" });
    const { page } = who;
    await who.go("/");
    await page.getByRole("button", { name: "Search or go to" }).click();
    await page.getByRole("combobox", { name: "Command" }).fill("new issue");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New issue" });
    await dialog.getByLabel("App").selectOption({ label: "Lantern Bank" });
    await dialog.getByRole("button", { name: "Check or section" }).click();
    await page.getByRole("option", { name: "Section: Cards" }).click();
    await dialog.getByLabel("What is wrong").fill("The card art is wrong");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "new-issue-phone-dark");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { level: 2, name: "The card art is wrong" }).waitFor();
    await page.getByRole("link", { name: "Cards" }).waitFor();
    await who.close();
  });

  test("takes files that are chosen, pasted and dropped; shows them in place; removes them with a way back", async () => {
    const { card } = scene.issues;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/issues/${card.id}`);
    const files = page.getByLabel("Files to attach");
    await files.setInputFiles([shot]);
    await page.getByRole("button", { name: "Look at shot.png" }).waitFor();
    await page.evaluate(handFile("paste", "clipboardData", PNG.toString("base64"), "pasted.png", "image/png"));
    await page.getByRole("button", { name: "Look at pasted.png" }).waitFor();
    await page.evaluate(handFile("drop", "dataTransfer", MP4.toString("base64"), "film.mp4", "video/mp4"));
    await page.getByRole("button", { name: "Look at film.mp4" }).waitFor();
    await files.setInputFiles([{ name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<html>") }]);
    await page.getByRole("alert").getByText("This kind of file is not accepted").waitFor();
    await page.getByRole("button", { name: "Dismiss" }).first().click();

    await page.getByRole("button", { name: "Look at shot.png" }).click();
    const box = page.getByRole("dialog");
    await box.getByRole("img", { name: "Screenshot shot.png" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "lightbox");
    await page.keyboard.press("ArrowRight");
    await box.getByRole("img", { name: "Screenshot pasted.png" }).waitFor();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await box.locator("video[controls]").waitFor();
    await page.keyboard.press("Escape");
    await box.waitFor({ state: "detached" });
    const opener = page.getByRole("button", { name: "Look at film.mp4" });
    await expect.poll(() => opener.evaluate((element) => element.matches(":focus"))).toBe(true);

    await page.getByRole("button", { name: "Remove pasted.png" }).click();
    await page.getByRole("button", { name: "Look at pasted.png" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Remove shot.png" }).click();
    const names = async () => {
      const { data } = (await world.call(world.admin, "GET", `/issues/${card.id}`)).body;
      return data.attachments.map(({ name }: { name: string }) => name);
    };
    expect(await names()).toHaveLength(3);
    // Who leaves meant it.
    await page.goto("/");
    await expect.poll(names).toEqual(["pasted.png", "film.mp4"]);
    await who.close();
  });

  test("files chosen for an issue are there again after a reload, in both dialogs, until it is raised or their person has signed out", async () => {
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    const paste = (name: string) =>
      page.evaluate(
        handFile("paste", "clipboardData", PNG.toString("base64"), name, "image/png", "[role=dialog] form"),
      );
    const kept = () => page.evaluate(KEPT_FILES);
    const open = async (key: string, name: string) => {
      await page.locator("body").press(key);
      return page.getByRole("dialog", { name });
    };
    await who.go(`/apps/${scene.shop.id}`);
    await page.getByRole("grid").waitFor();
    const onCheck = await open("i", "Raise an issue");
    await onCheck.getByRole("textbox").fill("The total is wrong again");
    await paste("of-check.png");
    await onCheck.getByText("of-check.png").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(kept).toEqual(["of-check.png"]);
    await page.reload();
    await page.getByRole("grid").waitFor();
    await open("i", "Raise an issue");
    await onCheck.getByText("of-check.png").waitFor();
    expect(await onCheck.getByRole("textbox").inputValue()).toBe("The total is wrong again");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Issue raised:").locator("..").getByRole("link").click();
    await page.getByRole("button", { name: "Look at of-check.png" }).waitFor();
    await expect.poll(kept).toEqual([]);

    await who.go(`/apps/${scene.shop.id}/issues`);
    await page.getByRole("list", { name: "Issues", exact: true }).waitFor();
    const anywhere = await open("n", "New issue");
    await anywhere.waitFor();
    await paste("anywhere.png");
    await anywhere.getByText("anywhere.png").waitFor();
    await expect.poll(kept).toEqual(["anywhere.png"]);
    await page.reload();
    await page.getByRole("list", { name: "Issues", exact: true }).waitFor();
    await open("n", "New issue");
    await anywhere.getByText("anywhere.png").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /tester person/ }).click();
    await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
    await page.getByLabel("E-mail address").waitFor();
    await expect.poll(kept).toEqual([]);
    await who.close();
  });

  test("a draft says that it is one and goes on at its end; Discard lets it go, with a way back; archiving its check takes nothing away", async () => {
    const { body } = await world.call(world.admin, "POST", "/checks", {
      app: scene.shop.id,
      section: "PAY",
      title: "Pay in instalments",
    });
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/apps/${scene.shop.id}`);
    const cell = (platform: string) =>
      page.getByRole("gridcell", { name: new RegExp(`^Pay in instalments, ${platform}`) });
    const dialog = page.getByRole("dialog", { name: "Raise an issue" });
    const field = dialog.getByRole("textbox");
    const openOn = async (platform: string) => {
      await cell(platform).click();
      await page.keyboard.press("Escape");
      await page.keyboard.press("i");
      await field.waitFor();
    };
    const kept = dialog.getByText("This is what you were writing.");
    await openOn("Web");
    expect(await kept.count()).toBe(0);
    expect(await dialog.getByRole("button", { name: "Cancel" }).count()).toBe(1);
    await field.fill("Draft");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await openOn("iOS");
    await kept.waitFor();
    await expect.poll(() => field.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.type(" with more");
    expect(await field.inputValue()).toBe("Draft with more");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Discard", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).click();
    await openOn("Web");
    expect(await field.inputValue()).toBe("Draft with more");
    await dialog.getByRole("button", { name: "Discard the draft" }).click();
    expect(await field.inputValue()).toBe("");
    await field.fill("Half a sentence");

    await world.call(world.admin, "DELETE", `/checks/${body.data.id}`);
    await dialog.getByRole("alert").getByText("This check was archived while you were writing.").waitFor();
    expect(await field.inputValue()).toBe("Half a sentence");
    await dialog.getByRole("button", { name: "Copy the text" }).waitFor();
    expect(await dialog.getByRole("button", { name: "Raise issue" }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.close();
  });

  test("a browser that keeps no files says that they are lost with the page", async () => {
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await page.addInitScript("Object.defineProperty(window, 'indexedDB', { value: undefined })");
    await who.go(`/apps/${scene.shop.id}`);
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog", { name: "Raise an issue" });
    await dialog.getByLabel("Files to attach").setInputFiles([shot]);
    await dialog.getByRole("alert").getByText("they are lost if you leave this page").waitFor();
    await who.close();
  });
});

/** Names of the files that the browser keeps. */
const KEPT_FILES = `new Promise((resolve, reject) => {
  const opening = indexedDB.open("retest files", 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const reading = opening.result.transaction("files").objectStore("files").getAll();
    reading.onsuccess = () => {
      opening.result.close();
      resolve(reading.result.flatMap(({ files }) => files.map(({ name }) => name)));
    };
  };
})`;
