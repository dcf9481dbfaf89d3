// The audit log of a world, as a server from before there were salts would have written it.
import { auditKeysOf, headMac } from "../../../src/domain/workspace/audit-anchor.ts";
import { auditHash } from "../../../src/domain/workspace/audit-chain.ts";
import type { AuditEntry } from "../../../src/domain/workspace/audit-log.ts";
import { findAuditHead } from "../../../src/storage/workspace/audit-heads.ts";
import { listAuditChain } from "../../../src/storage/workspace/audit-log.ts";
import { rowsOf } from "../clients/person-client.ts";
import type { World } from "../server/test-server.ts";

export async function withoutSalts(world: World): Promise<void> {
  const { reader, workspace } = world.store;
  const entries = await listAuditChain(reader, workspace.id, {}, 10_000);
  let { previous } = entries[0]!;
  for (const entry of entries) {
    const plain: AuditEntry = { ...entry, salts: null, previous };
    await rowsOf(world, `update audit set salts = null, previous = '${previous}' where id = '${entry.id}'`);
    previous = auditHash(plain);
  }
  const head = { ...(await findAuditHead(reader, workspace.id))!, lastHash: previous };
  const mac = headMac(auditKeysOf(world.config)[0], workspace.id, head);
  await rowsOf(
    world,
    `update audit_head set last_hash = '${previous}', mac = '${mac}' where workspace_id = '${workspace.id}'`,
  );
}
