// A person lets an assistant in: the page says who asks, gives what was chosen, and leads back; the account has the way to end it.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { randomText } from "../../src/lib/ids.ts";
import { accessibilityFaults, PHONE, shoot, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { join, PASSWORD } from "../support/clients/person-client.ts";
import { anotherWorkspace, joinWith } from "../support/clients/workspace-client.ts";

const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

describe("letting an assistant in", () => {
  const { world, browser } = stageOf("sqlite");

  const callback = "http://127.0.0.1:4711/callback";
  /** The id of an assistant, and the address to which it sends its person. */
  const asking = async () => {
    const registered = await fetch(`${world.address}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Claude Code", redirect_uris: [callback] }),
    });
    const { client_id } = (await registered.json()) as { client_id: string };
    const code_challenge = createHash("sha256").update(VERIFIER).digest("base64url");
    const asked = {
      client_id,
      redirect_uri: callback,
      response_type: "code",
      code_challenge,
      code_challenge_method: "S256",
      state: "s1",
    };
    return { client_id, path: `/authorize?${new URLSearchParams(asked)}` };
  };

  test("names the workspace that it is let into to somebody who is in several", async () => {
    const email = `${randomText(8)}@example.com`;
    await joinWith(world, world.store.workspace.id, email);
    await joinWith(world, await anotherWorkspace(world, "Field team"), email);
    const { path } = await asking();
    const who = await visitor(browser, world.address);
    const { page } = who;
    await who.go(path);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Field team" }).click();
    await page.getByRole("heading", { name: "Let Claude Code in?" }).waitFor();
    await page.getByText("It is let into the workspace Field team, and into no other.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "authorize-workspace");
    await page.setViewportSize({ ...PHONE, width: 375 });
    await shoot(page, "authorize-workspace-phone");
    await who.close();
  });

  test("asks to sign in first, says who asks, gives what was chosen, leads back; refusing gives nothing; the account ends it", async () => {
    const app = await world.app();
    const { email } = await join(world, { role: "tester", apps: [app.id] });
    const { client_id, path } = await asking();
    const who = await visitor(browser, world.address, { alsoKnown: [callback] });
    const { page } = who;
    // The assistant's program, which waits there for its person.
    await page.route(`${callback}?*`, (route) => route.fulfill({ body: "You can close this page." }));
    await who.go(path);
    await page.getByLabel("E-mail address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Let Claude Code in?" }).waitFor();
    await page.getByText("this computer").waitFor();
    expect(await page.getByText("It is let into the workspace").count()).toBe(0);
    expect(await page.getByRole("radio", { name: "Admin" }).count()).toBe(0);
    expect(await page.getByRole("radio", { name: "Tester" }).isChecked()).toBe(true);
    expect(await page.getByRole("checkbox", { name: app.name }).isChecked()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "authorize");
    await page.setViewportSize({ ...PHONE, width: 375 });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await shoot(page, "authorize-phone");
    await page.getByRole("button", { name: "Don't let it in" }).click();
    await page.waitForURL(/\/callback\?error=access_denied&state=s1&iss=/);
    await who.go(`${path}&code_challenge_method=plain`.replace("code_challenge_method=S256&", ""));
    // Whoever registered the address chose where it leads: nobody is sent there unasked.
    await page.getByRole("heading", { name: "This assistant asked in a wrong way" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "authorize-wrong");
    await page.getByRole("button", { name: "Go back to it" }).click();
    await page.waitForURL(/\/callback\?error=invalid_request&state=s1&iss=/);
    await who.go(path.replace(client_id, "cli_unknown"));
    await page.getByText("This assistant is not known here").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "authorize-unknown");
    await who.go(path);
    await page.getByRole("radio", { name: "Viewer" }).check();
    await page.getByRole("button", { name: "Let it in", exact: true }).click();
    await page.waitForURL(/\/callback\?code=/);
    const back = new URL(page.url()).searchParams;
    expect(back.get("state")).toBe("s1");
    const fields = {
      grant_type: "authorization_code",
      client_id,
      code: back.get("code")!,
      code_verifier: VERIFIER,
      redirect_uri: callback,
    };
    const given = await fetch(`${world.address}/oauth/token`, { method: "POST", body: new URLSearchParams(fields) });
    expect(await given.json()).toMatchObject({ scope: "viewer" });
    await who.go("/account");
    const list = page.getByRole("list", { name: "Assistants" });
    await list.getByText("Claude Code").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await list.scrollIntoViewIfNeeded();
    await shoot(page, "authorize-account");
    await list.getByRole("button", { name: "End: Claude Code" }).click();
    await page.getByText("You have let no assistant in.").waitFor();
    await who.close();
  });
});
