// Finds the names under which somebody is known here, before they are looked for: in the audit log and in comments those of a person,
// in issues those of a reporter. A name that a person has who stays can't be told from theirs, and is left.
import { listSweptRows } from "../../storage/privacy/sweep.ts";
import { listAuditChain } from "../../storage/workspace/audit-log.ts";
import { addNames } from "./add-names.ts";
import { rowsAtOnce, type Sweep, type SweepTable } from "./sweep.ts";

export const gatherNames: SweepTable = async (sweep, table, after) => {
  const limit = rowsAtOnce(table);
  const { names, keys } =
    table === "audit" ? await fromAudit(sweep, after, limit) : await fromRows(sweep, table, after, limit);
  const { unit, erasure, subject } = sweep;
  await addNames(unit.tx, erasure, subject, names);
  return { after: keys.length < limit ? null : keys.at(-1)!, changed: 0 };
};

interface Found {
  names: (string | null)[];
  keys: (string | number | null)[][];
}

async function fromAudit({ unit, erasure, subject }: Sweep, after: unknown[] | null, limit: number): Promise<Found> {
  const above = (after?.[0] as string | undefined) ?? "";
  const entries = await listAuditChain(unit.tx, erasure.workspaceId, { above }, limit);
  const isOne = (id: string | null) => id !== null && subject.personIds.includes(id);
  const names = entries.flatMap((entry) => [
    isOne(entry.actorId) ? entry.actorName : null,
    isOne(entry.targetId) ? entry.targetName : null,
  ]);
  return { names, keys: entries.map(({ id }) => [id]) };
}

async function fromRows(
  { unit, subject }: Sweep,
  table: string,
  after: (string | number | null)[] | null,
  limit: number,
): Promise<Found> {
  const rows = await listSweptRows(unit.tx, table, after, limit);
  const names = rows.map((row) => {
    if (table === "comment")
      return row.named !== null && subject.personIds.includes(row.named) ? row.texts.author! : null;
    const name = reporterName(row.texts.document!, subject.email!);
    if (name !== null) subject.issueIds = [...new Set([...(subject.issueIds ?? []), row.key[0] as string])];
    return name;
  });
  return { names, keys: rows.map(({ key }) => key) };
}

/** The name of the reporter of an issue, if they have this address. */
export function reporterName(document: string, email: string): string | null {
  if (!document.toLowerCase().includes(email)) return null;
  const { reporter } = JSON.parse(document) as { reporter: { name: string; email?: string } | null };
  return reporter?.email?.toLowerCase() === email ? reporter.name : null;
}
