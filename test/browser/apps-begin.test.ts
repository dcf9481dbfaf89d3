// Beginning with apps: a runbook that is dropped on the page, and a workspace without any.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { dropping } from "../support/browser/drop-file.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleApps } from "../support/samples/sample-apps.ts";

const FILE = `name: Harbour Shop
platforms:
  - {code: web, label: Website}
sections:
  - ref: PAY
    title: Checkout
    checks:
      - title: Pay by bill
`;

function asFile(text: string) {
  return { name: "shop.yaml", mimeType: "application/yaml", buffer: Buffer.from(text) };
}

describe("beginning with apps", () => {
  const { world, browser } = stageOf("sqlite");

  test("an empty workspace says how to begin, and the sample is one press away", async () => {
    const viewer = await signedIn(browser, world, "viewer");
    await viewer.go("/");
    await viewer.page.getByRole("heading", { name: "You don't have access to an app yet" }).waitFor();
    expect(await viewer.page.getByRole("button", { name: /create|import|sample/i }).count()).toBe(0);
    await viewer.close();
    const admin = await signedIn(browser, world, "admin");
    await admin.go("/");
    await admin.page.getByRole("heading", { name: "Begin with an app" }).waitFor();
    expect(await accessibilityFaults(admin.page)).toEqual([]);
    await admin.page.getByRole("button", { name: "Add the sample" }).click();
    await admin.page.getByRole("heading", { level: 1, name: "Harbour Shop" }).waitFor();
    await admin.close();
    expect(await world.problems()).toEqual([]);
  });

  test("a file that is dropped shows what it would change before it changes anything", async () => {
    // The sample has this name.
    await world.call(world.admin, "PATCH", "/apps/Harbour%20Shop", { name: "Sample" });
    const shop = await sampleApps(world);
    const who = await signedIn(browser, world, "admin", { viewport: PHONE });
    const { page } = who;
    await who.go("/");
    await page.getByRole("button", { name: "Import" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "apps-phone");
    // Dropped anywhere on the page.
    await page.evaluate(dropping("shop.yaml", FILE.replace("- title: Pay", "- tittle: Pay")));
    const dialog = page.getByRole("dialog", { name: "Import a runbook" });
    await dialog.getByText("Line 8, column 9:").waitFor();
    expect(await dialog.getByLabel("Line 8 of the file").innerText()).toContain("- tittle: Pay by bill");
    expect(await dialog.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByLabel("Runbook file").setInputFiles(asFile(FILE));
    await dialog.getByText("Updates Harbour Shop: 1 new, 1 changed").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "apps-import-phone");
    const before = (await world.call(world.admin, "GET", `/apps/${shop}`)).body.data;
    expect(before.platforms[0].label).toBe("Web");
    await dialog.getByRole("button", { name: "Import 2 changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Harbour Shop" }).waitFor();
    const after = (await world.call(world.admin, "GET", `/apps/${shop}`)).body.data;
    expect([after.platforms[0].label, after.summary.checks]).toEqual(["Website", 5]);
    await who.close();
  });

  test("a table of one's own becomes an app: its columns are matched by keyboard, on a phone", async () => {
    const who = await signedIn(browser, world, "admin", { viewport: PHONE });
    const { page } = who;
    await who.go("/");
    await page.getByRole("button", { name: "Import" }).waitFor();
    await page.evaluate(
      dropping("cases.csv", "Nr;What to do;Where;Owner\n7;Add a book;Cart;Ann\n8;Pay by card;Cart;Bob\n"),
    );
    const dialog = page.getByRole("dialog", { name: "Import a runbook" });
    await dialog.getByLabel("Import into").selectOption("A new app");
    await dialog.getByLabel("Name of the new app").fill("Book Shop");
    await dialog.getByLabel("Platforms of the new app").fill("web, ios");
    const where = dialog.getByLabel("What Where holds");
    await where.waitFor();
    expect(await dialog.getByLabel("What What to do holds").inputValue()).toBe("title");
    await dialog.getByText("Ann · Bob").waitFor();
    await where.focus();
    await page.keyboard.type("Section");
    await dialog.getByText("1 field is left out").click();
    await dialog.getByText("Owner: a check has no such field").waitFor();
    expect(await dialog.getByLabel("Changes").innerText()).toContain("Cart");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "apps-match-columns-phone");
    await dialog.getByRole("button", { name: "Create the app" }).click();
    await page.getByRole("heading", { level: 1, name: "Book Shop" }).waitFor();
    const { body } = await world.call(world.admin, "GET", "/checks?app=Book%20Shop");
    expect(
      body.data.map(({ ref, title, section }: { ref: string; title: string; section: { title: string } }) => [
        ref,
        title,
        section.title,
      ]),
    ).toEqual([
      ["7", "Add a book", "Cart"],
      ["8", "Pay by card", "Cart"],
    ]);
    await who.close();
  });
});
