// The inbox: what comes into it while one looks elsewhere, by keyboard and on a phone; mentions, and watching.
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, type Visitor, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { SESSION } from "../support/conformance/session-cookie.ts";
import { createSampleIssues, personCalled, type SampleIssues } from "../support/samples/sample-issues.ts";

describe("the inbox", () => {
  const { world, browser } = stageOf("sqlite");
  let scene: SampleIssues;
  let ann: string;
  let kim: string;
  beforeAll(async () => {
    scene = await createSampleIssues(world);
    ann = await personCalled(world, "Ann Lee", "tester");
    await personCalled(world, "Annika Roth", "tester");
    kim = await personCalled(world, "Kim", "admin");
  });
  const visit = async (cookie: string, options = {}): Promise<Visitor> => {
    const who = await visitor(browser, world.address, options);
    const value = cookie.slice(SESSION.length);
    await who.context.addCookies([{ name: "retest", value, url: world.address, httpOnly: true, sameSite: "Lax" }]);
    return who;
  };

  test("fills live by a mention picked with the keyboard, is opened with G and I, and read", async () => {
    const { card } = scene.issues;
    const reader = await visit(ann);
    await reader.go("/");
    await reader.page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
    const writer = await visit(kim);
    await writer.go(`/issues/${card.id}`);
    const comments = writer.page.getByRole("region", { name: "Comments" });
    await comments.waitFor();
    await writer.page.keyboard.press("c");
    await writer.page.keyboard.type("Can you look, @ann");
    const people = comments.getByRole("listbox", { name: "People to mention" });
    expect(await people.getByRole("option").count()).toBe(2);
    await writer.page.keyboard.press("ArrowDown");
    await writer.page.keyboard.press("ArrowUp");
    await shoot(writer.page, "mention");
    expect(await accessibilityFaults(writer.page)).toEqual([]);
    await writer.page.keyboard.press("Enter");
    await writer.page.keyboard.type("please?");
    expect(await comments.getByLabel("Write a comment").inputValue()).toBe("Can you look, @Ann Lee please?");
    await writer.page.keyboard.press("Control+Enter");
    await comments.getByText("@Ann Lee", { exact: true }).waitFor();
    const details = writer.page.getByRole("complementary", { name: "Details" });
    await details.getByText("You commented.").waitFor();
    await writer.page.keyboard.press("Escape");
    await writer.page.keyboard.press("w");
    await details.getByText("You don't.").waitFor();

    await reader.page.getByRole("link", { name: "Inbox: 1 unread" }).waitFor();
    await reader.page.keyboard.press("g");
    await reader.page.keyboard.press("i");
    await reader.page.getByRole("heading", { name: "Inbox" }).waitFor();
    const entry = reader.page.getByRole("link", { name: /^Unread: Kim mentioned you/ });
    await entry.waitFor();
    await world.call(kim, "PUT", `/issues/${scene.issues.fee.id}/assignees`, {
      people: [(await world.call(ann, "GET", "/me")).body.data.id],
    });
    await reader.page.getByRole("link", { name: /^Unread: Kim assigned an issue to you/ }).waitFor();
    await reader.page.getByRole("link", { name: "Inbox: 2 unread" }).waitFor();
    await shoot(reader.page, "inbox");
    expect(await accessibilityFaults(reader.page)).toEqual([]);
    await reader.page.keyboard.press("j");
    await reader.page.keyboard.press("r");
    await reader.page.getByRole("link", { name: "Inbox: 1 unread" }).waitFor();
    await reader.page.keyboard.press("j");
    await reader.page.keyboard.press("Enter");
    await reader.page.getByRole("region", { name: "Comments" }).getByText("Can you look,").waitFor();
    await reader.page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
    await reader.page.keyboard.press("g");
    await reader.page.keyboard.press("i");
    await reader.page.getByRole("heading", { name: "You have read everything" }).waitFor();
    await reader.page.keyboard.press("a");
    await reader.page.getByRole("link", { name: /^Kim mentioned you/ }).waitFor();
    await reader.close();
    await writer.close();
  });

  test("is read on a phone, all at once; G alone still opens the palette with what is typed on", async () => {
    const { cart, card } = scene.issues;
    for (const { id } of [cart, card]) {
      await world.call(ann, "PUT", `/issues/${id}/watching`, { watching: true });
      for (const text of ["One", "Two"]) await world.call(world.tester, "POST", `/issues/${id}/comments`, { text });
    }
    const who = await visit(ann, { viewport: PHONE });
    const { page } = who;
    // Opening an issue reads all about it, also what comes while it is open.
    const { fee } = scene.issues;
    await world.call(ann, "PUT", `/issues/${fee.id}/watching`, { watching: true });
    const tell = (text: string) => world.call(world.tester, "POST", `/issues/${fee.id}/comments`, { text });
    await tell("Three");
    expect((await world.call(ann, "GET", "/inbox/count")).body.data).toEqual({ unread: 3 });
    await who.go(`/issues/${fee.id}`);
    await page.getByRole("link", { name: "Inbox: 2 unread" }).waitFor();
    await tell("Four");
    await page.getByText("Four", { exact: true }).waitFor();
    await expect.poll(async () => (await world.call(ann, "GET", "/inbox/count")).body.data).toEqual({ unread: 2 });
    await who.go("/");
    await page.getByRole("link", { name: "Inbox: 2 unread" }).click();
    await page.getByText("2 comments, the last by tester key via API").first().waitFor();
    await shoot(page, "inbox-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await page.getByRole("heading", { name: "You have read everything" }).waitFor();
    await page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
    await who.go("/");
    await page.getByRole("link", { name: "Inbox", exact: true }).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.type("harbour");
    const command = page.getByRole("combobox", { name: "Command" });
    await expect.poll(() => command.inputValue()).toBe("harbour");
    await command.fill("inbox");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "You have read everything" }).waitFor();
    await who.close();
  });
});
