// `retest app copy`, `retest section copy` and `retest check copy`, on both databases.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";

const SHOP = {
  name: "Shop",
  platforms: [{ code: "web", label: "Web" }],
  sections: [
    { ref: "PAY", title: "Pay", checks: [{ ref: "PAY-1", title: "Card", not_applicable: ["web"] }] },
    { ref: "SIGN", title: "Sign in", checks: [{ ref: "SIGN-1", title: "Password" }] },
  ],
};

describe.each(ANY_DATABASE)("on %s", (kind) => {
  let place: Place;
  const folder = mkdtempSync(join(tmpdir(), "retest-copies-"));
  beforeAll(async () => {
    place = await freshPlace(kind);
    writeFileSync(join(folder, "shop.json"), JSON.stringify(SHOP));
    await run("app", "import", join(folder, "shop.json"));
  });
  afterAll(async () => {
    await place?.remove();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: string[]) => command(args, place.settings);
  const exported = async (app: string) => JSON.parse((await run("app", "export", app, "--format", "json")).stdout);

  test("an app is copied, with or without its N/A marks, and sections and checks go from one to the other", async () => {
    const made = await run("app", "copy", "Shop", "Partners", "--prefix", "PRT");
    expect([made.code, made.stderr]).toEqual([0, ""]);
    expect(made.stdout).toMatch(/^Created "Partners" \(app_\w+\)\.\n$/);
    const [source, copy] = [await exported("Shop"), await exported("Partners")];
    expect(copy).toEqual({ ...source, name: "Partners", prefix: "PRT" });
    await run("app", "copy", "Shop", "Bare", "--without-not-applicable");
    expect(JSON.stringify((await exported("Bare")).sections)).not.toContain("not_applicable");

    const section = await run("section", "copy", "PAY", "Sign in", "--from", "Shop", "--to", "Bare");
    expect([section.code, section.stdout]).toEqual([
      0,
      expect.stringMatching(/^S\d+ {2}Pay \(1 check\)\nS\d+ {2}Sign in/),
    ]);
    const check = await run("check", "copy", "PAY-1", "--from", "Shop", "--to", "Partners", "--section", "SIGN");
    expect([check.code, check.stdout]).toEqual([0, expect.stringMatching(/^C\d+ {2}Card\n$/)]);
    const titles = (await exported("Partners")).sections[1].checks.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(["Password", "Card"]);
    expect((await run("doctor")).code).toBe(0);
  });

  test.each([
    [["app", "copy", "Shop"], /Name the app to copy, and the new one/],
    [["app", "copy", "Shop", "Other", "--prefix", "x"], /prefix: expected/],
    [["app", "copy", "Nowhere", "Other"], /app/],
    [["app", "copy", "Shop", "Shop"], /another app of this workspace has this name/],
    [["section", "copy", "--from", "Shop", "--to", "Shop"], /Name at least one section/],
    [["section", "copy", "PAY", "--to", "Shop"], /--from is required/],
    [["section", "copy", "NOPE", "--from", "Shop", "--to", "Shop"], /section/],
    [["check", "copy", "PAY-1", "--from", "Shop", "--to", "Shop"], /--section is required/],
  ])("retest %j is refused in words", async (args, words) => {
    const before = await exported("Shop");
    const { code, stderr } = await run(...args);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(words);
    expect(await exported("Shop")).toEqual(before);
  });
});
