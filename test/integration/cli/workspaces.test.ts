// `retest workspace create|list|rename`, and `--workspace` for whatever acts on one of several, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { DATABASES } from "../../support/server/test-server.ts";

const LINK = /^http:\/\/localhost:3000\/join#\S+$/m;

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  beforeAll(async () => {
    place = await freshPlace(kind);
  });
  afterAll(() => place?.remove());

  const run = (...args: string[]) => command(args, place.settings);
  const list = async () => JSON.parse((await run("workspace", "list", "--json")).stdout);

  test("with one workspace no command asks which one is meant", async () => {
    expect(await list()).toEqual([
      { id: "wsp_default", name: "Workspace", plan: "unlimited", created_at: expect.any(String) },
    ]);
    expect(await run("key", "list")).toMatchObject({ code: 0 });
    expect(await run("workspace", "rename", " Main team ")).toMatchObject({
      code: 0,
      stdout: 'The workspace "Workspace" (wsp_default) is called "Main team" now.\n',
    });
  });

  test("create makes a workspace and shows the link of its first admin", async () => {
    const made = await run("workspace", "create", "Second team");
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toMatch(/^Made the workspace "Second team" \(wsp_\w+\), on the plan unlimited\.$/m);
    expect(made.stdout).toMatch(LINK);
    const third = await run("workspace", "create", "Third", "--plan", "free", "--email", "Eve@Example.com", "--json");
    expect(JSON.parse(third.stdout)).toEqual({
      id: expect.stringMatching(/^wsp_/),
      name: "Third",
      plan: "free",
      link: expect.stringMatching(LINK),
    });
    expect((await list()).map(({ name, plan }: { name: string; plan: string }) => [name, plan])).toEqual([
      ["Main team", "unlimited"],
      ["Second team", "unlimited"],
      ["Third", "free"],
    ]);
  });

  test("with several, a command that acts on one is refused until it names one, and says which there are", async () => {
    const ids = (await list()).map(({ id }: { id: string }) => id);
    for (const args of [
      ["key", "list"],
      ["key", "create", "--name", "CI", "--role", "viewer"],
      ["person", "invite", "--role", "viewer"],
      ["person", "list"],
      ["app", "archived"],
      ["app", "export", "Shop"],
      ["erase", "reporter", "a@example.com", "--confirm", "a@example.com"],
      ["workspace", "plan"],
      ["workspace", "rename", "New"],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect([args, code, stdout]).toEqual([args, 2, ""]);
      expect(stderr).toContain("There are several workspaces: say with --workspace which one is meant");
      for (const id of ids) expect(stderr).toContain(id);
    }
    expect(await run("key", "list", "--workspace", "Nobody's")).toMatchObject({
      code: 2,
      stderr: 'retest: There is no workspace "Nobody\'s". See: retest workspace list\n',
    });
  });

  test("a key belongs to the workspace that was named, by its name or by its id", async () => {
    const [, second] = await list();
    const made = await run("key", "create", "--name", "CI", "--role", "viewer", "--workspace", "Second team", "--json");
    const { id } = JSON.parse(made.stdout);
    const keys = async (workspace: string) =>
      JSON.parse((await run("key", "list", "--workspace", workspace, "--json")).stdout);
    expect((await keys(second.id)).map((key: { id: string }) => key.id)).toEqual([id]);
    expect(await keys("Main team")).toEqual([]);
    expect(await run("key", "revoke", id, "--workspace", "Main team")).toMatchObject({ code: 1 });
    expect(await run("key", "revoke", id, "--workspace", "Second team")).toMatchObject({ code: 0 });
    expect(await run("workspace", "plan", "free", "--workspace", second.id)).toMatchObject({ stdout: "Plan: free\n" });
    expect(await run("workspace", "plan", "--workspace", "Main team")).toMatchObject({ stdout: "Plan: unlimited\n" });
  });

  test("of two that are called the same one is named by its id", async () => {
    const { id } = JSON.parse((await run("workspace", "create", "Third", "--json")).stdout);
    const { code, stderr } = await run("person", "list", "--workspace", "Third");
    expect([code, stderr]).toEqual([2, expect.stringContaining(`Several workspaces are called "Third"`)]);
    expect(stderr).toContain(id);
    expect(await run("person", "list", "--workspace", id)).toMatchObject({ code: 0 });
  });

  test("a wrong name, plan or address makes nothing, and the doctor finds all of them sound", async () => {
    const before = await list();
    expect(await run("workspace", "create")).toMatchObject({ code: 2 });
    expect(await run("workspace", "create", " ")).toMatchObject({ code: 2 });
    expect(await run("workspace", "create", "x".repeat(201))).toMatchObject({ code: 2 });
    expect(await run("workspace", "create", "New", "--plan", "gold")).toMatchObject({ code: 2 });
    expect(await run("workspace", "create", "New", "--email", "nobody")).toMatchObject({ code: 2 });
    expect(await list()).toEqual(before);
    expect(await run("doctor")).toMatchObject({ code: 0 });
  });
});
