// The workspace: keys, people, the plan and the audit log, and who may see them.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { createKey } from "../../src/actions/access/change-key.ts";
import { setPlan } from "../../src/actions/workspace/change-workspace.ts";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { assistantsOf } from "../support/clients/assistant-client.ts";
import { isSignedIn, join, rowsOf } from "../support/clients/person-client.ts";
import { HOSTILE, sampleApps } from "../support/samples/sample-apps.ts";

describe("the workspace", () => {
  const { world, browser } = stageOf("sqlite");
  let shop: string;
  beforeAll(async () => {
    shop = await sampleApps(world, [HOSTILE]);
    const { id } = world.store.workspace;
    await world.store.performer.perform(setPlan, { workspaceId: id, plan: "free" });
  });
  const me = (key: string) => world.call(key, "GET", "/me").then(({ status }) => status);
  const dialogOf = (page: Page) => page.getByRole("dialog");

  test("a key is created, shown once, rotated with an overlap, and revoked in two steps", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go("/workspace");
    await page.getByRole("list", { name: "Keys" }).waitFor();
    await page.keyboard.press("c");
    await dialogOf(page).getByLabel("Name").fill("CI");
    await dialogOf(page).getByLabel("Only some apps").check();
    expect(await dialogOf(page).getByRole("button", { name: "Create key" }).isDisabled()).toBe(true);
    await dialogOf(page).getByLabel("Harbour Shop").check();
    await dialogOf(page).getByLabel("Expires").selectOption("In 30 days");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialogOf(page).getByRole("button", { name: "Create key" }).click();
    const first = await page.getByLabel("The key", { exact: true }).inputValue();
    expect(await me(first)).toBe(200);
    expect(await page.getByText(`Bearer ${first}`).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    // Escape does not close the dialog, because the key is shown only once.
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Rotate: CI" }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialogOf(page).getByLabel("The old secret still works").selectOption("For 1 hour");
    await dialogOf(page).getByRole("button", { name: "Rotate key" }).click();
    const second = await page.getByLabel("The key", { exact: true }).inputValue();
    expect([second === first, await me(first), await me(second)]).toEqual([false, 200, 200]);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Revoke: CI" }).click();
    await dialogOf(page).getByText("This can't be undone.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialogOf(page).getByRole("button", { name: "Revoke key" }).click();
    await page.getByText("The key CI is revoked.").waitFor();
    expect([await me(first), await me(second)]).toEqual([401, 401]);
    await who.close();
  });

  test("keys that expire soon are warned of, where one begins and in their list, and rotating renews them", async () => {
    const { id } = world.store.workspace;
    const make = (name: string, days: number) =>
      world.store.performer.perform(createKey, {
        workspaceId: id,
        name,
        role: "viewer",
        apps: null,
        expiresAt: Date.now() + days * 86_400_000,
      });
    await make("Later", 20);
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go("/");
    await page.getByRole("heading", { level: 1, name: "Apps" }).waitFor();
    await make("Nightly", 5);
    await assistantsOf(world).letIn((await join(world, { role: "tester" })).cookie);
    await rowsOf(world, `update key set expires_at = ${Date.now() + 86_400_000} where client_id is not null`);
    await who.go("/");
    const warning = page
      .getByRole("status")
      .filter({ hasText: "A key needs to be rotated: Nightly expires in 5 days" });
    await warning.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "key-warning");
    await warning.getByRole("link", { name: "See the keys" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Nightly" });
    await row.getByText("Expires in 5 days").waitFor();
    await shoot(page, "keys-expiring");
    await row.getByRole("button", { name: "Rotate: Nightly" }).click();
    await dialogOf(page).getByLabel("The key expires").selectOption("In 1 year");
    await dialogOf(page).getByRole("button", { name: "Rotate key" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await row.getByText("Expires in 12 months").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.close();
  });

  test("role and reach are changed in place and undone; a person is removed in two steps", async () => {
    const tom = await join(world, { role: "viewer" });
    const who = await signedIn(browser, world, "admin", { colorScheme: "dark", viewport: PHONE });
    const { page } = who;
    const grant = async () => {
      const { body } = await world.call(await world.person("admin"), "GET", "/people");
      const { role, apps } = body.data.find(({ id }: { id: string }) => id === tom.id) ?? {};
      return { role, apps };
    };
    await who.go("/workspace/people");
    const row = page.getByRole("listitem").filter({ hasText: tom.email });
    await row.getByLabel("Role of Ada").selectOption("Tester");
    await page.getByText("The role of Ada is changed.").waitFor();
    expect(await grant()).toEqual({ role: "tester", apps: null });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(grant).toEqual({ role: "viewer", apps: null });
    await row.getByRole("button", { name: /^Apps of Ada/ }).click();
    await dialogOf(page).getByLabel("Only some apps").check();
    await dialogOf(page).getByLabel("Harbour Shop").check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialogOf(page).getByRole("button", { name: "Save" }).click();
    await row.getByRole("button", { name: "Apps of Ada: Harbour Shop" }).waitFor();
    await expect.poll(grant).toEqual({ role: "viewer", apps: [shop] });
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "people-phone-dark");
    const admin = await join(world, { role: "admin" });
    const key = (await world.call(admin.cookie, "POST", "/keys", { name: "Theirs", role: "viewer" })).body.data;
    const [issue] = (await world.call(world.tester, "GET", "/issues")).body.data;
    await world.call(admin.cookie, "PUT", `/issues/${issue.id}/assignees`, { people: [admin.id] });
    await page.reload();
    const leaver = page.getByRole("listitem").filter({ hasText: admin.email });
    await leaver.getByRole("button", { name: "Remove: Ada" }).click();
    await dialogOf(page).getByText("Keys they made, which still work").waitFor();
    await dialogOf(page).getByText("Open issues assigned to them: 1").waitFor();
    await dialogOf(page).getByRole("link", { name: issue.code }).waitFor();
    await dialogOf(page).getByLabel("Revoke this key, too").check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "remove-person-phone-dark");
    await dialogOf(page).getByRole("button", { name: "Remove person" }).click();
    await leaver.waitFor({ state: "detached" });
    expect(await me(key.key)).toBe(401);
    const lowered = await join(world, { role: "admin" });
    const theirs = (await world.call(lowered.cookie, "POST", "/keys", { name: "Theirs", role: "admin" })).body.data;
    await page.reload();
    const role = page.getByRole("listitem").filter({ hasText: lowered.email }).getByLabel("Role of Ada");
    await role.selectOption("Tester");
    await dialogOf(page).getByText("Keys they made, which still work").waitFor();
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    expect([await role.inputValue(), await me(theirs.key)]).toEqual(["admin", 200]);
    await role.selectOption("Tester");
    await dialogOf(page).getByLabel("Revoke this key, too").check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialogOf(page).getByRole("button", { name: "Change person" }).click();
    await page.getByText("The role of Ada is changed. The keys that they made are revoked.").waitFor();
    expect([await role.inputValue(), await me(theirs.key)]).toEqual(["tester", 401]);
    await row.getByRole("button", { name: "Remove: Ada" }).click();
    await dialogOf(page).getByRole("button", { name: "Remove person" }).click();
    await page.getByText("Ada is removed.").first().waitFor();
    await row.waitFor({ state: "detached" });
    expect(await isSignedIn(world.address, tom.cookie)).toBe(false);
    await who.close();
  });

  test("the plan shows what of the month is used", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go("/workspace/plan");
    expect(await page.getByRole("meter").getAttribute("aria-valuetext")).toBe("2 of 100");
    await page.getByText("retest workspace plan unlimited").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.close();
  });

  test("the audit log tells who did what, endlessly and by filter, with details on demand", async () => {
    for (let i = 0; i < 60; i++) {
      const input = { workspaceId: world.store.workspace.id, name: `Key ${i}`, role: "viewer", apps: null } as const;
      await world.store.performer.perform(createKey, input);
    }
    const who = await signedIn(browser, world, "admin", { colorScheme: "dark" });
    const { page } = who;
    await who.go("/workspace/audit");
    await page
      .getByRole("button", { name: /joined as an admin/ })
      .first()
      .waitFor();
    // The page loads what is older by itself when its end comes near.
    const created = page.getByRole("button", { name: /created the app Harbour Shop/ });
    const atTheEnd = () => page.evaluate("scrollTo(0, document.body.scrollHeight)").then(() => created.count());
    await expect.poll(atTheEnd).toBe(1);
    await page.getByLabel("What").selectOption("Apps");
    await expect.poll(() => page.getByRole("button", { name: /created the key/ }).count()).toBe(0);
    expect(await page.getByText("<img src=x onerror=alert(1)>").count()).toBeGreaterThan(0);
    await created.click();
    await page.getByText("app.created").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    // The arrow stands in the middle of its field, as its neighbours' do.
    const arrow = await page.getByLabel("Who").locator("xpath=following-sibling::*").locator("svg").boundingBox();
    const field = (await page.getByLabel("Who").boundingBox())!;
    expect(Math.abs(arrow!.y + arrow!.height / 2 - field.y - field.height / 2)).toBeLessThan(2);
    await shoot(page, "audit-dark");
    expect(new URL(page.url()).search).toBe("?action=app.");
    await page.getByLabel("Who").fill("command");
    await page.keyboard.press("Enter");
    await page.waitForURL(/actor=command\+line/);
    await page.getByLabel("Who").fill("ey 5");
    await page.keyboard.press("Enter");
    await page.getByText(/^Which one: Key \d+, Key \d+, Key \d+ or \d+ more\?$/).waitFor();
    expect(await page.locator("datalist option[value='Key 7']").count()).toBe(1);
    await page.getByLabel("Who").fill("Nobody of that name");
    await page.keyboard.press("Enter");
    await page.getByText("No entry matches.").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page
      .getByRole("button", { name: /created the key/ })
      .first()
      .waitFor();
    await who.close();
  });

  test("what a viewer may not do is not there, and the addresses explain themselves", async () => {
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go("/");
    await page.getByRole("link", { name: "Harbour Shop", exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Workspace" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /New app|Import/ }).count()).toBe(0);
    await page.keyboard.press("c");
    await who.go(`/apps/${shop}`);
    await page.getByRole("link", { name: "Runbook" }).waitFor();
    expect(await page.getByRole("link", { name: /Settings|Webhook/ }).count()).toBe(0);
    await who.go(`/apps/${shop}/settings`);
    await page.getByRole("heading", { name: "Settings are for admins" }).waitFor();
    await who.go("/workspace/keys");
    await page.getByRole("heading", { name: "The workspace is for admins" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.close();
  });

  test("an admin of one app sees and configures that one only", async () => {
    const who = await signedIn(browser, world, "admin", { apps: [shop] });
    const { page } = who;
    await who.go("/");
    const apps = page.getByRole("list", { name: "Apps" }).getByRole("listitem");
    await expect.poll(() => apps.count()).toBe(1);
    expect(await page.getByRole("button", { name: "New app" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Import" }).count()).toBe(1);
    await who.go("/workspace/people");
    await page.getByRole("heading", { name: "The workspace is for admins" }).waitFor();
    await who.go(`/apps/${shop}/settings`);
    await page.getByRole("region", { name: "General" }).waitFor();
    await who.go("/account");
    await page.getByText("Harbour Shop").waitFor();
    await who.close();
  });
});
