// Somebody else's address in a workspace of one's own helps nobody to guess the password that its owner has elsewhere, or to find out whether there is one.
import { describe, expect, test } from "vitest";
import { randomText } from "../../../../src/lib/ids.ts";
import { giveEachTestAMinute } from "../../../support/clients/factor-client.ts";
import { from, LOCAL_PROXY } from "../../../support/clients/local-proxy.ts";
import { PASSWORD } from "../../../support/clients/person-client.ts";
import { anotherWorkspace, browserAt, type CookieJar, joinWith } from "../../../support/clients/workspace-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const OWN = "staple that battery";
const NETWORK = from("192.0.2.1");

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, LOCAL_PROXY);
  giveEachTestAMinute(world, 15_000);

  const enter = (jar: CookieJar, email: string, password: string, headers: Record<string, string> = NETWORK) =>
    jar.ask("POST", "/session", { email, password }, headers);
  /** An address with an account of somebody who is guessed at, or none, and one of the guesser's in a workspace of their own. */
  const aimAt = async (isThere: boolean) => {
    const email = `${randomText(8)}@example.com`;
    if (isThere) await joinWith(world, world.store.workspace.id, email);
    const team = await anotherWorkspace(world);
    return { email, team, own: await joinWith(world, team, email, { password: OWN }) };
  };

  test("a browser in which the guesser is known to their own account gets no more guesses at another", async () => {
    const { email } = await aimAt(true);
    const jar = browserAt(world.address);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await enter(jar, email, OWN)).status);
      for (let n = 0; n < 4; n++) statuses.push((await enter(jar, email, `a wrong guess ${i}${n}`)).status);
    }
    const last = await enter(browserAt(world.address), email, PASSWORD);
    expect(last.status).toBe(429);
    expect((await enter(jar, email, PASSWORD)).status).toBe(401);
    // Their own account is still theirs.
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  });

  test("a guess that is the guesser's own password is a guess all the same", async () => {
    const { email, own } = await aimAt(true);
    for (let i = 0; i < 5; i++) expect((await enter(browserAt(world.address), email, OWN)).body.data.id).toBe(own);
    expect((await enter(browserAt(world.address), email, OWN)).status).toBe(429);
    expect((await enter(browserAt(world.address), email, PASSWORD)).status).toBe(429);
    expect((await enter(browserAt(world.address), email, PASSWORD, from("198.51.100.1"))).status).toBe(200);
  });

  test("whether an address has an account elsewhere can't be told by what is still let through", async () => {
    const walk = async (isThere: boolean) => {
      const { email, team } = await aimAt(isThere);
      const address = from(isThere ? "192.0.2.8" : "192.0.2.9");
      const [known, fresh] = [browserAt(world.address), () => browserAt(world.address)];
      const seen: unknown[] = [];
      const enterBy = async (jar: CookieJar, password: string, more: object = {}) => {
        const { status, body } = await jar.ask("POST", "/session", { email, password, ...more }, address);
        seen.push([status, Object.keys(body.data ?? body.error)]);
      };
      for (let i = 0; i < 7; i++) await enterBy(known, OWN);
      for (let i = 0; i < 2; i++) await enterBy(fresh(), OWN);
      for (let i = 0; i < 7; i++) await enterBy(fresh(), OWN, { workspace: team });
      for (let i = 0; i < 3; i++) await enterBy(known, "a wrong guess");
      for (let i = 0; i < 3; i++) await enterBy(fresh(), "a wrong guess");
      return seen;
    };
    expect(await walk(true)).toEqual(await walk(false));
  });

  test("a workspace that is named as another's id opens no way to guess there", async () => {
    const { email, team } = await aimAt(true);
    const lookAlike = await anotherWorkspace(world, world.store.workspace.id);
    const third = await joinWith(world, lookAlike, email, { password: OWN });
    const named = (workspace: string) =>
      browserAt(world.address).ask("POST", "/session", { email, password: OWN, workspace }, NETWORK);
    expect((await named(world.store.workspace.id)).status).toBe(401);
    expect((await named(lookAlike)).body.data.id).toBe(third);
    // Its id is one workspace's alone, so those who sign in to it by id are not counted.
    for (let i = 0; i < 7; i++) expect((await named(team)).status).toBe(200);
  });
});
