// A new secret key follows the old one, step by step: each step is whole, and those that are done are not done again.
import { lockAnyApp } from "../../storage/apps/apps.ts";
import { rekeyAuditHead, rekeyAuditSince } from "../../storage/workspace/audit-heads.ts";
import { rekeyErasedEntries } from "../../storage/workspace/audit-log.ts";
import { replaceSealedValue, type SealedRow } from "../../storage/workspace/read-sealed-values.ts";
import { replaceSecretCheck } from "../../storage/workspace/secret-check.ts";
import { listEveryWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

/** The new secret check and the one it replaces. Nothing is done if another is there by then. */
interface SecretCheckChange {
  sealed: string;
  replaced: string;
}

/** The database belongs to the new key, and both are needed. New audit logs are vouched for with the new one from then on. */
export const beginRotation = defineAction({
  name: "beginRotation",
  async run({ tx, settings }: UnitOfWork, { sealed, replaced }: SecretCheckChange): Promise<void> {
    if (await replaceSecretCheck(tx, sealed, replaced)) await rekeyAuditSince(tx, settings.auditKeys);
  },
});

/** Ends a rotation: the former key isn't needed any more. */
export const endRotation = defineAction({
  name: "endRotation",
  async run(unit: UnitOfWork, { sealed, replaced }: SecretCheckChange): Promise<void> {
    if (!(await replaceSecretCheck(unit.tx, sealed, replaced))) return;
    for (const { id, name } of await listEveryWorkspace(unit.tx)) {
      record(unit, id, "workspace.secret_key_rotated", { target: { kind: "workspace", id, name } });
    }
  },
});

/** The newest key vouches for a workspace's audit log. False if it did before. */
export const rekeyAudit = defineAction({
  name: "rekeyAudit",
  async run({ tx, settings }: UnitOfWork, { workspaceId }: { workspaceId: string }): Promise<boolean> {
    // The head first: whoever erases something from the log holds it, too.
    const isNew = await rekeyAuditHead(tx, settings.auditKeys, workspaceId);
    await rekeyErasedEntries(tx, settings.auditKeys, workspaceId);
    return isNew;
  },
});

/** Stores a value that was encrypted anew. Nothing is done if it changed meanwhile: the next look finds its new value. */
export const replaceSealed = defineAction({
  name: "replaceSealed",
  async run({ tx }: UnitOfWork, { row, value }: { row: SealedRow; value: string }): Promise<boolean> {
    // Whoever changes a webhook holds its app, and writes the whole row back. What is a person's is never changed.
    if (row.app !== null) await lockAnyApp(tx, { workspaceId: row.app.workspaceId, apps: null }, row.app.id);
    return replaceSealedValue(tx, row, value);
  },
});
