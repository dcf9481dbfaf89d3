// Writing a runbook fast: pasting lists and cells, adding between others, duplicating, moving and archiving several, taking
// back and doing again; and titles that are too long, of which nothing is cut.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, shoot } from "../support/browser/browser.ts";
import { runbookStage } from "../support/browser/runbook-page.ts";

describe("writing a runbook", () => {
  const at = runbookStage("sqlite", "admin");
  const { press, checks } = at;

  const titles = async (section: string) =>
    (await checks()).filter((one) => one.section.ref === section).map(({ title }) => title);
  const refs = async (section: string) =>
    (await checks()).filter((one) => one.section.ref === section).map(({ ref }) => ref);
  const CART = ["CART-1", "CART-2", "CART-3", "CART-4", "CART-5"];
  const field = () => at.page.getByRole("textbox", { name: "Title of the new check" });
  const row = (name: string) => at.page.getByRole("rowheader", { name: new RegExp(name) });
  /** As a person does it: what is on the clipboard goes to where the focus is. */
  const paste = async (text: string) => {
    const data = JSON.stringify(text);
    await at.page.evaluate(`(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", ${data});
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    })()`);
  };

  test("pasted lines are a check each, without their bullets and numbers, with one undo, and can be done again", async () => {
    await at.page.getByRole("gridcell", { name: "Add a check to Account" }).click();
    await paste("• Sign in with a key\r\n2. Sign in twice\n\n  - [ ] Sign out\n24 hours later: still there\n");
    const pasted = ["Sign in with a key", "Sign in twice", "Sign out", "24 hours later: still there"];
    await expect.poll(async () => (await titles("ACC")).slice(3)).toEqual(pasted);
    await at.page.getByText("4 checks added.").waitFor();
    const before = await refs("ACC");
    await field().press("Escape");
    await press("Control+z");
    await expect.poll(async () => (await titles("ACC")).length).toBe(3);
    await at.page.getByText("Undone: 4 checks added.").waitFor();
    await press("Control+Shift+z");
    await expect.poll(async () => (await titles("ACC")).slice(3)).toEqual(pasted);
    // They are the same checks again, not new ones.
    expect(await refs("ACC")).toEqual(before);
    await press("Control+z");
    await expect.poll(async () => (await titles("ACC")).length).toBe(3);
  });

  test("adding a check is not undone once somebody has recorded a result on it", async () => {
    await at.page.getByRole("gridcell", { name: "Add a check to Account" }).click();
    await field().fill("Sign in on a train");
    await field().press("Enter");
    await field().press("Escape");
    await expect.poll(async () => (await titles("ACC")).at(-1)).toBe("Sign in on a train");
    const { id, title } = (await checks()).find((one) => one.title === "Sign in on a train")!;
    const passed = { app: at.id, check: id, platforms: ["ios"], outcome: "passed" };
    await at.world.call(at.world.tester, "POST", "/results", passed);
    await at.page.getByRole("gridcell", { name: "Sign in on a train, iOS, passed" }).waitFor();
    await press("Control+z");
    await at.page
      .getByText("Can't undo: passed was recorded on Sign in on a train since. Archive it instead.")
      .waitFor();
    expect(await titles("ACC")).toContain(title);
    await press("Control+Shift+z");
    await at.page.getByText("There is nothing to redo.").waitFor();
    await at.world.call(at.world.admin, "DELETE", `/checks/${id}`);
  });

  test("cells of a spreadsheet are pasted with their instructions, quoted cells with line breaks as one", async () => {
    await row("Change the quantity").click();
    await press("Escape");
    await at.page.getByRole("grid").focus();
    await paste(
      'Pay in parts\t"Open the cart.\nChoose ""in parts""."\tTwice a month\nPay at once\n"Quoted ""title"""\tDo it',
    );
    await expect
      .poll(async () => (await titles("CART")).slice(2, 5))
      .toEqual(["Pay in parts", "Pay at once", 'Quoted "title"']);
    const [first, second, third] = (await checks()).slice(2, 5);
    expect([first!.instructions, second!.instructions, third!.instructions]).toEqual([
      'Open the cart.\nChoose "in parts".\nTwice a month',
      null,
      "Do it",
    ]);
    await press("u");
    await expect.poll(() => refs("CART")).toEqual(CART);
  });

  test("rows without a title, below the names of columns, become no checks, and that is said", async () => {
    await paste("Steps\tTitle\nOpen the cart.\t");
    await at.page.getByText("Nothing was added. The first row was left out").waitFor();
    await paste("Steps\tTitle\nOpen the cart.\tPay in parts\nPress OK\t");
    await at.page.getByText("Line 3 was left out, too: it has no title.").last().waitFor();
    await expect.poll(async () => (await titles("CART")).slice(1, 2)).toEqual(["Pay in parts"]);
    expect(await titles("CART")).toHaveLength(6);
  });

  test("a first row that names the columns becomes no check, and that is said", async () => {
    await paste("Test case\tSteps\nPay in parts\tOpen the cart.");
    await at.page.getByText("The first row was left out: it names the columns (Test case, Steps).").waitFor();
    await expect.poll(async () => (await titles("CART")).slice(1, 2)).toEqual(["Pay in parts"]);
    expect(await titles("CART")).toHaveLength(6);
  });

  test("an added section that was undone is the same again when it is redone", async () => {
    const sections = async () =>
      (await at.world.call(at.world.viewer, "GET", `/apps/${at.id}`)).body.data.sections.map(
        ({ id }: { id: string }) => id,
      ) as string[];
    await at.page.getByRole("gridcell", { name: "Add a section" }).click();
    await at.page.getByRole("textbox", { name: "Title of the new section" }).fill("Returns");
    await press("Enter");
    await expect.poll(async () => (await sections()).length).toBe(4);
    const before = await sections();
    await press("Escape", "Control+z");
    await expect.poll(async () => (await sections()).length).toBe(3);
    await press("Control+Shift+z");
    await expect.poll(sections).toEqual(before);
  });

  test("cells that are pasted over a title change it and bring their instructions along", async () => {
    await press("e");
    await paste("Put it into the cart\tTwice, please\nTake it out again");
    await expect
      .poll(async () => (await titles("CART")).slice(0, 2))
      .toEqual(["Put it into the cart", "Take it out again"]);
    await expect.poll(async () => (await checks())[0]!.instructions).toBe("Twice, please");
  });

  test("the title of a new check that is left with Escape is there to go on with, also after a reload", async () => {
    await press("o");
    await at.page.keyboard.type("Pay with a");
    await press("Escape", "o");
    expect(await field().inputValue()).toBe("Pay with a");
    await at.page.keyboard.type(" voucher");
    await at.page.reload();
    await at.page.getByRole("grid").waitFor();
    expect(await at.page.getByText("There is no check").count()).toBe(0);
    await at.page.getByRole("gridcell", { name: "Add a check: continue your draft to Cart" }).waitFor();
    await press("o");
    expect(await field().inputValue()).toBe("Pay with a voucher");
    await press("Escape", "o", "Enter");
    await expect.poll(() => titles("CART")).toContain("Pay with a voucher");
    expect(await field().inputValue()).toBe("");
    await press("Escape", "o");
    expect(await field().inputValue()).toBe("");
    await press("Escape");
  });

  test("hundreds of lines are pasted at once and in their order", async () => {
    await at.page.getByRole("gridcell", { name: "Add a check to Cart" }).click();
    const lines = Array.from({ length: 700 }, (_, i) => `Line ${i + 1}`);
    await paste(lines.join("\n"));
    await at.page.getByText("700 checks added.").waitFor();
    const all = async () => {
      const { body } = await at.world.call(at.world.viewer, "GET", `/apps/${at.id}/runbook`);
      return (body.data.checks as { title: string }[]).map(({ title }) => title).filter((title) => /^Line/.test(title));
    };
    await expect.poll(all).toEqual(lines);
  });

  test("a pasted line that is too long is kept out, told by its number, and saved once it is shortened", async () => {
    await at.page.getByRole("gridcell", { name: "Add a check to Account" }).click();
    await paste(`Short one\n${"x".repeat(650)}\nAnother short one`);
    await at.page.getByText("2 checks added. Too long to be saved: line 2 (650 characters)").waitFor();
    await expect.poll(async () => (await titles("ACC")).slice(3)).toEqual(["Short one", "Another short one"]);
    await field().press("Escape");
    await at.page.getByRole("button", { name: "1 not saved" }).click();
    await at.page.getByText("The title has 650 characters; at most 500 are allowed.").waitFor();
    await shoot(at.page, "writing-too-long");
    await press("Escape");
    await row("xxxxx").click();
    await at.page.getByRole("grid").focus();
    await press("e");
    const title = at.page.getByRole("textbox", { name: "Title of the check" });
    expect((await title.inputValue()).length).toBe(650);
    await title.fill("No longer too long");
    await title.press("Enter");
    await expect
      .poll(async () => (await titles("ACC")).slice(3))
      .toEqual(["Short one", "No longer too long", "Another short one"]);
  });

  test("a typed title that is too long is counted, never cut, and refused with what to do", async () => {
    await at.page.getByRole("gridcell", { name: "Add a check to Cart" }).click();
    await field().fill("y".repeat(520));
    await at.page.getByText("520 of 500 characters, 20 too many.").waitFor();
    await field().press("Enter");
    await at.page.getByRole("alert").getByText("Shorten it; the rest can go into the instructions.").waitFor();
    await shoot(at.page, "writing-title-too-long");
    expect(await accessibilityFaults(at.page)).toEqual([]);
    // Left, or after a reload, it is still there.
    await at.page.getByRole("columnheader", { name: "Check" }).click();
    expect((await field().inputValue()).length).toBe(520);
    await at.page.reload();
    await at.page.getByRole("gridcell", { name: /Add a check.* continue your draft/ }).click();
    expect((await field().inputValue()).length).toBe(520);
    expect(await refs("CART")).toEqual(CART);
    await field().press("Escape");
  });

  test("a check is put below and above others, one after the other", async () => {
    await press("j", "o");
    await at.page.keyboard.type("Below two");
    await press("Enter");
    await at.page.keyboard.type("And below that");
    await press("Enter", "Escape");
    await expect
      .poll(async () => (await titles("CART")).slice(1, 5))
      .toEqual(["Change the quantity in the cart", "Below two", "And below that", "Keep the cart after signing in"]);
    await press("Control+Home", "j", "Shift+O");
    await at.page.keyboard.type("Before all");
    await press("Enter", "Escape");
    await expect.poll(async () => (await titles("CART"))[0]).toBe("Before all");
    await row("Before all").waitFor();
    await press("Control+Home", "j", "e");
    await at.page.keyboard.type("First of all");
    await press("Shift+Enter");
    await at.page.keyboard.type("Second of all");
    await press("Enter", "Escape");
    await expect.poll(async () => (await titles("CART")).slice(0, 2)).toEqual(["First of all", "Second of all"]);
  });

  test("with the mouse: selected checks are counted, and recorded, moved, duplicated and archived by buttons", async () => {
    const bar = at.page.getByRole("toolbar", { name: "Selected checks" });
    const use = (name: string) => bar.getByRole("button", { name, exact: true }).click();
    const choose = async (...names: string[]) => {
      for (const name of names) await row(name).click({ modifiers: ["Control"] });
      await bar.getByText(`${names.length} checks selected`).waitFor();
    };
    await choose("Add an article", "Change the quantity");
    // Selecting opens nothing.
    expect(await at.page.getByRole("heading", { level: 2, name: "Add an article to the cart" }).count()).toBe(0);
    await shoot(at.page, "runbook-selected");
    expect(await accessibilityFaults(at.page)).toEqual([]);
    await use("Move down");
    await expect.poll(() => refs("CART")).toEqual(["CART-3", "CART-1", "CART-2", "CART-4", "CART-5"]);
    await use("Move up");
    await expect.poll(() => refs("CART")).toEqual(CART);
    await use("Duplicate");
    await expect.poll(async () => (await titles("CART")).length).toBe(7);
    await bar.waitFor({ state: "detached" });
    await press("u");
    await expect.poll(() => refs("CART")).toEqual(CART);
    await choose("Remove the last", "Show what is left");
    await use("Pass");
    const passed = async () =>
      (await checks()).slice(3, 5).flatMap(({ platforms }) => platforms.map((one) => one.status));
    await expect.poll(passed).toEqual(Array(6).fill("passed"));
    await choose("Remove the last", "Show what is left", "Keep the cart");
    await use("Archive");
    await at.page.getByText("3 checks archived.").waitFor();
    await at.page.getByRole("button", { name: "Undo" }).click();
    await row("Remove the last").waitFor();
    // From the menu a plain click selects; that is ended by its button.
    await at.page.getByRole("button", { name: "View" }).click();
    await at.page.getByRole("menuitem", { name: "Select several checks" }).click();
    await bar.getByText("Select checks in the list").waitFor();
    await press("Escape");
    await bar.waitFor({ state: "detached" });
    await at.page.getByRole("button", { name: "View" }).click();
    await at.page.getByRole("menuitem", { name: "Select several checks" }).click();
    await row("Add an article").click();
    await bar.getByText("1 check selected").waitFor();
    await use("Clear selection");
    await bar.waitFor({ state: "detached" });
    expect(await at.page.evaluate("document.activeElement.getAttribute('role')")).toBe("grid");
  });

  test("what is chosen is duplicated, moved and archived together, each with one undo", async () => {
    await press("x", "j", "x");
    await press("d");
    await expect
      .poll(async () => (await titles("CART")).slice(0, 4))
      .toEqual([
        "Add an article to the cart",
        "Change the quantity in the cart",
        "Add an article to the cart (copy)",
        "Change the quantity in the cart (copy)",
      ]);
    await press("Control+z");
    await expect.poll(() => refs("CART")).toEqual(CART);
    await press("Control+Home", "j", "Shift+ArrowDown", "Alt+ArrowDown");
    await expect.poll(() => refs("CART")).toEqual(["CART-3", "CART-1", "CART-2", "CART-4", "CART-5"]);
    await press("u");
    await expect.poll(() => refs("CART")).toEqual(CART);
    await press("Escape", "Control+Home", "j", "Shift+ArrowDown", "Delete");
    await at.page.getByText("2 checks archived. Their issues and results are kept.").waitFor();
    await row("Add an article").waitFor({ state: "detached" });
    // One goes on with the check behind them.
    await at.page.locator("[role=row][data-here]", { hasText: "Keep the cart after signing in" }).waitFor();
    await shoot(at.page, "writing-archived");
    await press("u");
    await row("Add an article").waitFor();
    expect(await refs("CART")).toEqual(CART);
    await press("Control+Home", "j", "Shift+ArrowDown", "Delete");
    await expect.poll(() => refs("CART")).toEqual(CART.slice(2));
  });

  test("chosen checks are dragged together", async () => {
    await press("x", "j", "x");
    const first = at.page.getByRole("row", { name: /CART-1/ });
    await first.hover();
    await first.getByTitle(/Drag to move/).hover();
    await at.page.mouse.down();
    const target = await at.page.getByRole("row", { name: /PAY-3/ }).boundingBox();
    await at.page.mouse.move(target!.x + 100, target!.y + 4, { steps: 4 });
    await at.page.locator("[class*=dropLine]").waitFor();
    await at.page.mouse.up();
    await expect.poll(() => refs("PAY")).toEqual(["PAY-1", "PAY-2", "CART-1", "CART-2", "PAY-3", "PAY-4", "PAY-5"]);
    await press("u");
    await expect.poll(() => refs("CART")).toEqual(CART);
  });

  test("the help lists the keys", async () => {
    await press("?");
    const help = at.page.getByRole("dialog", { name: "Keyboard shortcuts" });
    for (const words of [
      "A new check below",
      "A new check above",
      "Duplicate the selected checks",
      "Paste lines or cells as checks",
    ]) {
      await help.getByText(words, { exact: true }).waitFor();
    }
    await shoot(at.page, "writing-keys");
    await press("Escape");
  });

  const server = (method: string, path: string) => at.world.call(at.world.admin, method, path);
  const archive = async (...gone: string[]) => {
    for (const { id, ref } of await checks()) if (gone.includes(ref)) await server("DELETE", `/checks/${id}`);
  };
  const sectionId = async (ref: string) => {
    const { sections } = (await server("GET", `/apps/${at.id}`)).body.data as {
      sections: { id: string; ref: string }[];
    };
    return sections.find((one) => one.ref === ref)!.id;
  };
  const statuses = async () => (await checks()).flatMap(({ platforms }) => platforms.map(({ status }) => status));
  const said = (text: string | RegExp) => at.page.getByRole("region", { name: "Messages" }).getByText(text);
  const gone = (ref: string) =>
    at.page.getByRole("grid").getByText(ref, { exact: true }).waitFor({ state: "detached" });

  test("the field of a new check stays when somebody archives the check above it, and what is typed goes into it", async () => {
    const before = await statuses();
    await press("ArrowDown", "o");
    await at.page.keyboard.type("Below two");
    await archive("CART-2");
    await gone("CART-2");
    await at.page.keyboard.type("pf");
    expect(await field().inputValue()).toBe("Below twopf");
    await archive("CART-1");
    await gone("CART-1");
    await press("Enter");
    await expect.poll(async () => (await titles("CART"))[0]).toBe("Below twopf");
    expect((await refs("CART")).slice(1)).toEqual(CART.slice(2));
    expect((await statuses()).slice(3)).toEqual(before.slice(6));
  });

  test("a section that somebody deletes while a check is written in it takes no key along: the text can be copied, and nothing is recorded", async () => {
    await press("o");
    await at.page.keyboard.type("Lost and found");
    await archive(...CART);
    await gone("CART-5");
    expect(await field().inputValue()).toBe("Lost and found");
    const section = await sectionId("CART");
    const before = await statuses();
    const known = await checks();
    await server("DELETE", `/sections/${section}`);
    await said(/The section “Cart” was deleted while you were writing in it\..*“Lost and found”/).waitFor();
    await at.page.getByRole("button", { name: "Copy the text" }).waitFor();
    await press("p", "f", "e", "x", "Enter", "Delete", "n");
    await said("The field you were typing in is gone.").waitFor();
    expect(await at.page.getByRole("textbox", { name: /^Title of/ }).count()).toBe(0);
    expect(await at.page.getByRole("grid").getAttribute("aria-activedescendant")).toBeNull();
    expect(await accessibilityFaults(at.page)).toEqual([]);
    // Whoever goes somewhere has the keys again.
    expect((await statuses())[0]).toBe("passed");
    await press("ArrowDown", "f");
    await expect.poll(async () => (await statuses())[0]).toBe("failed");
    expect((await statuses()).slice(1)).toEqual(before.slice(1));
    expect((await checks()).map(({ title }) => title)).toEqual(known.map(({ title }) => title));
    await server("POST", `/sections/${section}/restore`);
    await at.page.getByRole("gridcell", { name: "Add a check: continue your draft to Cart" }).waitFor();
  });

  test("a title that is being changed can be copied when somebody archives the check, or deletes the section", async () => {
    const before = await statuses();
    await press("ArrowDown", "e");
    await at.page.keyboard.type("Half a title");
    await archive("CART-2");
    await said(/was archived while you were writing about it\..*“Half a title”/).waitFor();
    await at.page.getByRole("button", { name: "Copy the text" }).waitFor();
    await press("p", "f");
    await said("The field you were typing in is gone.").waitFor();
    await press("Escape", "p");
    await said("No check is selected").waitFor();
    expect(await statuses()).toEqual(before.toSpliced(3, 3));
    await archive(...(await refs("ACC")));
    await gone("ACC-1");
    await at.page.getByRole("rowheader", { name: "Account" }).click();
    await press("e");
    await at.page.keyboard.type("Half a section");
    await server("DELETE", `/sections/${await sectionId("ACC")}`);
    await said(/The section “Account” was deleted while you were writing in it\..*“Half a section”/).waitFor();
  });
});
