// Takes somebody, or an app, out of the audit log: entries lose what is personal in them, and the chain stays as it was.
import { partsToErase } from "../../domain/privacy/erasure.ts";
import { withoutParts } from "../../domain/workspace/audit-chain.ts";
import { lockAuditHead } from "../../storage/workspace/audit-heads.ts";
import { listAuditChain, replaceAuditEntry } from "../../storage/workspace/audit-log.ts";
import { rowsAtOnce, type SweepTable } from "./sweep.ts";

export const eraseFromAudit: SweepTable = async ({ unit, erasure, subject, forgotten: all }, table, after) => {
  const { tx, settings, now } = unit;
  const { workspaceId } = erasure;
  const above = (after?.[0] as string | undefined) ?? "";
  const limit = rowsAtOnce(table);
  const forgotten = erasure.kind === "reporter" ? { ...all, names: [] } : all;
  const isAffected = (entry: (typeof seen)[number]) => partsToErase(entry, subject, forgotten).length > 0;
  const seen = await listAuditChain(tx, workspaceId, { above }, limit);
  const last = seen.length < limit ? null : [seen.at(-1)!.id];
  if (!seen.some(isAffected)) return { after: last, changed: 0 };
  // Whoever vouches anew for entries holds the head, too; after it nothing is waited for.
  await lockAuditHead(tx, settings, workspaceId, now);
  let changed = 0;
  for (const entry of await listAuditChain(tx, workspaceId, { above }, limit)) {
    const parts = partsToErase(entry, subject, forgotten);
    const bare = withoutParts(entry, parts, { keys: settings.auditKeys, workspaceId });
    if (bare === entry) continue;
    replaceAuditEntry(tx, workspaceId, bare);
    changed++;
  }
  return { after: last, changed };
};
