// Editing the runbook in place, as an admin does; and what others are not shown.
import { describe, expect, test } from "vitest";
import { PHONE, signedIn } from "../support/browser/browser.ts";
import { runbookStage } from "../support/browser/runbook-page.ts";

describe("editing the runbook", () => {
  const at = runbookStage("sqlite", "admin");
  const { world, browser, press, checks } = at;

  const refs = async (section: string) =>
    (await checks()).filter((one) => one.section.ref === section).map((one) => one.ref);
  const sections = async () => {
    const { body } = await world.call(world.viewer, "GET", `/sections?app=${at.id}`);
    return body.data.map(({ title }: { title: string }) => title);
  };

  test("a check is renamed where it stands; a title that exists is pointed out and allowed", async () => {
    await press("e");
    const field = at.page.getByRole("textbox", { name: "Title of the check" });
    await field.fill("Pay by card");
    await at.page.getByText("This title is used already").waitFor();
    await field.press("Enter");
    await expect.poll(async () => (await checks())[0]!.title).toBe("Pay by card");
    expect(await at.page.evaluate("document.activeElement.getAttribute('role')")).toBe("grid");
    await press("u");
    await expect.poll(async () => (await checks())[0]!.title).toBe("Add an article to the cart");
    await at.page.getByText("Change the quantity in the cart", { exact: true }).dblclick();
    await field.fill("Never mind");
    await field.press("Escape");
    await at.page.getByRole("rowheader", { name: /Change the quantity/ }).waitFor();
  });

  test("checks and sections are added one after the other, and taken back", async () => {
    await at.page.getByRole("gridcell", { name: "Add a check to Account" }).click();
    const field = at.page.getByRole("textbox", { name: "Title of the new check" });
    await field.fill("Sign out everywhere");
    await field.press("Enter");
    await field.fill("Close the session after a week");
    await field.press("Enter");
    await field.press("Escape");
    await expect
      .poll(async () => (await checks()).slice(-2).map(({ title }) => title))
      .toEqual(["Sign out everywhere", "Close the session after a week"]);
    await at.page.getByRole("rowheader", { name: /Close the session/ }).waitFor();
    await press("u");
    await expect.poll(async () => (await checks()).at(-1)!.title).toBe("Sign out everywhere");
    await press("Control+End", "Enter");
    await at.page.getByRole("textbox", { name: "Title of the new section" }).fill("Search");
    await press("Enter");
    await expect.poll(sections).toEqual(["Cart", "Checkout", "Account", "Search"]);
    await at.page.getByRole("textbox", { name: "Title of the new check" }).press("Escape");
    await press("k", "Delete");
    await expect.poll(sections).toEqual(["Cart", "Checkout", "Account"]);
    await press("u");
    await expect.poll(sections).toEqual(["Cart", "Checkout", "Account", "Search"]);
  });

  test("Alt and arrows move a check within its section, into the next, and a section as a whole", async () => {
    await press("Alt+ArrowDown", "Alt+ArrowDown");
    await expect.poll(() => refs("CART")).toEqual(["CART-2", "CART-3", "CART-1", "CART-4", "CART-5"]);
    await press("Alt+ArrowDown", "Alt+ArrowDown", "Alt+ArrowDown");
    await expect.poll(() => refs("PAY")).toEqual(["CART-1", "PAY-1", "PAY-2", "PAY-3", "PAY-4", "PAY-5"]);
    await press("u");
    await expect.poll(() => refs("CART")).toEqual(["CART-2", "CART-3", "CART-4", "CART-5", "CART-1"]);
    await press("Control+Home", "Alt+ArrowDown");
    await expect.poll(sections).toEqual(["Checkout", "Cart", "Account"]);
    await press("Delete");
    await at.page.getByText("Only an empty section can be deleted").waitFor();
  });

  test("a check is dragged to another section", async () => {
    const row = at.page.getByRole("row", { name: /CART-1/ });
    await row.hover();
    await row.getByTitle(/Drag to move/).hover();
    await at.page.mouse.down();
    const target = await at.page.getByRole("row", { name: /PAY-3/ }).boundingBox();
    await at.page.mouse.move(target!.x + 100, target!.y + 4, { steps: 4 });
    // The line where it would go is drawn with the next frame.
    await at.page.locator("[class*=dropLine]").waitFor();
    await at.page.mouse.up();
    await expect.poll(() => refs("PAY")).toEqual(["PAY-1", "PAY-2", "CART-1", "PAY-3", "PAY-4", "PAY-5"]);
  });

  test("instructions are written in the details; leaving them keeps what was typed, until it is saved", async () => {
    const field = at.page.getByRole("textbox", { name: "Instructions" });
    const goOn = at.page.getByRole("button", { name: "Continue writing" });
    await press("Enter");
    await at.page.getByRole("button", { name: "Write instructions" }).click();
    await field.fill("1. Open the shop.\n2. Put it in.");
    await press("Escape");
    await at.page.getByText("not saved yet").waitFor();
    await at.page.getByText("Change the quantity in the cart", { exact: true }).click();
    await at.page.getByRole("heading", { name: "Change the quantity in the cart" }).waitFor();
    expect(await goOn.count()).toBe(0);
    await at.page.reload();
    await at.page.getByRole("grid").getByText("Add an article to the cart", { exact: true }).click();
    await goOn.click();
    expect(await field.inputValue()).toBe("1. Open the shop.\n2. Put it in.");
    await press("Control+Enter");
    await at.page.getByText("2. Put it in.").waitFor();
    await expect.poll(async () => (await checks())[0]!.instructions).toBe("1. Open the shop.\n2. Put it in.");
    expect(await goOn.count()).toBe(0);
  });

  test("an empty runbook says how to begin, and begins", async () => {
    const app = await world.app({ name: "Lantern Bank", sections: [] });
    await at.who.go(`/apps/${app.id}`);
    await at.page.getByRole("textbox", { name: "Title of the first section" }).fill("Transfers");
    await press("Enter");
    await at.page.getByRole("rowheader", { name: /Transfers/ }).waitFor();
  });

  test("a viewer sees the runbook, and nothing to change it with", async () => {
    const viewer = await signedIn(browser, world, "viewer");
    await viewer.go(`/apps/${at.id}`);
    await viewer.page.getByRole("gridcell", { name: /^Add an article to the cart, Web/ }).click();
    await viewer.page.keyboard.press("p");
    await viewer.page.keyboard.press("Enter");
    await viewer.page.getByRole("heading", { name: "Add an article to the cart" }).waitFor();
    expect(
      await viewer.page.getByRole("button", { name: /^(Pass|Fail|Write instructions|Archive.*|Rename.*)$/ }).count(),
    ).toBe(0);
    expect(await viewer.page.getByRole("toolbar").count()).toBe(0);
    expect(await viewer.page.getByText("Add a check").count()).toBe(0);
    await viewer.page.setViewportSize(PHONE);
    await viewer.page.getByRole("button", { name: /^Pay by card/ }).waitFor();
    expect(await viewer.page.getByRole("button", { name: "Pass Pay by card" }).count()).toBe(0);
    await viewer.close();
  });
});
