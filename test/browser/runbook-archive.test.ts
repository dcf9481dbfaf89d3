// Archiving a check: at once and without a question, with a moment to bring it back.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { runbookStage } from "../support/browser/runbook-page.ts";
import { dataOf } from "../support/checks/route-table.ts";

describe("archiving a check", () => {
  const at = runbookStage("sqlite", "admin");
  const { world, browser, press, checks } = at;

  /** As the server has them. */
  const refs = async () => (await checks()).map(({ ref }) => ref).filter((ref) => ref.startsWith("CART"));
  const ALL = ["CART-1", "CART-2", "CART-3", "CART-4", "CART-5"];
  const row = (ref: string) => at.page.getByRole("row", { name: new RegExp(ref) });
  const said = (words: string) => at.page.getByRole("status").getByText(words);
  /** The check that one is at. */
  const archive = async () => {
    await press("Enter");
    await at.page.getByRole("button", { name: "Archive this check" }).click();
  };

  test("hides it at once; U and the toast bring it back with the cursor on it, and nothing was sent", async () => {
    const sent: string[] = [];
    at.page.on("request", (request) => sent.push(request.method()));
    await archive();
    await row("CART-1").waitFor({ state: "detached" });
    await at.page.getByRole("heading", { name: "Add an article to the cart" }).waitFor({ state: "detached" });
    await said("Add an article to the cart archived. Its issues and results are kept.").waitFor();
    await press("u");
    await row("CART-1").waitFor();
    await at.page.getByText("Undone: Add an article to the cart archived.", { exact: true }).waitFor();
    await archive();
    await row("CART-1").waitFor({ state: "detached" });
    await at.page.getByRole("button", { name: "Undo" }).click();
    await row("CART-1").waitFor();
    // The check that came back is archived again, by keys alone.
    await press("ArrowDown", "Delete");
    await row("CART-2").waitFor({ state: "detached" });
    await press("Control+z");
    await row("CART-2").waitFor();
    await press("Delete");
    await row("CART-2").waitFor({ state: "detached" });
    await press("Control+z");
    await row("CART-2").waitFor();
    expect(await refs()).toEqual(ALL);
    expect(sent).not.toContain("DELETE");
  });

  test("an issue that is being written stays open when the last section is deleted, or the app archived", async () => {
    const dialog = at.page.getByRole("dialog", { name: "Raise an issue" });
    await press("i");
    await dialog.getByRole("textbox").fill("The cart loses an article");
    const { body } = await world.call(world.viewer, "GET", `/apps/${at.id}`);
    const all = (await checks()).map(({ id }) => id);
    await world.call(world.admin, "POST", "/checks/archive", { app: at.id, checks: all });
    await dialog.getByText("This check was archived while you were writing.").waitFor();
    for (const { id } of body.data.sections) await world.call(world.admin, "DELETE", `/sections/${id}`);
    await at.page.getByText("This runbook is empty").waitFor();
    expect(await dialog.getByRole("textbox").inputValue()).toBe("The cart loses an article");
    await world.call(world.admin, "POST", `/apps/${at.id}/archive`);
    await dialog.getByText("This app was archived while you were writing.").waitFor();
    await said("was archived, or you no longer have access to it").waitFor();
    expect(await dialog.getByRole("textbox").inputValue()).toBe("The cart loses an article");
    await dialog.getByRole("button", { name: "Copy the text" }).waitFor();
    await press("Escape");
    await at.page.getByRole("heading", { name: /is no longer here/ }).waitFor();
  });

  test("a new issue that is being written on the app's issues stays open when the app is archived", async () => {
    await at.who.go(`/apps/${at.id}/issues`);
    await at.page.getByRole("list", { name: "Issues", exact: true }).waitFor();
    await press("n");
    const dialog = at.page.getByRole("dialog", { name: "New issue" });
    const field = dialog.getByLabel("What is wrong");
    await field.fill("The cart loses an article");
    await world.call(world.admin, "POST", `/apps/${at.id}/archive`);
    await said("was archived, or you no longer have access to it").waitFor();
    expect(await field.inputValue()).toBe("The cart loses an article");
    await field.fill("");
    await press("Escape");
    await at.page.getByRole("heading", { name: /is no longer here/ }).waitFor();
  });

  test("a title, and the settings, that are being written stay with a button to copy them when the app is archived", async () => {
    const title = at.page.getByRole("textbox", { name: "Title of the new check" });
    await press("o");
    await at.page.keyboard.type("Pay in parts");
    const archiveApp = () => world.call(world.admin, "POST", `/apps/${at.id}/archive`);
    await archiveApp();
    await said("was archived, or you no longer have access to it").waitFor();
    await at.page.getByRole("button", { name: "Copy the text" }).click();
    expect(await title.inputValue()).toBe("Pay in parts");
    await title.press("Enter");
    expect(await accessibilityFaults(at.page)).toEqual([]);
    await title.press("Escape");
    await at.page.getByRole("heading", { name: /is no longer here/ }).waitFor();
    await world.call(world.admin, "POST", `/apps/${at.id}/restore`);
    await at.who.go(`/apps/${at.id}/settings`);
    const name = at.page.getByLabel("Name", { exact: true }).first();
    await name.fill("Harbour Market");
    await archiveApp();
    await at.page.getByText("This app was archived while you were writing.").waitFor();
    await at.page.getByRole("button", { name: "Copy what you changed" }).waitFor();
    expect(await name.inputValue()).toBe("Harbour Market");
    expect(await accessibilityFaults(at.page)).toEqual([]);
    await at.page.getByRole("button", { name: "Discard" }).first().click();
    await at.page.getByRole("heading", { name: /is no longer here/ }).waitFor();
  });

  test("is sent once the toast is gone; then undo restores it at its place, and takes back what was before", async () => {
    const first = async () => (await checks()).find(({ ref }) => ref === "CART-2")!.platforms[0]!.status;
    await press("j", "f", "k");
    await archive();
    await expect.poll(refs).toEqual(ALL.slice(1));
    expect(await row("CART-1").count()).toBe(0);
    expect(await first()).toBe("failed");
    await press("Control+z");
    await row("CART-1").waitFor();
    await expect.poll(refs).toEqual(ALL);
    await press("u");
    await expect.poll(first).toBe("passed");
    // Done again, it is archived as before.
    await press("Control+Shift+z", "Control+Shift+z");
    await row("CART-1").waitFor({ state: "detached" });
    await press("u");
    await row("CART-1").waitFor();
  });

  test("several that were sent come back in their order, and so does a section that was deleted after them", async () => {
    await press("Shift+ArrowDown", "Shift+ArrowDown", "Delete");
    await row("CART-3").waitFor({ state: "detached" });
    // Whatever is held back is sent when the page is hidden, here while another tab has its turn to send.
    await at.page.evaluate(
      "void navigator.locks.request('retest unsaved', () => new Promise((done) => { endTurn = done }))",
    );
    await at.page.evaluate("dispatchEvent(new Event('pagehide'))");
    await expect.poll(refs).toEqual(ALL.slice(3));
    await press("u");
    await row("CART-3").waitFor();
    const shown = async () =>
      (await at.page.getByRole("row", { name: /CART-\d/ }).allInnerTexts()).map((text) => /CART-\d/.exec(text)![0]);
    expect(await shown()).toEqual(ALL);
    // They stay where they are while the server archives and restores them, and the page reads both.
    await at.page.evaluate(
      `vanished = 0; new MutationObserver(() => { if (!document.body.textContent.includes("CART-3")) vanished++ }).observe(document.body, { childList: true, subtree: true })`,
    );
    await at.page.evaluate("endTurn()");
    await expect.poll(refs).toEqual(ALL);
    const [first] = await checks();
    await world.call(world.admin, "PATCH", `/checks/${first!.id}`, { title: "Read meanwhile" });
    await at.page.getByText("Read meanwhile").first().waitFor();
    expect([await shown(), await at.page.evaluate("vanished")]).toEqual([ALL, 0]);
    await press(
      "Control+Home",
      "j",
      "Shift+ArrowDown",
      "Shift+ArrowDown",
      "Shift+ArrowDown",
      "Shift+ArrowDown",
      "Delete",
    );
    await row("CART-5").waitFor({ state: "detached" });
    await press("Control+Home", "Delete");
    const sections = async () =>
      (await world.call(world.viewer, "GET", `/sections?app=${at.id}`)).body.data.map(
        ({ ref }: { ref: string }) => ref,
      );
    await expect.poll(sections).toEqual(["PAY", "ACC"]);
    await press("u");
    await expect.poll(sections).toEqual(["CART", "PAY", "ACC"]);
    await press("u");
    await expect.poll(refs).toEqual(ALL);
    await row("CART-1").waitFor();
  });

  test("is sent when somebody leaves the page, and when they sign out", async () => {
    await archive();
    await row("CART-1").waitFor({ state: "detached" });
    expect(await refs()).toEqual(ALL);
    await at.page.goto("about:blank");
    await expect.poll(refs).toEqual(ALL.slice(1));
    const other = await signedIn(browser, world, "admin");
    await other.go(`/apps/${at.id}`);
    await other.page.getByRole("grid").press("Enter");
    await other.page.getByRole("button", { name: "Archive this check" }).click();
    await other.page.getByRole("button", { name: /: admin person/ }).click();
    await other.page.getByRole("menuitem", { name: "Sign out" }).click();
    await other.page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await refs()).toEqual(ALL.slice(2));
    await other.close();
  });

  test("a refusal shows the check again and says why", async () => {
    const other = await signedIn(browser, world, "admin");
    const { id } = (await (await other.context.request.get("/ui/v1/me")).json()).data;
    await other.go(`/apps/${at.id}`);
    await other.page.getByRole("grid").press("Enter");
    await other.page.getByRole("button", { name: "Archive this check" }).click();
    const theirs = other.page.getByRole("row", { name: /CART-1/ });
    await theirs.waitFor({ state: "detached" });
    const { status } = await world.call(await world.person("admin"), "PATCH", `/people/${id}`, { role: "tester" });
    expect(status).toBe(200);
    await theirs.waitFor({ timeout: 120_000 });
    await other.page
      .getByRole("status")
      .getByText(/role admin/)
      .waitFor();
    expect(await refs()).toEqual(ALL);
    await other.close();
  });

  test("meanwhile the others are moved as they are seen, and a section without any other is deleted", async () => {
    await press("j");
    await archive();
    await row("CART-2").waitFor({ state: "detached" });
    await press("Control+Home", "j", "Alt+ArrowDown");
    await expect.poll(refs).toEqual(["CART-2", "CART-3", "CART-1", "CART-4", "CART-5"]);
    await press("u", "u");
    await expect.poll(refs).toEqual(ALL);
    await row("CART-2").waitFor();
    const { body } = await world.call(world.admin, "POST", "/sections", { app: at.id, title: "Search" });
    await world.call(world.admin, "POST", "/checks", { app: at.id, section: body.data.id, title: "Find an article" });
    await at.page.getByRole("rowheader", { name: "Find an article" }).click();
    await at.page.getByRole("button", { name: "Archive this check" }).click();
    await at.page.getByRole("rowheader", { name: "Search" }).click();
    await press("Delete");
    const sections = async () => {
      const { data } = (await world.call(world.viewer, "GET", `/sections?app=${at.id}`)).body;
      return data.map(({ title }: { title: string }) => title);
    };
    await expect.poll(sections).toEqual(["Cart", "Checkout", "Account"]);
  });

  const archivedDialog = (page: Page) => page.getByRole("dialog", { name: "Archived checks and sections" });
  const openArchived = async (page: Page) => {
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("menuitem", { name: "Archived checks and sections" }).click();
    await archivedDialog(page).waitFor();
    return archivedDialog(page);
  };
  const archiveThere = async (...named: string[]) => {
    const wanted = (await checks()).filter(({ ref }) => named.includes(ref)).map(({ id }) => id);
    await dataOf(world, "POST", "/checks/archive", { app: at.id, checks: wanted });
    return wanted;
  };

  test("what was archived is listed from the View menu and the palette, and restored by keyboard with a link to its place", async () => {
    await archiveThere("CART-2", "CART-3", "PAY-1");
    await row("CART-2").waitFor({ state: "detached" });
    await press("Control+k");
    await at.page.getByRole("combobox", { name: "Command" }).fill("archived");
    await press("Enter");
    const dialog = archivedDialog(at.page);
    const entries = dialog.getByRole("listitem");
    await expect.poll(() => entries.count()).toBe(3);
    const paid = entries.filter({ hasText: "Pay by card" });
    expect(await paid.innerText()).toMatch(/PAY-1[\s\S]*Checkout[\s\S]*(just now|ago)/);
    expect(await accessibilityFaults(at.page)).toEqual([]);
    await shoot(at.page, "archived");
    await paid.getByRole("button", { name: "Restore Pay by card" }).focus();
    await press("Enter");
    await paid.waitFor({ state: "detached" });
    // The focus goes on to what can be restored next.
    expect(await at.page.evaluate("document.activeElement.textContent")).toBe("Restore");
    await said("Pay by card restored.").waitFor();
    await press("Enter");
    await expect.poll(() => entries.count()).toBe(1);
    expect((await checks()).length).toBe(12);
    await at.page.getByRole("link", { name: "Show it" }).click();
    await dialog.waitFor({ state: "detached" });
    await at.page.getByRole("heading", { name: /in the cart|after signing in/ }).waitFor();
    expect(at.page.url()).toMatch(/check=chk_/);
    // What was restored can be archived again by undo.
    await press("Escape", "u");
    await expect.poll(async () => (await checks()).length).toBe(11);
    const rest = await openArchived(at.page);
    await rest.getByText("Sections", { exact: true }).click();
    await rest.getByText("No section was deleted").waitFor();
    await press("Escape");
  });

  test("what stands in the way of restoring is said, with what to do: a ref in use, a section that was deleted", async () => {
    const [paid] = await archiveThere("PAY-1", "ACC-1", "ACC-2", "ACC-3");
    const refOf = { app: at.id, section: "CART", ref: "PAY-1", title: "Pay twice" };
    const other = await dataOf(world, "POST", "/checks", refOf);
    const sections = await dataOf(world, "GET", `/sections?app=${at.id}`);
    await dataOf(world, "DELETE", `/sections/${sections[2].id}`);
    await dataOf(world, "POST", "/sections", { app: at.id, ref: "ACC", title: "Accounts" });
    const dialog = await openArchived(at.page);
    await dialog.getByRole("button", { name: "Restore Pay by card" }).click();
    await dialog.getByRole("alert").getByText("Its ref PAY-1 now belongs to the check “Pay twice”.").waitFor();
    expect(await dialog.getByRole("link", { name: "Show that check" }).getAttribute("href")).toContain(other.id);
    const account = dialog.getByRole("listitem").filter({ hasText: "Delete the account" });
    expect(await account.innerText()).toContain("Account (deleted)");
    await account.getByRole("button").click();
    await account.getByRole("alert").getByText("another section now has the ref ACC. Choose a section").waitFor();
    expect(await accessibilityFaults(at.page)).toEqual([]);
    await shoot(at.page, "archived-problems");
    await account.getByRole("combobox").selectOption("Accounts");
    await account.getByRole("button").click();
    await account.waitFor({ state: "detached" });
    expect((await checks()).find(({ ref }) => ref === "ACC-2")!.section.title).toBe("Accounts");
    await dialog.getByText("Sections", { exact: true }).click();
    await dialog.getByRole("button", { name: "Restore Account" }).click();
    await dialog.getByRole("alert").getByText("Its ref ACC now belongs to the section “Accounts”.").waitFor();
    await press("Escape");
    await dataOf(world, "DELETE", `/checks/${other.id}`);
    await at.who.go(`/apps/${at.id}?check=${paid}`);
    await at.page.getByText("The check “Pay by card”, which this link is for, was archived.").waitFor();
    await at.page.getByRole("button", { name: "Restore", exact: true }).click();
    await at.page.getByRole("heading", { name: "Pay by card" }).waitFor();
    expect(await at.page.evaluate("document.activeElement.role")).toBe("grid");
  });

  test("a link to an archived check by its ref offers to restore it, as one by its id does", async () => {
    await archiveThere("PAY-1");
    await at.who.go(`/apps/${at.id}?check=pay-1`);
    await at.page.getByText("The check “Pay by card”, which this link is for, was archived.").waitFor();
    await at.page.getByRole("button", { name: "Restore", exact: true }).click();
    await at.page.getByRole("heading", { name: "Pay by card" }).waitFor();
  });

  test("a runbook whose sections are all deleted leads to them; thousands are paged, and testers see them without the button", async () => {
    const all = (await checks()).map(({ id }) => id);
    const title = (i: number) => ({ title: `Old check ${i}` });
    const batch = { app: at.id, section: "CART", checks: Array.from({ length: 230 }, (_, i) => title(i + 1)) };
    const old = await dataOf(world, "POST", "/checks/batch", batch);
    const ids = [...all, ...old.map(({ id }: { id: string }) => id)];
    await dataOf(world, "POST", "/checks/archive", { app: at.id, checks: ids });
    const sections = await dataOf(world, "GET", `/sections?app=${at.id}`);
    for (const { id } of sections) await dataOf(world, "DELETE", `/sections/${id}`);
    const phone = await signedIn(browser, world, "tester", { viewport: PHONE, hasTouch: true, isMobile: true });
    await phone.go(`/apps/${at.id}`);
    await phone.page.getByRole("button", { name: "Archived checks and sections" }).tap();
    const list = archivedDialog(phone.page);
    await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThan(99);
    const seen = async () => {
      await list.getByRole("listitem").last().scrollIntoViewIfNeeded();
      return list.getByRole("listitem").count();
    };
    await expect.poll(seen).toBe(243);
    await list.getByText("That is all of them.").waitFor();
    await list.getByText("An admin can restore it.").waitFor();
    expect(await list.getByRole("button", { name: /Restore/ }).count()).toBe(0);
    await shoot(phone.page, "archived-phone");
    await phone.close();

    await at.page.getByRole("button", { name: "Archived checks and sections" }).click();
    const dialog = archivedDialog(at.page);
    await dialog.getByText("Sections", { exact: true }).click();
    await dialog.getByRole("button", { name: "Restore Checkout" }).click();
    await said("Section Checkout restored.").waitFor();
    expect(await dialog.getByRole("listitem").count()).toBe(2);
    await press("Escape");
    await at.page.getByRole("rowheader", { name: "Checkout" }).waitFor();
    await at.who.go(`/apps/${at.id}?section=${sections[0].id}`);
    await at.page.getByText("The section “Cart”, which this link is for, was deleted.").waitFor();
    await at.page.getByRole("button", { name: "Restore", exact: true }).click();
    await at.page.getByRole("rowheader", { name: "Cart" }).waitFor();
  });
});
