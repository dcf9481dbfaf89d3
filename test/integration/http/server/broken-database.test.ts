// What a client sees when the database fails in a way that nobody foresaw: 500, the request id, and nothing else.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { newToken } from "../../../../src/lib/crypto/token.ts";
import { sqliteFile } from "../../../../src/startup/config.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;

  beforeAll(async () => {
    app = await world.app();
  });

  async function drop(table: string): Promise<void> {
    if (world.config.databaseUrl === null) {
      const file = new DatabaseSync(sqliteFile(world.config));
      file.exec(`pragma foreign_keys = off; drop table "${table}"`);
      file.close();
      return;
    }
    const client = new pg.Client({ connectionString: world.config.databaseUrl });
    await client.connect();
    await client.query(`drop table "${table}" cascade`).finally(() => client.end());
  }

  test("an unforeseen failure answers 500 internal with the request id, and tells nothing else", async () => {
    await drop("issue");
    const attempts = [
      () => world.call(world.viewer, "GET", `/issues?app=${app.id}`),
      () => world.call(world.viewer, "GET", "/issues/iss_1"),
      () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "SIGN-1", text: "secret text" }),
      () => world.call(world.tester, "PATCH", "/issues/iss_1", { text: "secret text" }),
      () => world.call(world.admin, "POST", "/issues/iss_1/fix"),
    ];
    for (const attempt of attempts) {
      const answer = await attempt();
      expectError(answer, 500, "internal", answer.headers.get("x-request-id")!);
      expect(answer.body.error.message).not.toMatch(/secret|issue|table|Error|iss_1/);
    }
    expect((await world.call(world.viewer, "GET", `/apps/${app.id}`)).body.data).toEqual(app);
  });

  test("a key with a bad checksum is refused without a look into the database", async () => {
    await drop("key_secret");
    expectError(await world.call(newToken(), "GET", "/me"), 500, "internal");
    expectError(await world.call(newToken().slice(0, -1), "GET", "/me"), 401, "unauthorized");
    expectError(await world.call(`${newToken().slice(0, -7)}0000000`, "GET", "/me"), 401, "unauthorized");
    expect((await fetch(`${world.address}/healthz`)).status).toBe(200);
  });
});
