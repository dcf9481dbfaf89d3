// A runbook run by keyboard: moving, recording, undoing, filtering, raising issues; and what others see of it.
import { describe, expect, test } from "vitest";
import { signedIn } from "../support/browser/browser.ts";
import { runbookStage } from "../support/browser/runbook-page.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";
import { ANY_DATABASE } from "../support/server/test-server.ts";

describe.each(ANY_DATABASE)("the runbook by keyboard on %s", (kind) => {
  const at = runbookStage(kind, "tester");
  const { world, browser, press, checks } = at;

  /** The cell that the grid says one is at. */
  const here = (of = at.page) =>
    of.evaluate<string>(
      "document.getElementById(document.querySelector('[role=grid]').getAttribute('aria-activedescendant')).textContent",
    );
  const cell = (name: string, of = at.page) => of.getByRole("gridcell", { name: new RegExp(`^${name}`) });
  const statuses = async (ref: string) => {
    const check = (await checks()).find((one) => one.ref === ref)!;
    return check.platforms.map(({ status }) => status).join(" ");
  };

  test("arrows and letters move, and the grid says where one is", async () => {
    expect(await here()).toContain("Add an article to the cart, Web, passed");
    await press("j", "ArrowDown", "l");
    expect(await here()).toContain("Keep the cart after signing in, iOS, untested");
    await press("k", "h", "h");
    expect(await here()).toContain("CART-2");
    await press("End");
    expect(await here()).toContain("Change the quantity in the cart, Android, failed");
    await press("Control+End");
    expect(await here()).toContain("Change the e-mail address, Android");
    await press("Control+Home");
    expect(await here()).toContain("Cart");
    await press("Enter");
    await expect.poll(() => cell("Add an article").count()).toBe(0);
    await press("ArrowRight", "PageDown");
    await expect.poll(() => cell("Add an article").count()).toBe(3);
  });

  test("a whole section is recorded without the mouse, and taken back step by step", async () => {
    await press("/");
    await at.page.keyboard.type("account");
    await expect.poll(() => at.page.getByText("2 of 13 checks").count()).toBe(0);
    await at.page.getByText("1 of 13 checks").waitFor();
    await press("Escape", "Escape");
    await press("Control+End", "k", "k");
    expect(await here()).toContain("Sign in with a wrong password, Web, passed");
    await press("l", "p", "f", "j", "n");
    await cell("Sign in with a wrong password, iOS, passed").waitFor();
    await cell("Delete the account, iOS, failed").waitFor();
    await cell("Change the e-mail address, iOS, not applicable").waitFor();
    await expect.poll(() => statuses("ACC-1")).toBe("passed passed untested");
    await expect.poll(() => statuses("ACC-3")).toBe("untested not_applicable untested");
    await press("u", "u", "u");
    await expect.poll(() => statuses("ACC-1")).toBe("passed untested untested");
    await expect.poll(() => statuses("ACC-2")).toBe("untested untested untested");
    await expect.poll(() => statuses("ACC-3")).toBe("untested untested untested");
    await cell("Change the e-mail address, iOS, untested").waitFor();
    await press("u");
    await at.page.getByText("There is nothing to undo.").waitFor();
  });

  test("what needs a retest is one key away; a pass there goes to the next that does, and can be taken back", async () => {
    const section = at.page.getByRole("rowheader", { name: /^Cart/ });
    expect(await section.innerText()).toMatch(/5 checks\s+46 %/);
    await press("r");
    await at.page.getByText("1 of 13 checks").waitFor();
    // A filter hides checks; the section is as done as before.
    expect(await section.innerText()).toMatch(/1 of 5 checks\s+46 %/);
    expect(await here()).toContain("Keep the cart after signing in, Web, needs retest");
    expect(at.page.url()).toContain("status=needs_retest");
    await press("p");
    await cell("Keep the cart after signing in, Web, passed").waitFor();
    await expect.poll(() => statuses("CART-3")).toBe("passed untested needs_retest");
    await press("u");
    await expect.poll(() => statuses("CART-3")).toBe("needs_retest untested needs_retest");
    await press("r");
    await cell("Pay by card, Web").waitFor();
    expect(await here()).toContain("Keep the cart after signing in");
  });

  test("several cells at once, and all of them back", async () => {
    await press("j", "j", "j", "Shift+ArrowDown", "Shift+ArrowRight");
    expect(await at.page.locator("[role=gridcell][aria-selected=true]").count()).toBe(4);
    await press("f");
    await expect.poll(() => statuses("CART-4")).toBe("failed failed untested");
    await expect.poll(() => statuses("CART-5")).toBe("failed failed untested");
    await at.page.getByText("4 cells: failed").waitFor();
    await at.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => statuses("CART-4")).toBe("passed untested untested");
    await expect.poll(() => statuses("CART-5")).toBe("untested untested untested");
    await at.page.getByRole("grid").focus();
    await press("x", "k", "x");
    expect(await at.page.locator("[role=gridcell][aria-selected=true]").count()).toBe(2);
    await press("Escape");
    expect(await at.page.locator("[role=gridcell][aria-selected=true]").count()).toBe(0);
  });

  test("an issue is raised where one is, keeps what was typed, and the focus comes back", async () => {
    await press("Control+End", "PageUp", "j");
    await cell("Receipt arrives by e-mail, iOS").click();
    await at.page.getByRole("toolbar").getByRole("button", { name: "Issue" }).click();
    const dialog = at.page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("No receipt came\n\nWaited ten minutes.");
    expect(await dialog.getByRole("checkbox", { name: "iOS" }).isChecked()).toBe(true);
    expect(await dialog.getByRole("checkbox", { name: "Web" }).isChecked()).toBe(false);
    await press("Escape");
    await dialog.waitFor({ state: "detached" });
    await press("i");
    await expect.poll(() => dialog.getByRole("textbox").inputValue()).toContain("No receipt came");
    await dialog.getByText("Urgent").click();
    await dialog.getByRole("textbox").press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await cell("Receipt arrives by e-mail, iOS, failed, 1 open issue").waitFor();
    const { body } = await world.call(world.viewer, "GET", `/issues?app=${at.id}&limit=1`);
    expect(body.data[0]).toMatchObject({ priority: "urgent", platforms: ["ios"], check: { ref: "PAY-3" } });
    await expect.poll(() => at.page.evaluate("document.activeElement.getAttribute('role')")).toBe("grid");
  });

  test("the details open beside the grid and follow it; what others do appears at once", async () => {
    await cell("Pay by card, iOS").click();
    await press("Enter");
    await at.page.getByText("Choose a card that ends in 4242").waitFor();
    await at.page.getByRole("link", { name: /The card form stays empty/ }).waitFor();
    await press("j");
    await at.page.getByRole("heading", { name: "Pay with the phone's wallet" }).waitFor();
    const other = await signedIn(browser, world, "tester");
    await other.go(`/apps/${at.id}`);
    await cell("Pay with the phone's wallet, Android, untested", other.page).waitFor();
    await press("l", "p");
    await cell("Pay with the phone's wallet, Android, passed", other.page).waitFor();
    await other.close();
    await press("Escape");
    await at.page.getByRole("heading", { name: "Receipt arrives by e-mail" }).waitFor({ state: "detached" });
  });

  test("an undo that is refused is never said to be done: what stands there is named", async () => {
    await at.page.evaluate(`(() => {
      const box = document.querySelector("[aria-label=Messages]");
      window.said = [];
      new MutationObserver(() => window.said.push(box.textContent)).observe(box, { childList: true, subtree: true });
    })()`);
    const said = async () => (await at.page.evaluate<string[]>("window.said")).join("\n");
    await cell("Show what is left in stock, Web, untested").click();
    await press("p");
    await expect.poll(() => statuses("CART-5")).toBe("passed untested untested");
    const failed = { app: at.id, check: "CART-5", platforms: ["web"], outcome: "failed" };
    await world.call(world.tester, "POST", "/results", failed);
    await cell("Show what is left in stock, Web, failed").waitFor();
    await press("u");
    await at.page.getByText("Can't undo: failed was recorded here since.").waitFor();
    await cell("Show what is left in stock, Web, failed").waitFor();
    expect(await said()).not.toContain("Undone");
    expect(await at.page.getByRole("button", { name: /not saved/ }).count()).toBe(0);
    await press("Control+Shift+z");
    await at.page.getByText("There is nothing to redo.").waitFor();
    // What the server agrees to is said once it has.
    await cell("Show what is left in stock, Web, failed").click();
    await press("f");
    await at.page.getByText("on Web: failed").waitFor();
    await expect.poll(() => at.page.getByRole("gridcell", { name: /not saved/ }).count()).toBe(0);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await at.page.route("**/ui/v1/results/*", (route) => held.then(() => route.continue()));
    await press("u");
    await cell("Show what is left in stock, Web, failed, not saved yet").waitFor();
    expect(await said()).not.toContain("Undone");
    letGo();
    await at.page.getByText("Undone: Show what is left in stock on Web: failed.").waitFor();
    await at.page.unroute("**/ui/v1/results/*");
  });

  test("undo on the page of another app leaves this one alone; its message's own button names the app", async () => {
    const name = await at.page.getByRole("heading", { level: 1 }).innerText();
    const other = await sampleRunbook(world, `Other than ${name}`);
    await cell("Show what is left in stock, Web, untested").click();
    await press("p");
    await expect.poll(() => statuses("CART-5")).toBe("passed untested untested");
    await at.page.getByRole("link", { name: "Apps", exact: true }).click();
    await at.page.getByRole("link", { name: other.name, exact: true }).click();
    await at.page.getByRole("grid").waitFor();
    await press("Control+z");
    await at.page.getByText("There is nothing to undo.").waitFor();
    expect(await statuses("CART-5")).toBe("passed untested untested");
    await at.page.getByRole("button", { name: "Undo" }).click();
    await at.page.getByText(`Undone in ${name}: Show what is left in stock on Web: passed.`).waitFor();
    expect(await statuses("CART-5")).toBe("untested untested untested");
  });

  test("P, F, N, I and X on a heading say that a check has to be chosen", async () => {
    for (const key of ["p", "f", "n", "i", "x"]) {
      await press("Control+Home", key);
      const said = at.page.getByRole("region", { name: "Messages" }).getByText("Choose a check first");
      await said.waitFor();
      await at.page.getByRole("button", { name: "Dismiss" }).click();
      await said.waitFor({ state: "detached" });
    }
    expect(await at.page.getByRole("dialog").count()).toBe(0);
  });

  test("a refusal puts back what stood before, and says why", async () => {
    await at.page.route("**/ui/v1/results", (route) =>
      route.fulfill({ status: 409, json: { error: { code: "conflict", message: "This can't be recorded now." } } }),
    );
    await cell("Show what is left in stock, Web, untested").click();
    await press("p");
    await at.page.getByText("This can't be recorded now.").first().waitFor();
    await cell("Show what is left in stock, Web, untested, not saved").waitFor();
    await at.page.unroute("**/ui/v1/results");
    await at.page.getByRole("button", { name: "1 not saved" }).click();
    await at.page.getByRole("button", { name: /^Try again/ }).click();
    await at.page.getByText("All your changes are saved.").waitFor();
    await press("Escape");
    await cell("Show what is left in stock, Web, passed").waitFor();
  });
});
