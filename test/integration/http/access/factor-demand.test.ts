// A workspace that demands a second factor: who has none can set one up, and nothing else.
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { UI_ROUTES } from "../../../../src/http/routes/all-routes.ts";
import { ask, outcomeOf } from "../../../support/checks/route-table.ts";
import { newest } from "../../../support/clients/audit-client.ts";
import { addTotp, codeIn, finish, halfSignIn } from "../../../support/clients/factor-client.ts";
import { join, SAME_ORIGIN, signIn, ui } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let admin: string;
  const demand = (to: string) => ask(world, admin, "PATCH", "/workspace", { second_factor: to });
  beforeAll(async () => {
    admin = (await join(world, { role: "admin" })).cookie;
    await addTotp(world, admin);
  });
  afterEach(() => demand("optional"));

  test("whoever is signed in without one is held back at once, sets one up, and goes on", async () => {
    const { email, cookie } = await join(world, { role: "tester" });
    const live = await fetch(`${world.address}/ui/v1/live`, { headers: { cookie } });
    expect((await demand("required")).body.data).toMatchObject({ second_factor: "required" });
    expect(await newest(world)).toMatchObject({
      action: "workspace.factor_demand_changed",
      details: { second_factor: { from: "optional", to: "required" } },
    });
    for (const { method, path, open, beforeFactor } of UI_ROUTES) {
      if (open === true || beforeFactor === true) continue;
      const answer = await ui(world.address, method, path, undefined, { ...SAME_ORIGIN, cookie });
      expect([method, path, outcomeOf(answer)]).toEqual([method, path, "403 second_factor_needed"]);
    }
    // Its stream ends, too.
    expect(await live.text()).toContain("event: end");
    expect((await ask(world, cookie, "GET", "/me")).body.data).toMatchObject({ needs_second_factor: true });
    expect((await signIn(world, email)).body.data).toMatchObject({ needs_second_factor: true });
    const { id, secret } = await addTotp(world, cookie);
    expect((await ask(world, cookie, "GET", "/me")).body.data).toMatchObject({ needs_second_factor: false });
    expect((await ask(world, cookie, "GET", "/overview")).status).toBe(200);
    expect(outcomeOf(await ask(world, cookie, "DELETE", `/me/second-factors/${id}`))).toBe("409 last_factor");
    const half = await halfSignIn(world, email);
    expect((await finish(world.address, half.cookie, { code: codeIn(world, secret) })).status).toBe(200);
  });

  test("whoever joins sets one up first; keys go on", async () => {
    await demand("required");
    const { cookie } = await join(world);
    expect(outcomeOf(await ask(world, cookie, "GET", "/overview"))).toBe("403 second_factor_needed");
    expect((await ask(world, world.viewer, "GET", "/apps")).status).toBe(200);
    await demand("optional");
    expect((await ask(world, cookie, "GET", "/overview")).status).toBe(200);
  });

  test("an admin without one is held back from taking the demand back", async () => {
    const other = await join(world, { role: "admin" });
    await demand("required");
    const refused = await ask(world, other.cookie, "PATCH", "/workspace", { second_factor: "optional" });
    expect(outcomeOf(refused)).toBe("403 second_factor_needed");
    await addTotp(world, other.cookie);
    expect((await ask(world, other.cookie, "PATCH", "/workspace", { second_factor: "optional" })).status).toBe(200);
  });
});
