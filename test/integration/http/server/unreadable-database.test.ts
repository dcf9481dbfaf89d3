// A database file that can't be read for a while: every request is told to come back, whatever it asks for.
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, test } from "vitest";
import { sqliteFile } from "../../../../src/startup/config.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const PAGE = 4_096;
const world = worldOf("sqlite");

test("while the file can't be read, reads and writes answer 503", async () => {
  const app = await world.app();
  const asked = () => [
    () => world.call(world.viewer, "GET", `/apps/${app.id}`),
    () => world.call(world.viewer, "GET", "/me"),
    () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "SIGN-1", text: "Broken" }),
  ];
  for (const ask of asked()) expect((await ask()).status).toBeLessThan(300);
  // Something is written elsewhere, so that the server has to look into the file again.
  const elsewhere = new DatabaseSync(sqliteFile(world.config));
  elsewhere.exec("create table stray (n integer); pragma wal_checkpoint(truncate)");
  elsewhere.close();
  const file = openSync(sqliteFile(world.config), "r+");
  const first = Buffer.alloc(PAGE);
  readSync(file, first, 0, PAGE, 0);
  writeSync(file, Buffer.alloc(PAGE, "?"), 0, PAGE, 0);
  try {
    for (const ask of asked()) expectError(await ask(), 503, "unavailable");
  } finally {
    writeSync(file, first, 0, PAGE, 0);
    closeSync(file);
  }
});
