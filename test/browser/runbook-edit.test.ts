// Editing the runbook in place, as an admin does; and what others are not shown.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PHONE, signedIn, type Visitor } from "../support/browser.ts";
import { stageOf } from "../support/browser-of.ts";
import { sampleRunbook } from "../support/sample-runbook.ts";

const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 10_000 });

describe("editing the runbook", () => {
  const { world, browser } = stageOf("sqlite");
  let who: Visitor;
  let page: Page;
  let id: string;
  let apps = 0;
  beforeAll(async () => {
    who = await signedIn(browser, world, "admin");
    page = who.page;
  });
  beforeEach(async () => {
    id = (await sampleRunbook(world, `Harbour Shop ${++apps}`)).id;
    await who.go(`/apps/${id}`);
    await page.getByRole("grid").waitFor();
  });
  afterAll(async () => {
    await who.close();
    expect(await world.problems()).toEqual([]);
  });

  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const checks = async () => {
    const { body } = await world.call(world.viewer, "GET", `/checks?app=${id}`);
    return body.data as { ref: string; title: string; section: { ref: string; title: string }; instructions: string }[];
  };
  const refs = async (section: string) =>
    (await checks()).filter((one) => one.section.ref === section).map((one) => one.ref);
  const sections = async () => {
    const { body } = await world.call(world.viewer, "GET", `/sections?app=${id}`);
    return body.data.map(({ title }: { title: string }) => title);
  };

  test("a check is renamed where it stands; a title that exists is pointed out and allowed", async () => {
    await press("e");
    const field = page.getByRole("textbox", { name: "Title of the check" });
    await field.fill("Pay by card");
    await page.getByText("Another one has this title").waitFor();
    await field.press("Enter");
    await eventually(async () => (await checks())[0]!.title).toBe("Pay by card");
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("grid");
    await press("u");
    await eventually(async () => (await checks())[0]!.title).toBe("Add an article to the cart");
    await page.getByText("Change the quantity in the cart", { exact: true }).dblclick();
    await field.fill("Never mind");
    await field.press("Escape");
    await page.getByRole("rowheader", { name: /Change the quantity/ }).waitFor();
  });

  test("checks and sections are added one after the other, and taken back", async () => {
    await page.getByRole("gridcell", { name: "Add a check to Account" }).click();
    const field = page.getByRole("textbox", { name: "Title of the new check" });
    await field.fill("Sign out everywhere");
    await field.press("Enter");
    await field.fill("Close the session after a week");
    await field.press("Enter");
    await field.press("Escape");
    await eventually(async () => (await checks()).slice(-2).map(({ title }) => title)).toEqual([
      "Sign out everywhere",
      "Close the session after a week",
    ]);
    await page.getByRole("rowheader", { name: /Close the session/ }).waitFor();
    await press("u");
    await eventually(async () => (await checks()).at(-1)!.title).toBe("Sign out everywhere");
    await press("Control+End", "Enter");
    await page.getByRole("textbox", { name: "Title of the new section" }).fill("Search");
    await press("Enter");
    await eventually(sections).toEqual(["Cart", "Checkout", "Account", "Search"]);
    await page.getByRole("textbox", { name: "Title of the new check" }).press("Escape");
    await press("k", "Delete");
    await eventually(sections).toEqual(["Cart", "Checkout", "Account"]);
    await press("u");
    await eventually(sections).toEqual(["Cart", "Checkout", "Account", "Search"]);
  });

  test("Alt and arrows move a check within its section, into the next, and a section as a whole", async () => {
    await press("Alt+ArrowDown", "Alt+ArrowDown");
    await eventually(() => refs("CART")).toEqual(["CART-2", "CART-3", "CART-1", "CART-4", "CART-5"]);
    await press("Alt+ArrowDown", "Alt+ArrowDown", "Alt+ArrowDown");
    await eventually(() => refs("PAY")).toEqual(["CART-1", "PAY-1", "PAY-2", "PAY-3", "PAY-4", "PAY-5"]);
    await press("u");
    await eventually(() => refs("CART")).toEqual(["CART-2", "CART-3", "CART-4", "CART-5", "CART-1"]);
    await press("Control+Home", "Alt+ArrowDown");
    await eventually(sections).toEqual(["Checkout", "Cart", "Account"]);
    await press("Delete");
    await page.getByText("Only an empty section can be deleted").waitFor();
  });

  test("a check is dragged to another section", async () => {
    const row = page.getByRole("row", { name: /CART-1/ });
    await row.hover();
    await row.getByTitle(/Drag to move/).hover();
    await page.mouse.down();
    const target = await page.getByRole("row", { name: /PAY-3/ }).boundingBox();
    await page.mouse.move(target!.x + 100, target!.y + 4, { steps: 4 });
    // The line where it would go is drawn with the next frame.
    await page.locator("[class*=dropLine]").waitFor();
    await page.mouse.up();
    await eventually(() => refs("PAY")).toEqual(["PAY-1", "PAY-2", "CART-1", "PAY-3", "PAY-4", "PAY-5"]);
  });

  test("instructions are written in the details; a check is archived in two steps", async () => {
    await press("Enter");
    await page.getByRole("button", { name: "Write them" }).click();
    await page.getByRole("textbox", { name: "Instructions" }).fill("1. Open the shop.\n2. Put it in.");
    await press("Control+Enter");
    await page.getByText("2. Put it in.").waitFor();
    await eventually(async () => (await checks())[0]!.instructions).toBe("1. Open the shop.\n2. Put it in.");
    await page.getByRole("button", { name: "Archive this check" }).click();
    await page.getByText("This can't be undone.").waitFor();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await eventually(() => refs("CART")).toEqual(["CART-2", "CART-3", "CART-4", "CART-5"]);
    await page.getByRole("row", { name: /CART-1/ }).waitFor({ state: "detached" });
  });

  test("an empty runbook says how to begin, and begins", async () => {
    const app = await world.app({ name: "Lantern Bank", sections: [] });
    await who.go(`/apps/${app.id}`);
    await page.getByRole("textbox", { name: "Title of the first section" }).fill("Transfers");
    await press("Enter");
    await page.getByRole("rowheader", { name: /Transfers/ }).waitFor();
  });

  test("a viewer sees the runbook, and nothing to change it with", async () => {
    const viewer = await signedIn(browser, world, "viewer");
    await viewer.go(`/apps/${id}`);
    await viewer.page.getByRole("gridcell", { name: /^Add an article to the cart, Web/ }).click();
    await viewer.page.keyboard.press("p");
    await viewer.page.keyboard.press("Enter");
    await viewer.page.getByRole("heading", { name: "Add an article to the cart" }).waitFor();
    expect(await viewer.page.getByRole("button", { name: /^(Pass|Fail|Write them|Archive.*|Rename.*)$/ }).count()).toBe(
      0,
    );
    expect(await viewer.page.getByRole("toolbar").count()).toBe(0);
    expect(await viewer.page.getByText("Add a check").count()).toBe(0);
    await viewer.page.setViewportSize(PHONE);
    await viewer.page.getByRole("button", { name: /^Pay by card/ }).waitFor();
    expect(await viewer.page.getByRole("button", { name: "Pass Pay by card" }).count()).toBe(0);
    await viewer.close();
  });
});
