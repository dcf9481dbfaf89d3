// A request of the interface may say for whom its page was read: it is done as that person, or not at all.
import { describe, expect, test } from "vitest";
import { randomText } from "../../../../src/lib/ids.ts";
import { outcomeOf } from "../../../support/checks/route-table.ts";
import { join, PASSWORD } from "../../../support/clients/person-client.ts";
import { anotherWorkspace, browserAt, joinWith } from "../../../support/clients/workspace-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);

  /** A browser that is in the second of two workspaces by now, whose pages were read for `one`. */
  const movedOn = async () => {
    const email = `${randomText(8)}@example.com`;
    const first = world.store.workspace.id;
    const second = await anotherWorkspace(world);
    const one = await joinWith(world, first, email, { role: "admin" });
    const two = await joinWith(world, second, email, { role: "admin" });
    const jar = browserAt(world.address);
    await jar.ask("POST", "/session", { email, password: PASSWORD, workspace: first });
    await jar.ask("POST", "/session", { email, password: PASSWORD, workspace: second });
    return { jar, first, one, two };
  };
  const named = (person: string) => ({ "x-retest-person": person });
  const INVITATION = { role: "viewer", email: "guest@example.com" };
  const RENAMED = { name: "Ada of another workspace" };

  test("what is asked for somebody who is not signed in is refused, reading and writing, and nothing is done", async () => {
    const { jar, one } = await movedOn();
    const answer = await jar.ask("POST", "/invitations", INVITATION, named(one));
    expect([answer.status, answer.body]).toEqual([
      401,
      {
        error: {
          code: "unauthorized",
          message:
            "You are signed in to another workspace in this browser by now, or as somebody else: go back there, or load the page again.",
        },
      },
    ]);
    expect(outcomeOf(await jar.ask("GET", "/invitations", undefined, named(one)))).toBe("401 unauthorized");
    expect(outcomeOf(await jar.ask("PATCH", "/me", RENAMED, named(one)))).toBe("401 unauthorized");
    expect(outcomeOf(await jar.ask("DELETE", "/session", undefined, named(one)))).toBe("401 unauthorized");
    expect(outcomeOf(await jar.ask("GET", "/me", undefined, named("")))).toBe("401 unauthorized");
    expect((await jar.ask("GET", "/invitations")).body.data).toEqual([]);
    expect((await jar.ask("GET", "/me")).body.data.name).not.toBe(RENAMED.name);
  });

  test("what names the person who is signed in, and what names nobody, is done", async () => {
    const { jar, two } = await movedOn();
    expect((await jar.ask("POST", "/invitations", INVITATION, named(two))).status).toBe(201);
    expect((await jar.ask("GET", "/invitations", undefined, named(two))).body.data).toHaveLength(1);
    expect((await jar.ask("POST", "/invitations", { role: "viewer" })).status).toBe(201);
    expect((await jar.ask("GET", "/me", undefined, named(two))).body.data.id).toBe(two);
  });

  test("going back to the workspace of the page is open to it, and its requests are done there again", async () => {
    const { jar, first, one } = await movedOn();
    expect((await jar.ask("POST", "/session/workspace", { workspace: first }, named(one))).body.data.id).toBe(one);
    expect((await jar.ask("POST", "/invitations", INVITATION, named(one))).status).toBe(201);
  });

  test("a session that has ended says so, whoever is named", async () => {
    const { cookie } = await join(world, { role: "viewer" });
    await world.call(cookie, "DELETE", "/session");
    const jar = browserAt(world.address);
    jar.cookies.set("retest", cookie.slice(cookie.indexOf("=") + 1));
    const { body } = await jar.ask("GET", "/me", undefined, named("per_somebody"));
    expect(body.error.message).toBe("You are not signed in, or your session has ended: sign in.");
  });
});
