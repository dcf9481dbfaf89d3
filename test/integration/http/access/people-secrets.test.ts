// Passwords and tokens of people are in no answer, in no log, and not as they are in the database.
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore, type Store } from "../../../../src/startup/open-store.ts";
import { type Server, startServer } from "../../../../src/startup/start-server.ts";
import { everythingOfWorld, invite, SAME_ORIGIN, tokenOf, ui } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PASSWORDS = ["hunter2-the-first", "hunter2-the-second", "hunter2-wrong"];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let store: Store;
  let server: Server;
  let log = "";
  beforeAll(async () => {
    const written = new Writable({
      write(chunk, _encoding, done) {
        log += chunk;
        done();
      },
    });
    const logger = pino({ level: "trace" }, written);
    store = await openStore(world.config, logger);
    server = await startServer(world.config, store, logger);
  });
  afterAll(async () => {
    await server.close();
    await store.close();
  });

  test("joining, signing in, failing to, changing the password: no secret is left anywhere", async () => {
    const address = `http://127.0.0.1:${server.port}`;
    const [first, second, wrong] = PASSWORDS as [string, string, string];
    const email = "secretive@example.com";
    const shown: unknown[] = [];
    const tokens: string[] = [];
    const ask = async (method: string, path: string, body: unknown, cookie = "") => {
      const answer = await ui(address, method, path, body, { ...SAME_ORIGIN, cookie });
      shown.push(answer.body);
      if (answer.cookie) tokens.push(tokenOf(answer.cookie));
      return answer;
    };
    const token = await invite(world, { role: "admin" });
    tokens.push(token);
    const joining = { token, name: "Eve", email, password: first };
    await ask("POST", "/invitations/accept", { ...joining, extra: first });
    const { cookie } = await ask("POST", "/invitations/accept", joining);
    await ask("POST", "/invitations/accept", joining);
    await ask("POST", "/session", { email, password: wrong });
    await ask("POST", "/session", { email, password: [wrong] });
    await ask("POST", "/session", `{"email":"${email}","password":"${wrong}"`);
    await ask("POST", "/session", { email, password: first });
    await ask("PUT", "/me/password", { current_password: wrong, new_password: second }, cookie);
    await ask("PUT", "/me/password", { current_password: first, new_password: second }, cookie);
    await ask("GET", "/people", undefined, cookie);
    await ask("GET", "/me", undefined, cookie);
    const statuses = shown.length;
    expect(statuses).toBe(11);
    await expect.poll(() => log).toContain("/ui/v1/session");
    const answers = JSON.stringify(shown);
    const kept = await everythingOfWorld(world);
    expect(kept).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
    expect(tokens).toHaveLength(3);
    for (const secret of ["hunter2", "argon2id", ...tokens]) {
      expect(answers).not.toContain(secret);
      expect(log).not.toContain(secret);
      if (secret !== "argon2id") expect(kept).not.toContain(secret);
    }
    expect(log).not.toContain(email);
  });
});
