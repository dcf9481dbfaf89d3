// The doctor's look at what is encrypted: all of it can be read, and none of it needs the old secret key.

import { auditKeysOf, keyOfHead } from "../../domain/workspace/audit-anchor.ts";
import { reseal } from "../../domain/workspace/sealed-values.ts";
import { cipherOf, keyProblem, type SecretKeys } from "../../domain/workspace/secret-check.ts";
import { counted } from "../../lib/text/counted.ts";
import type { Reads } from "../../storage/database/database.ts";
import { findAuditHead } from "../../storage/workspace/audit-heads.ts";
import { listSealedValues } from "../../storage/workspace/read-sealed-values.ts";
import { findSecretCheck } from "../../storage/workspace/secret-check.ts";
import { listEveryWorkspace } from "../../storage/workspace/workspaces.ts";
import type { Difference } from "./examine.ts";

/** Checks that secrets can be decrypted. A database of another key is reported elsewhere. */
export async function examineSealed(
  db: Reads,
  keys: SecretKeys,
): Promise<{ differences: Difference[]; notes: string[] }> {
  const word = await findSecretCheck(db);
  if (word === undefined || keyProblem(keys, word) === "other") return { differences: [], notes: [] };
  const { secretKey, oldSecretKey } = keys;
  const ciphers = { next: cipherOf(secretKey), former: oldSecretKey === null ? null : cipherOf(oldSecretKey) };
  const differences: Difference[] = [];
  let old = await countOldHeads(db, keys);
  for await (const rows of listSealedValues(db)) {
    for (const row of rows) {
      const { was } = reseal(ciphers, row);
      if (was === "former") old++;
      if (was !== "neither") continue;
      const problem = `${row.table} ${row.id}: its ${row.column} can't be read with the secret key${oldSecretKey === null ? "" : ", nor with the old one"}`;
      differences.push({ app: row.app?.id ?? NO_APP, problem });
    }
  }
  return { differences, notes: old === 0 ? [] : [`${counted(old, "secret")} ${NEEDS_OLD}`] };
}

/** Stands for the app in a line of the doctor's about a person's secret. */
const NO_APP = "people";
const NEEDS_OLD = "still need the old key (RETEST_SECRET_KEY_OLD): run `retest secret rotate` before you remove it.";

async function countOldHeads(db: Reads, keys: SecretKeys): Promise<number> {
  const auditKeys = auditKeysOf(keys);
  let old = 0;
  for (const { id } of await listEveryWorkspace(db)) {
    const head = await findAuditHead(db, id);
    const key = head === undefined ? undefined : keyOfHead(auditKeys, id, head);
    if (key !== undefined && key !== auditKeys[0]) old++;
  }
  return old;
}
