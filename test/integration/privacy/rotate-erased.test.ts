// Old entries of the audit log from which something was erased, when the secret key is replaced: the new key vouches for them, and for none
// that somebody else has changed.
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rekeyAudit } from "../../../src/actions/workspace/rotate-secret-key.ts";
import { auditKeysOf } from "../../../src/domain/workspace/audit-anchor.ts";
import { isErasureVouched } from "../../../src/domain/workspace/audit-chain.ts";
import { openStore } from "../../../src/startup/open-store.ts";
import { listAuditChain } from "../../../src/storage/workspace/audit-log.ts";
import { erase } from "../../support/clients/erasing.ts";
import { accept, invite, rowsOf, signIn } from "../../support/clients/person-client.ts";
import { withoutSalts } from "../../support/samples/unsalted-log.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const NEW_KEY = "fedcba9876543210fedcba9876543210";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
    const token = await invite(world, { role: "tester" });
    await accept(world, { token, name: "Leopold Finch", email: "finch@example.com" });
    for (let n = 0; n < 2; n++) expect((await signIn(world, "finch@example.com")).status).toBe(200);
    await withoutSalts(world);
    await erase(world, "person", "finch@example.com");
  });
  afterAll(() => world.close());

  const kept = async () => {
    const chain = await listAuditChain(world.store.reader, world.store.workspace.id, {}, 10_000);
    return chain.filter(({ salts }) => salts?.startsWith("kept."));
  };

  test("the new key alone vouches for them after the rotation, as often as it is begun; not for one that was changed", async () => {
    const { id: workspaceId } = world.store.workspace;
    const [changed, ...others] = await kept();
    expect(others.length).toBeGreaterThan(0);
    await rowsOf(world, `update audit set action = 'key.created' where id = '${changed!.id}'`);
    const config = { ...world.config, secretKey: NEW_KEY, oldSecretKey: world.config.secretKey };
    const store = await openStore(config, pino({ level: "silent" }));
    for (let n = 0; n < 2; n++) await store.performer.perform(rekeyAudit, { workspaceId });
    await store.close();
    const alone = auditKeysOf({ secretKey: NEW_KEY, oldSecretKey: null });
    const vouched = (await kept()).filter((entry) => isErasureVouched(alone, workspaceId, entry));
    expect(vouched.map(({ id }) => id)).toEqual(others.map(({ id }) => id));
    const old = auditKeysOf({ secretKey: world.config.secretKey, oldSecretKey: null });
    expect((await kept()).some((entry) => isErasureVouched(old, workspaceId, entry))).toBe(false);
  });
});
