// Two people write the same text at the same time: both versions are shown, and neither is lost.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, signedIn } from "../support/browser/browser.ts";
import { sampleStage } from "../support/browser/runbook-page.ts";

describe("two versions of a text", () => {
  const { world, browser, shop } = sampleStage("sqlite");

  const find = async (ref: string) => {
    const { body } = await world.call(world.viewer, "GET", `/checks?app=${shop.id}&limit=100`);
    return body.data.find((check: { ref: string }) => check.ref === ref) as {
      id: string;
      title: string;
      instructions: string | null;
    };
  };
  const change = async (ref: string, fields: object) =>
    world.call(world.admin, "PATCH", `/checks/${(await find(ref)).id}`, fields);
  const openDetail = async (title: string) => {
    const who = await signedIn(browser, world, "admin");
    await who.go(`/apps/${shop.id}`);
    await who.page.getByRole("grid").getByText(title, { exact: true }).click();
    await who.page.getByRole("heading", { name: title }).waitFor();
    return who;
  };

  const writing = async (begin: string) => {
    await change("CART-1", { instructions: begin });
    const who = await openDetail("Add an article to the cart");
    const part = who.page.getByRole("region", { name: "Instructions" });
    const field = part.getByRole("textbox", { name: "Instructions" });
    await part.getByText(begin, { exact: true }).waitFor();
    const write = async (text: string) => {
      await part.getByRole("button", { name: "Edit" }).click();
      await field.fill(text);
    };
    return { who, part, field, write };
  };
  const saved = async () => (await find("CART-1")).instructions;

  test("a result recorded meanwhile is no conflict of the instructions", async () => {
    const { who, field, write } = await writing("As it was");
    await write("Mine, after a result");
    await world.call(world.tester, "POST", "/results", { app: shop.id, check: "CART-1", outcome: "failed" });
    await field.press("Control+Enter");
    await expect.poll(saved).toBe("Mine, after a result");
    await who.close();
  });

  test("instructions: both are shown where they stand, and one's own can be kept", async () => {
    const { who, part, field, write } = await writing("Begun with");
    await write("Mine, against theirs");
    await change("CART-1", { instructions: "Theirs" });
    await part.getByText("Somebody else has changed the instructions while you were writing").waitFor();
    await field.press("Control+Enter");
    await part.getByRole("button", { name: "Keep mine" }).waitFor();
    await part.getByText("Mine, against theirs").waitFor();
    await part.getByText("Theirs", { exact: true }).waitFor();
    expect(await saved()).toBe("Theirs");
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await shoot(who.page, "edit-conflicts");
    await part.getByRole("button", { name: "Keep mine" }).click();
    await expect.poll(saved).toBe("Mine, against theirs");
    await who.close();
  });

  test("instructions: theirs can be taken, or one be written out of both", async () => {
    const { who, part, field, write } = await writing("Begun again");
    await write("Mine again");
    await change("CART-1", { instructions: "Theirs again" });
    await field.press("Control+Enter");
    await part.getByRole("button", { name: "Use theirs" }).click();
    await part.getByText("Theirs again", { exact: true }).waitFor();
    expect(await saved()).toBe("Theirs again");
    await write("Mine at last");
    await change("CART-1", { instructions: "Theirs at last" });
    await field.press("Control+Enter");
    await part.getByRole("button", { name: "Combine both" }).click();
    const both = part.getByRole("textbox", { name: "Combined text" });
    expect(await both.inputValue()).toBe("Theirs at last\n\nMine at last");
    await both.fill("Of both");
    await who.page.reload();
    await expect.poll(() => both.inputValue()).toBe("Of both");
    await both.press("Control+Enter");
    await expect.poll(saved).toBe("Of both");
    await who.close();
  });

  test("titles: typed while another is saved, also without a server", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    const fetched = page.waitForResponse(/unsaved-dialog.*js/);
    await who.go(`/apps/${shop.id}`);
    await fetched;
    await page.getByRole("grid").getByText("Pay by card", { exact: true }).dblclick();
    const field = page.getByRole("grid").getByRole("textbox", { name: "Title of the check" });
    await field.fill("Pay by credit card");
    await who.context.setOffline(true);
    await field.press("Enter");
    await change("PAY-1", { title: "Pay by debit card" });
    await who.context.setOffline(false);
    await page.getByRole("button", { name: "1 not saved" }).click();
    const dialog = page.getByRole("dialog", { name: "Not saved yet" });
    await dialog.getByText("Pay by debit card", { exact: true }).waitFor();
    await shoot(page, "edit-conflicts-title");
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await expect.poll(async () => (await find("PAY-1")).title).toBe("Pay by credit card");
    // The button that opened it is gone: the focus goes back to where it was before that.
    await dialog.getByText("All your changes are saved.").waitFor();
    await page.getByRole("button", { name: "1 not saved" }).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.getAttribute('role')")).toBe("grid");
    await who.close();
  });

  test("a rename that somebody else has changed since is not undone, and nothing of it waits", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("grid").getByText("Remove the last article", { exact: true }).dblclick();
    const field = page.getByRole("grid").getByRole("textbox", { name: "Title of the check" });
    await field.fill("Remove an article");
    await field.press("Enter");
    await expect.poll(async () => (await find("CART-4")).title).toBe("Remove an article");
    await change("CART-4", { title: "Remove every article" });
    await page.getByRole("grid").getByText("Remove every article", { exact: true }).waitFor();
    await page.keyboard.press("Control+z");
    await page.getByText("Can't undo: somebody else has changed this title since.").waitFor();
    await page.getByRole("grid").getByText("Remove every article", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /not saved/ }).count()).toBe(0);
    await change("CART-4", { title: "Remove the last article" });
    await who.close();
  });

  test("the text of an issue: both are shown in the form, with who wrote the other", async () => {
    const { body } = await world.call(world.tester, "POST", "/issues", {
      app: shop.id,
      check: "PAY-2",
      text: "The wallet stays closed",
    });
    const { id } = body.data;
    const read = async () => (await world.call(world.viewer, "GET", `/issues/${id}`)).body.data.text;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/issues/${id}`);
    const edit = async (words: string) => {
      await page.getByRole("button", { name: "Edit" }).first().click();
      await page.getByLabel("What is wrong").fill(words);
    };
    await edit("My wording");
    await world.call(world.tester, "PATCH", `/issues/${id}`, { priority: "high" });
    await page.keyboard.press("Control+Enter");
    await expect.poll(read).toBe("My wording");
    await edit("My second wording");
    await world.call(world.tester, "PATCH", `/issues/${id}`, { text: "Their wording" });
    const [{ by: writer }] = (await world.call(world.viewer, "GET", `/issues/${id}/history`)).body.data;
    await page.keyboard.press("Control+Enter");
    const form = page.getByRole("form", { name: "Edit the issue" });
    await form.getByText(`${writer} has changed the text while you were writing`).waitFor();
    await form.getByRole("heading", { name: `Saved by ${writer}` }).waitFor();
    await form.getByText("Their wording", { exact: true }).waitFor();
    await form.getByText("My second wording", { exact: true }).waitFor();
    await shoot(page, "edit-conflicts-issue");
    expect(await read()).toBe("Their wording");
    await form.getByRole("button", { name: "Combine both" }).click();
    await form.getByRole("textbox", { name: "Combined text" }).fill("Our wording");
    await page.reload();
    await page.getByRole("button", { name: "Edit" }).first().click();
    expect(await form.getByRole("textbox", { name: "Combined text" }).inputValue()).toBe("Our wording");
    await form.getByText("My second wording", { exact: true }).waitFor();
    await form.getByRole("textbox", { name: "Combined text" }).press("Control+Enter");
    await expect.poll(read).toBe("Our wording");
    await edit("Our last wording");
    await form.getByRole("checkbox", { name: "iOS" }).click();
    await world.call(world.tester, "PATCH", `/issues/${id}`, { platforms: ["android"] });
    await page.keyboard.press("Control+Enter");
    await form.getByText(`${writer} changed the platforms to android while you were writing.`).waitFor();
    await who.close();
  });

  test("instructions of a check that somebody archives meanwhile can be copied, and are there again once it is restored", async () => {
    const { who, part, field, write } = await writing("Begun once more");
    const { id } = await find("CART-1");
    await write("Half a step");
    await world.call(world.admin, "DELETE", `/checks/${id}`);
    const messages = who.page.getByRole("region", { name: "Messages" });
    await messages.getByText("was archived while you were writing about it. Your text is kept").waitFor();
    await messages.getByRole("button", { name: "Copy the text" }).waitFor();
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await world.call(world.admin, "POST", `/checks/${id}/restore`);
    await who.page.getByRole("grid").getByText("Add an article to the cart", { exact: true }).click();
    await part.getByRole("button", { name: "Continue writing" }).click();
    expect(await field.inputValue()).toBe("Half a step");
    await who.close();
  });
});
