// The secret key is replaced while a server runs that was not given the new one: it steps aside, and nothing that others keep is harmed.
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beginRotation, rekeyAudit, replaceSealed } from "../../../src/actions/workspace/rotate-secret-key.ts";
import { examine } from "../../../src/cli/doctor/examine.ts";
import { readAuditVerification } from "../../../src/cli/doctor/examine-audit-log.ts";
import { reseal } from "../../../src/domain/workspace/sealed-values.ts";
import { cipherOf, sealSecretCheck } from "../../../src/domain/workspace/secret-check.ts";
import { openStore, type Store } from "../../../src/startup/open-store.ts";
import { listSealedValues } from "../../../src/storage/workspace/read-sealed-values.ts";
import { findSecretCheck } from "../../../src/storage/workspace/secret-check.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const NEW = "fedcba9876543210fedcba9876543210";

describe.each(DATABASES)("on %s", (kind) => {
  const lines: string[] = [];
  const world = worldOf(kind, {}, (line) => lines.push(line));
  const logged = (level: number) => lines.map((line) => JSON.parse(line)).filter((line) => line.level === level);
  const both = () => ({ ...world.config, secretKey: NEW, oldSecretKey: world.config.secretKey });
  const problems = async () => {
    const { reader } = world.store;
    const { differences } = await examine(reader, Date.now(), await readAuditVerification(reader, both()));
    return differences;
  };
  const createsKey = () => world.call(world.admin, "POST", "/keys", { name: "Another", role: "viewer" });
  const ready = async () => {
    const answer = await fetch(`${world.address}/readyz`);
    return { status: answer.status, text: await answer.text() };
  };
  /** One that was given both keys. */
  let other: Store;
  let app: string;

  beforeAll(async () => {
    app = (await world.app({ mode: "live" })).id;
    expect((await world.call(world.admin, "GET", `/apps/${app}/webhook`)).status).toBe(200);
    other = await openStore(both(), pino({ level: "silent" }));
  });
  afterAll(() => other?.close());

  test("it refuses what the audit log is to name, and the log stays as those with the key have left it", async () => {
    expect((await createsKey()).status).toBe(201);
    const replaced = (await findSecretCheck(other.reader))!;
    await other.performer.perform(beginRotation, { sealed: sealSecretCheck(NEW, true), replaced });
    expect(await other.performer.perform(rekeyAudit, { workspaceId: world.store.workspace.id })).toBe(true);
    const refused = await createsKey();
    expect([refused.status, refused.body]).toEqual([
      503,
      { error: { code: "unavailable", message: expect.stringContaining("RETEST_SECRET_KEY") } },
    ]);
    expect(await problems()).toEqual([]);
  });

  test("it says so in its log, once, is not ready, and is no failing database", async () => {
    await expect.poll(ready).toEqual({
      status: 503,
      text: expect.stringContaining("the right RETEST_SECRET_KEY"),
    });
    await createsKey();
    expect(logged(50)).toEqual([expect.objectContaining({ msg: expect.stringContaining("RETEST_SECRET_KEY is not") })]);
  });

  test("it encrypts nothing with its own key any more, and says why it can't read what others have encrypted", async () => {
    const path = `/apps/${app}/webhook`;
    expect((await world.call(world.admin, "PUT", `${path}/secret`, {})).body.error.code).toBe("unavailable");
    expect((await world.call(world.admin, "GET", path)).status).toBe(200);
    const ciphers = { next: cipherOf(NEW), former: cipherOf(world.config.secretKey) };
    for await (const rows of listSealedValues(other.reader)) {
      for (const row of rows) await other.performer.perform(replaceSealed, { row, value: reseal(ciphers, row).value });
    }
    const unread = await world.call(world.admin, "GET", path);
    expect([unread.status, unread.body.error.code]).toEqual([503, "unavailable"]);
    // What needs no key goes on.
    expect((await world.call(world.admin, "GET", "/apps")).status).toBe(200);
  });
});
