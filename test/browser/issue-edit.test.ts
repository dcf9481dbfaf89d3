// Editing and assigning an issue, and what those see who may only read.
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { createSampleIssues, personCalled, type SampleIssues } from "../support/samples/sample-issues.ts";

describe("an issue", () => {
  const { world, browser } = stageOf("sqlite");
  let scene: SampleIssues;
  beforeAll(async () => {
    scene = await createSampleIssues(world);
    await personCalled(world, "Jonas Weber", "tester");
  });

  const read = async (issue: { id: string }) => (await world.call(world.admin, "GET", `/issues/${issue.id}`)).body.data;

  test("is edited with a draft that stays, and its wordings are compared", async () => {
    const { card } = scene.issues;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/issues/${card.id}`);
    await page.getByRole("region", { name: "Platforms" }).waitFor();
    await page.keyboard.press("e");
    const field = page.getByLabel("What is wrong");
    await field.fill(card.text.replace("Seen twice", "Seen three times"));
    await page.keyboard.press("Escape");
    expect(await field.count()).toBe(0);
    await page.reload();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.getByText("This is what you were writing.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("form", { name: "Edit the issue" }).getByLabel("Web").check();
    await field.press("Control+Enter");
    const history = page.getByRole("region", { name: "History" });
    await history.locator("del").waitFor();
    expect(await history.locator("del").textContent()).toContain("twice");
    expect(await history.locator("ins").textContent()).toContain("three times");
    await history.getByText("Platforms: iOS").waitFor();
    expect((await read(card)).platforms).toEqual(["web", "ios"]);
    expect(await page.getByRole("link", { name: "https://example.com/notes?id=7" }).getAttribute("target")).toBe(
      "_blank",
    );
    await who.close();
  });

  test("is assigned to several by keyboard, and gets a priority; a refusal puts it back and says why", async () => {
    const { card } = scene.issues;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/issues/${card.id}`);
    await page.getByRole("button", { name: "Assign to me" }).waitFor();
    await page.keyboard.press("m");
    await expect.poll(async () => (await read(card)).assignees).toEqual(["tester person"]);
    await page.keyboard.press("a");
    await page.getByRole("combobox", { name: "Assigned to" }).fill("jonas");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await read(card)).assignees).toEqual(["tester person", "Jonas Weber"]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("p");
    await page.getByRole("combobox", { name: "Priority" }).fill("medium");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await read(card)).priority).toBe("medium");
    const failing = { status: 503, json: { error: { code: "unavailable", message: "The database is away." } } };
    await page.route("**/ui/v1/issues/*", (route) =>
      route.request().method() === "PATCH" ? route.fulfill(failing) : route.continue(),
    );
    await page.getByRole("button", { name: "Priority: Medium" }).click();
    await page.getByRole("option", { name: "Urgent" }).click();
    await page.getByText("The database is away.").waitFor();
    await page.getByRole("button", { name: "Priority: Medium" }).waitFor();
    await who.close();
  });

  test("shows a viewer nothing to change, hostile texts as text, and where a report came from", async () => {
    const { hostile, webhook } = scene.issues;
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go(`/issues/${hostile.id}`);
    const title = page.getByRole("heading", { level: 2 });
    await title.waitFor();
    expect(await title.textContent()).toContain('<img src=x onerror="document.title=');
    expect(await page.title()).not.toBe("owned");
    expect(await page.locator("main").textContent()).not.toContain("\u202e");
    for (const name of ["Fix", "Edit", "Assign to me", "Attach a file"]) {
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    }
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.go(`/issues/${webhook.id}`);
    const source = page.getByRole("link", { name: "Rollbar" });
    expect(await source.getAttribute("href")).toBe("https://rollbar.example.com/items/4711");
    await page.getByText("4711", { exact: true }).waitFor();
    await who.go("/issues/iss_nothing");
    await page.getByText("There is no such issue").waitFor();
    await who.close();
  });
});
