// Where issues belong: one by its key, several from the list, and by dragging them onto a check.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, type Visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { createSampleIssues, deliver, type SampleIssues } from "../support/samples/sample-issues.ts";

describe("where issues belong", () => {
  const { world, browser } = stageOf("sqlite");
  let scene: SampleIssues;
  /** Two live bugs of the bank that a monitor has reported, the newest first. */
  let bugs: { id: string; code: string }[];
  beforeAll(async () => {
    scene = await createSampleIssues(world);
  });
  beforeEach(async () => {
    const report = (title: string) => deliver(world, scene.bank.id, { title, source: "Monitor" });
    bugs = [await report("Transfers time out"), await report("Transfers answer 502")].reverse();
  });

  const read = async (id: string) => (await world.call(world.admin, "GET", `/issues/${id}`)).body.data;
  const refOf = async (id: string) => (await read(id)).check?.ref ?? null;
  const statuses = async (ref: string) => {
    const { data } = (await world.call(world.admin, "GET", `/checks?app=${scene.bank.id}`)).body;
    const { platforms } = data.find((check: { ref: string }) => check.ref === ref);
    return platforms.map(({ status }: { status: string }) => status);
  };
  const list = () => `/apps/${scene.bank.id}/issues`;
  const row = ({ page }: Visitor, issue: { id: string }) => page.locator(`[data-issue="${issue.id}"]`);
  const bar = ({ page }: Visitor) => page.getByRole("toolbar", { name: "Selected issues" });

  test("a live bug is placed on a check by its key, the runbook then shows it, and it can be undone", async () => {
    const [bug] = bugs as [{ id: string; code: string }];
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/issues/${bug.id}`);
    await page.getByRole("heading", { level: 2, name: "Transfers answer 502" }).waitFor();
    await page.getByText("No check", { exact: true }).waitFor();
    await page.keyboard.press("b");
    const picker = page.getByRole("combobox", { name: "Check or section" });
    await picker.waitFor();
    await shoot(page, "issue-place");
    expect(await accessibilityFaults(page)).toEqual([]);
    await picker.fill("freeze");
    await page.keyboard.press("Enter");
    await page.getByText("Placed on CRD-1 Freeze a card.").waitFor();
    const facts = page.getByRole("complementary", { name: "Details" });
    await facts.getByRole("link", { name: "CRD-1 Freeze a card" }).waitFor();
    await page.getByText("placed the issue").waitFor();
    await page.getByText("Belongs to: no check").waitFor();
    expect(await statuses("CRD-1")).toEqual(["failed", "failed"]);
    await shoot(page, "issue-placed");
    expect(await accessibilityFaults(page)).toEqual([]);
    await facts.getByRole("link", { name: "CRD-1 Freeze a card" }).click();
    await page.getByRole("region", { name: "Issues" }).getByRole("link", { name: bug.code }).waitFor();
    await shoot(page, "runbook-live-bug");
    await page.goBack();
    await page.keyboard.press("b");
    await page.getByRole("option", { name: "Section: Cards" }).click();
    await page.getByText("Placed in the section.").waitFor();
    await page.keyboard.press("u");
    await expect.poll(() => refOf(bug.id)).toBe("CRD-1");
    await facts.getByRole("button", { name: "Check or section: Move" }).click();
    await page.getByRole("option", { name: "No check" }).click();
    await expect.poll(() => refOf(bug.id)).toBeNull();
    expect(await statuses("CRD-1")).toEqual(["untested", "untested"]);
    await who.close();
  });

  test("several are selected with x and Shift, then get a priority, people, a place and a fix, each of which can be undone", async () => {
    const [one, two] = bugs as [{ id: string; code: string }, { id: string; code: string }];
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(list());
    await row(who, one).waitFor();
    await page.keyboard.press("x");
    await bar(who).getByText("1 issue selected").waitFor();
    await page.keyboard.press("Shift+ArrowDown");
    await bar(who).getByText("2 issues selected").waitFor();
    expect(await page.getByRole("checkbox", { name: `Select ${two.code}` }).isChecked()).toBe(true);
    await shoot(page, "issues-selected");
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.keyboard.press("p");
    await page.getByRole("option", { name: "Urgent" }).click();
    await page.getByText("Priority urgent: 2 issues.").waitFor();
    expect([(await read(one.id)).priority, (await read(two.id)).priority]).toEqual(["urgent", "urgent"]);
    await page.keyboard.press("u");
    await expect.poll(async () => (await read(two.id)).priority).toBeNull();

    await page.keyboard.press("a");
    await page.getByRole("combobox", { name: "Assign the selected issues" }).fill("admin person");
    await page.keyboard.press("Enter");
    await page.getByText("Assigned: 2 issues.").waitFor();
    expect((await read(one.id)).assignees).toEqual(["admin person"]);

    await page.keyboard.press("b");
    await page.getByRole("combobox", { name: "Check or section" }).fill("TRF-1");
    await page.keyboard.press("Enter");
    await page.getByText("Placed: 2 issues.").waitFor();
    expect([await refOf(one.id), await refOf(two.id)]).toEqual(["TRF-1", "TRF-1"]);

    await bar(who).getByRole("button", { name: "Fix" }).click();
    await page.getByText("Fixed: 2 issues.").waitFor();
    await expect.poll(() => bar(who).count()).toBe(0);
    expect((await read(two.id)).status).toBe("fixed");
    await page.keyboard.press("u");
    await row(who, two).waitFor();
    expect((await read(one.id)).status).toBe("open");
    await who.close();
  });

  test("what one of several is refused is said, and the others are changed; Esc clears the selection", async () => {
    const [one] = bugs as [{ id: string; code: string }];
    const { fee } = scene.issues;
    await world.call(world.admin, "POST", `/issues/${fee.id}/fix`, { platforms: ["ios"] });
    const { data } = (await world.call(world.admin, "GET", `/checks?app=${scene.bank.id}`)).body;
    const frozen = data.find((check: { ref: string }) => check.ref === "CRD-1").id;
    await world.call(world.admin, "PUT", `/checks/${frozen}/not-applicable`, { platforms: ["android"] });
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(list());
    await page.getByRole("checkbox", { name: `Select ${one.code}` }).check();
    await page.getByRole("checkbox", { name: `Select ${fee.code}` }).check();
    await page.keyboard.press("b");
    await page.getByRole("combobox", { name: "Check or section" }).fill("CRD-1");
    await page.keyboard.press("Enter");
    await page.getByText(`Placed: ${one.code}.`).waitFor();
    await page.getByText(`Not done for ${fee.code}:`).waitFor();
    expect([await refOf(one.id), await refOf(fee.id)]).toEqual(["CRD-1", "TRF-1"]);
    expect(await bar(who).getByRole("button", { name: "Fix" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await expect.poll(() => bar(who).count()).toBe(0);
    await world.call(world.admin, "PUT", `/checks/${frozen}/not-applicable`, { platforms: [] });
    await world.call(world.admin, "POST", `/issues/${fee.id}/fix`, { fixed: false });
    await who.close();
  });

  test("issues are dragged from the list onto a check, one or all that are selected", async () => {
    const [one, two] = bugs as [{ id: string; code: string }, { id: string; code: string }];
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(list());
    const drag = async (issue: { id: string }, place: string, name?: string) => {
      await row(who, issue).hover();
      await page.mouse.down();
      await page.mouse.move(300, 300, { steps: 3 });
      const panel = page.getByRole("complementary", { name: "Drop on a check" });
      const target = panel.getByText(place, { exact: true });
      await target.hover();
      await target.hover();
      if (name !== undefined) {
        await shoot(page, name);
        expect(await accessibilityFaults(page)).toEqual([]);
      }
      await page.mouse.up();
      await expect.poll(() => panel.count()).toBe(0);
    };
    await drag(one, "Send money to a saved contact", "issue-dragged");
    await page.getByText(`Placed: ${one.code}.`).waitFor();
    expect(await refOf(one.id)).toBe("TRF-1");
    await page.keyboard.press("x");
    await page.keyboard.press("Shift+J");
    await bar(who).getByText("2 issues selected").waitFor();
    await drag(two, "Cards");
    await page.getByText("Placed: 2 issues.").waitFor();
    expect([(await read(one.id)).section_id, (await read(two.id)).section_id]).toEqual(
      Array(2).fill(scene.bank.sections[1].id),
    );
    // What belongs to a section says to which, in the list of its app and in that of all apps.
    const { ref } = scene.bank.sections[1];
    await row(who, one).getByText(`${ref} Cards`, { exact: true }).waitFor();
    await shoot(page, "issues-in-a-section");
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.go("/issues");
    await row(who, two).getByText(`${ref} Cards`, { exact: true }).waitFor();
    await who.close();
  });

  test("issues of several apps are not placed together, and a viewer selects nothing", async () => {
    const [one] = bugs as [{ id: string; code: string }];
    const who = await signedIn(browser, world, "tester");
    await who.go("/issues");
    await who.page.getByRole("checkbox", { name: `Select ${one.code}` }).check();
    await who.page.getByRole("checkbox", { name: `Select ${scene.issues.card.code}` }).check();
    await bar(who).getByText("Issues of several apps can't be placed together.").waitFor();
    expect(await bar(who).getByRole("button", { name: /Place/ }).count()).toBe(0);
    await who.close();
    const viewer = await signedIn(browser, world, "viewer");
    await viewer.go(`/issues/${one.id}`);
    await viewer.page.getByRole("heading", { level: 2 }).waitFor();
    for (const key of ["x", "b"]) await viewer.page.keyboard.press(key);
    expect(await viewer.page.getByRole("checkbox").count()).toBe(0);
    expect(await viewer.page.getByRole("combobox").count()).toBe(0);
    await viewer.close();
  });

  test("on a phone issues are selected by the sign in front of them, and placed from the bar", async () => {
    const [one, two] = bugs as [{ id: string; code: string }, { id: string; code: string }];
    const who = await signedIn(browser, world, "tester", { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = who;
    await who.go(list());
    for (const { code } of [one, two]) await page.getByRole("checkbox", { name: `Select ${code}` }).tap();
    await bar(who).getByText("2 issues selected").waitFor();
    await shoot(page, "issues-selected-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    await bar(who).getByRole("button", { name: /Place/ }).tap();
    await page.getByRole("option", { name: /^CRD-1/ }).tap();
    await page.getByText("Placed: 2 issues.").waitFor();
    expect([await refOf(one.id), await refOf(two.id)]).toEqual(["CRD-1", "CRD-1"]);
    await row(who, one).tap();
    await page.getByRole("button", { name: "Check or section: Move" }).waitFor();
    await page.getByRole("button", { name: "Check or section: Move" }).scrollIntoViewIfNeeded();
    await shoot(page, "issue-placed-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.close();
  });
});
