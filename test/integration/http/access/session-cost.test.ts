// What a session costs: whoever asks is found by one statement, whatever they sign in with and whatever the workspace demands of them; and by none
// on the embedded database as long as nothing is written there.
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { startServer } from "../../../../src/startup/start-server.ts";
import { ask } from "../../../support/checks/route-table.ts";
import { addTotp } from "../../../support/clients/factor-client.ts";
import { join, PASSWORD, rowsOf, ui } from "../../../support/clients/person-client.ts";
import { isBackground } from "../../../support/database/background-statements.ts";
import { countingReader } from "../../../support/database/counting-reader.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const write = () => rowsOf(world, "update workspace set name = name returning id");

  test("a request with a session costs one statement more than what it asks for, as it did without factors and issuers", async () => {
    const { cookie } = await join(world, { role: "admin" });
    const { reader, asked } = countingReader(world.store.reader);
    const server = await startServer(world.config, { ...world.store, reader }, pino({ level: "silent" }));
    const get = async (path: string) => {
      asked.length = 0;
      const answer = await world.callAt(`http://127.0.0.1:${server.port}`, cookie, "GET", path);
      expect([path, answer.status]).toEqual([path, 200]);
      return asked.filter((text) => text.includes("from session s")).length;
    };
    /** Beside the one that finds the session, where something was written since it was last found. */
    const others = async (path: string) => {
      await write();
      expect(await get(path)).toBe(1);
      return asked.filter((text) => !isBackground(text)).length;
    };
    try {
      const measure = async () => [await others("/me"), await others("/sessions"), await others("/inbox/count")];
      const plain = await measure();
      expect(plain).toEqual([0, 1, 1]);
      await addTotp(world, cookie);
      expect((await ask(world, cookie, "PATCH", "/workspace", { second_factor: "required" })).status).toBe(200);
      expect(await measure()).toEqual(plain);
      // What others may write meanwhile has it asked for once more.
      await expect.poll(() => get("/me")).toBe(kind === "sqlite" ? 0 : 1);
    } finally {
      await server.close();
    }
  });

  test("signing in reads accounts, workspaces, failed tries and what the workspace demands, by a statement each", async () => {
    const { email } = await join(world, {});
    const { reader, asked } = countingReader(world.store.reader);
    const server = await startServer(world.config, { ...world.store, reader }, pino({ level: "silent" }));
    try {
      asked.length = 0;
      const answer = await ui(`http://127.0.0.1:${server.port}`, "POST", "/session", { email, password: PASSWORD });
      expect(answer.status).toBe(200);
      const tables = asked.filter((text) => !isBackground(text)).map((text) => /from (\w+)/.exec(text)?.[1]);
      expect(tables.sort()).toEqual(["counter", "person", "workspace", "workspace"]);
    } finally {
      await server.close();
    }
  });
});
