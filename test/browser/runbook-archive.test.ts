// Archiving a check: at once and without a question, with a moment to bring it back.
import { describe, expect, test } from "vitest";
import { signedIn } from "../support/browser.ts";
import { runbookStage } from "../support/runbook-stage.ts";

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

  test("hides it at once; U and the toast bring it back, and nothing was sent", async () => {
    const sent: string[] = [];
    at.page.on("request", (request) => sent.push(request.method()));
    await archive();
    await row("CART-1").waitFor({ state: "detached" });
    await at.page.getByRole("heading", { name: "Add an article to the cart" }).waitFor({ state: "detached" });
    await said("Add an article to the cart archived. Its issues and results are kept.").waitFor();
    await press("u");
    await row("CART-1").waitFor();
    await said("Undone. Add an article to the cart archived.").waitFor();
    await press("k");
    await archive();
    await row("CART-1").waitFor({ state: "detached" });
    await at.page.getByRole("button", { name: "Undo" }).click();
    await row("CART-1").waitFor();
    expect(await refs()).toEqual(ALL);
    expect(sent).not.toContain("DELETE");
  });

  test("is sent once the toast is gone; then undo restores it at its place, and takes back what was before", async () => {
    const first = async () => (await checks()).find(({ ref }) => ref === "CART-2")!.platforms[0]!.status;
    await press("j", "f", "k");
    await archive();
    await expect.poll(refs, { timeout: 20_000 }).toEqual(ALL.slice(1));
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
    // Whatever is held back is sent when the page is hidden.
    await at.page.evaluate("dispatchEvent(new Event('pagehide'))");
    await expect.poll(refs).toEqual(ALL.slice(3));
    await press("u");
    await row("CART-3").waitFor();
    await expect.poll(refs).toEqual(ALL);
    await press("Control+Home", "j", "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown", "Delete");
    await row("CART-5").waitFor({ state: "detached" });
    await press("Control+Home", "Delete");
    const sections = async () =>
      (await world.call(world.viewer, "GET", `/sections?app=${at.id}`)).body.data.map(({ ref }: { ref: string }) => ref);
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
    await theirs.waitFor({ timeout: 20_000 });
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
});
