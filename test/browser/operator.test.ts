// All workspaces, as an operator sees them: use and limits, changed after the password was given, by keyboard, on a phone, in the dark.
import { beforeAll, describe, expect, test } from "vitest";
import { markOperator } from "../../src/actions/access/mark-operator.ts";
import { countUse } from "../../src/actions/workspace/count-use.ts";
import { COMMAND_LINE } from "../../src/domain/workspace/audit-log.ts";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { anotherWorkspace } from "../support/clients/workspace-client.ts";
import { behind } from "../support/database/direct-sql.ts";
import { HOSTILE, sampleApps } from "../support/samples/sample-apps.ts";

describe("all workspaces", () => {
  const { world, browser } = stageOf("sqlite");
  beforeAll(async () => {
    await sampleApps(world, [HOSTILE]);
    await anotherWorkspace(world, "Field team");
    await anotherWorkspace(world, HOSTILE.slice(0, 60));
    await world.store.performer.perform(countUse, { workspaceId: world.store.workspace.id });
  });
  const operator = async (options: Parameters<typeof signedIn>[3] = {}) => {
    const who = await signedIn(browser, world, "admin", options);
    const [{ email }] = (await behind(
      world,
      "select email from person where role = 'admin' and removed_at is null order by created_at desc, id desc limit 1",
    )) as [{ email: string }];
    await world.store.performer.perform(markOperator, { email, isOperator: true }, COMMAND_LINE);
    return who;
  };

  test("an operator finds them by the menu, reads their use, and changes plan and limits by keyboard", async () => {
    const who = await operator();
    const { page } = who;
    await who.go("/");
    await page.getByRole("button", { name: /admin person/ }).click();
    await page.getByRole("menuitem", { name: "All workspaces" }).click();
    await page.getByRole("list", { name: "Workspaces" }).waitFor();
    expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toHaveLength(3);
    await page.getByText("Issues this month").first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "operator");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Requests a minute").fill("600");
    await dialog.getByLabel("Files, in MB").fill("250");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "operator-change");
    await dialog.getByLabel("Plan").selectOption("free");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Its audit log says so.").waitFor();
    const row = page.getByRole("listitem").filter({ hasText: "Field team" });
    await row.getByText("at most 600").waitFor();
    await row.getByText("of 250 MB").waitFor();
    await page.getByLabel("Name").fill("Nobody");
    await page.getByText("No workspace has this name.").waitFor();
    await page.getByLabel("Name").fill("Field team");
    await row.waitFor();
    expect(await page.getByRole("heading", { level: 2 }).count()).toBe(1);
    await who.close();
  });

  test("it fits a phone, light and dark", async () => {
    const who = await operator({ viewport: PHONE });
    const { page } = who;
    await who.go("/operator");
    await page.getByRole("list", { name: "Workspaces" }).waitFor();
    const excess = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate<number>(excess)).toBeLessThanOrEqual(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "operator-phone");
    await page.getByRole("button", { name: "Change Field team" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "operator-phone-change");
    await who.close();
  });

  test("who is no operator is told so, and has no way there", async () => {
    const who = await signedIn(browser, world, "admin");
    await who.go("/operator");
    await who.page.getByRole("heading", { name: "This page is for operators" }).waitFor();
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await who.close();
  });
});
