// `retest operator add|remove|list`: what is said of the account, and what an address that nobody has confirmed needs, on both databases.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { ui } from "../../support/clients/person-client.ts";
import { type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { DATABASES } from "../../support/server/test-server.ts";

const MAIL = { RETEST_SMTP_URL: "smtp://127.0.0.1:9?tls=off", RETEST_MAIL_FROM: "retest@example.com" };

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  beforeAll(async () => {
    place = await freshPlace(kind);
    server = await serve(place.settings);
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const run = (...args: string[]) => command(["operator", ...args], place.settings);
  const runWithMail = (...args: string[]) => command(["operator", ...args], { ...place.settings, ...MAIL });
  const marked = async () =>
    JSON.parse((await run("list", "--json")).stdout).map(({ email }: { email: string }) => email);

  /** An admin who has typed the address on the page of a link for anybody. */
  async function joined(email: string): Promise<string> {
    const { stdout } = await command(["person", "invite", "--role", "admin", "--json"], place.settings);
    const token = JSON.parse(stdout).link.split("#")[1];
    const fields = { token, name: email.split("@")[0], email, password: "a password of ten" };
    expect((await ui(server.address, "POST", "/invitations/accept", fields)).status).toBe(201);
    const people = JSON.parse((await command(["person", "list", "--json"], place.settings)).stdout);
    return people.find((person: { email: string }) => person.email === email).id;
  }

  test("add says which account it is, since when it is there, and that nobody has confirmed its address", async () => {
    const id = await joined("ada@example.com");
    const { code, stdout } = await run("add", "ada@example.com");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^The account is ${id}, made 20\\S+Z; its address is not confirmed: they have only said`, "m"),
    );
    expect(await marked()).toEqual(["ada@example.com"]);
    expect((await run("remove", "ada@example.com")).code).toBe(0);
    expect(await marked()).toEqual([]);
  });

  test("with mail set up, whoever has only typed the address is made one by the id of the account alone", async () => {
    const [id, other] = [await joined("bea@example.com"), await joined("cleo@example.com")];
    const refused = await runWithMail("add", "bea@example.com");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(new RegExp(`bea@example.com is theirs.*${id}, made 20.*--id ${id}`));
    expect((await runWithMail("add", "bea@example.com", "--id", other)).code).toBe(1);
    expect(await marked()).toEqual([]);
    expect((await runWithMail("add", "bea@example.com", "--id", id)).code).toBe(0);
    expect(await marked()).toEqual(["bea@example.com"]);
  });
});
