// PostgreSQL over TLS: what the address demands of the certificate is what it must be.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openPostgresSnapshots } from "../../../src/storage/database/postgres-snapshots.ts";
import { findFirstWorkspace } from "../../../src/storage/workspace/workspaces.ts";
import { command } from "../../support/clients/command.ts";
import { type OwnPostgres, ownPostgres } from "../../support/database/restartable-postgres.ts";
import { makeCertificate } from "../../support/machine/certificate.ts";
import { createWorld } from "../../support/server/test-server.ts";

let postgres: OwnPostgres;
let folder: string;
let authority: string;

beforeAll(async () => {
  const { cert, key } = makeCertificate("127.0.0.1");
  folder = mkdtempSync(join(tmpdir(), "retest-tls-"));
  authority = join(folder, "ca.pem");
  writeFileSync(authority, cert);
  postgres = await ownPostgres({ settings: ["ssl=on"], files: { "server.crt": cert, "server.key": key } });
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const to = (parameters: string, url = postgres.url) => `${url}?${parameters}`;

test("every connection of a server is encrypted, with a certificate that is verified", async () => {
  const url = to(`sslmode=verify-full&sslrootcert=${authority}`);
  const world = await createWorld("postgres", { databaseUrl: url });
  const snapshots = openPostgresSnapshots(url);
  try {
    const app = await world.app();
    const raise = () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
    const raised = await Promise.all(Array.from({ length: 20 }, raise));
    expect(raised.map(({ status }) => status)).toEqual(raised.map(() => 201));
    expect(await snapshots.snapshot(findFirstWorkspace)).toMatchObject({ id: world.store.workspace.id });
    const connections = await postgres.ask(
      "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'retest'",
    );
    expect(new Set(connections.map(({ ssl }) => ssl))).toEqual(new Set([true]));
  } finally {
    await snapshots.close();
    await world.close();
  }
});

/** A command that reads the database, at an address. */
const keys = (url: string) =>
  command(["key", "list"], {
    DATABASE_URL: url,
    RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef",
    RETEST_DATA_DIR: folder,
  });

test("a certificate of an unknown authority, or for another host, is refused with a sentence", async () => {
  const otherName = postgres.url.replace("127.0.0.1", "localhost");
  for (const url of [
    to("sslmode=require"),
    to("sslmode=verify-ca"),
    to(`sslmode=verify-full&sslrootcert=${authority}`, otherName),
    to("sslmode=require", inject("postgresUrl")),
  ]) {
    const { code, stderr } = await keys(url);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^retest: DATABASE_URL: there is no encrypted connection/),
    ]);
  }
  for (const url of [to(`sslmode=verify-ca&sslrootcert=${authority}`, otherName), to("sslmode=no-verify")]) {
    expect(await keys(url)).toMatchObject({ code: 0, stderr: "" });
  }
});
