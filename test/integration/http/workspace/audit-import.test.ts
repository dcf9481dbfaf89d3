// What an import does to the app itself is in the audit log, as it is when the app is changed by hand.
import { describe, expect, test } from "vitest";
import { dataOf } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  test("an import that renames an app, changes its mode or its platforms says so in the audit log", async () => {
    const { id, name, prefix } = await world.app({ mode: "live" });
    const file = {
      name: `${name} anew`,
      mode: "testing",
      prefix: "ANEW",
      platforms: [{ code: "ios" }, { code: "tv" }],
      repositories: [{ repo: "shop", platforms: ["tv"] }],
      sections: [{ ref: "SIGN", title: "Sign in" }],
    };
    const { counts } = await dataOf(world, "POST", `/apps/import?app=${id}&prune=true`, file);
    expect(await newest(world)).toMatchObject({ action: "app.imported", target: { kind: "app", id, name: file.name } });
    expect((await newest(world)).details).toEqual({
      ...counts,
      name: { from: name, to: file.name },
      mode: { from: "live", to: "testing" },
      prefix: { from: prefix ?? expect.any(String), to: "ANEW" },
      platforms: { added: ["tv"], removed: ["android"] },
      repositories: { added: ["shop"], removed: [] },
    });
  });

  test("an import that leaves the app itself as it is tells only how much it changed", async () => {
    const { id, name } = await world.app();
    const file = { name, platforms: [{ code: "android" }, { code: "ios" }], sections: [{ title: "New" }] };
    const { counts } = await dataOf(world, "POST", `/apps/import?app=${id}`, file);
    expect((await newest(world)).details).toEqual(counts);
  });
});
