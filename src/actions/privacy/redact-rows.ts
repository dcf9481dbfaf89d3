// Takes somebody out of the rows of a table. Rows of an app are changed by whoever holds the app, and the app gets a new revision: whoever
// follows it, or keeps answers by its revision, reads anew.
import type { Issue } from "../../domain/issues/issue.ts";
import type { ErasureSubject } from "../../domain/privacy/erasure.ts";
import { type Forgotten, holdsAddress, takeOut } from "../../domain/privacy/redaction.ts";
import { listAppsAndArchived } from "../../storage/apps/apps.ts";
import type { Tx } from "../../storage/database/database.ts";
import { rewriteIssue } from "../../storage/issues/write-issues.ts";
import { PERSONAL_DATA } from "../../storage/privacy/personal-data.ts";
import { deleteRow, listSweptRows, type SweptRow, textColumns, updateTexts } from "../../storage/privacy/sweep.ts";
import { passSlot, takeSlot } from "../../storage/webhook/dedupe-slots.ts";
import { dropBodyOf } from "../../storage/webhook/deliveries.ts";
import { lockWorkspace } from "../../storage/workspace/workspaces.ts";
import { type AppWrite, closeAppWrite, markStructureChanged, openAnyAppWrite } from "../app-write.ts";
import { reporterName } from "./gather-names.ts";
import { rowsAtOnce, type Sweep, type SweepTable } from "./sweep.ts";

/** What is done with a row; null leaves it. */
type Change = { delete: true } | { texts: Record<string, string>; dropsBody: boolean };

export const redactRows: SweepTable = async (sweep, table, after) => {
  const { tx } = sweep.unit;
  const limit = rowsAtOnce(table);
  const seen = await listSweptRows(tx, table, after, limit);
  const apps = new Set((await listAppsAndArchived(tx, sweep.erasure.workspaceId)).map(({ id }) => id));
  const isShared = PERSONAL_DATA[table]!.shared === true;
  const isHere = (row: SweptRow) =>
    isShared ||
    isInWorkspace(row, sweep, apps) ||
    (isOwnRow(row, sweep) && row.appId === null && row.workspaceId === null);
  const affected = seen.filter((row) => isHere(row) && changeOf(sweep, table, row) !== null);
  const last = seen.length < limit ? null : seen.at(-1)!.key;
  if (affected.length === 0) return { after: last, changed: 0 };
  const writes = await takeApps(sweep, table, affected);
  // Others may have changed them until their apps were taken.
  const held = (await listSweptRows(tx, table, after, limit)).filter(isHere);
  let changed = 0;
  for (const row of held) {
    const change = changeOf(sweep, table, row);
    if (change === null) continue;
    await apply(sweep, table, row, change, writes);
    changed++;
  }
  for (const write of writes.values()) closeAppWrite(write);
  // What is shared tells nothing of other workspaces.
  return { after: last, changed: isShared ? 0 : changed };
};

function isOwnRow({ owner }: SweptRow, { subject }: Sweep): boolean {
  return owner !== null && subject.personIds.includes(owner);
}

function isInWorkspace({ appId, workspaceId }: SweptRow, { erasure }: Sweep, apps: ReadonlySet<string>): boolean {
  return workspaceId === null ? appId !== null && apps.has(appId) : workspaceId === erasure.workspaceId;
}

function changeOf(sweep: Sweep, table: string, row: SweptRow): Change | null {
  const { subject } = sweep;
  const forgotten = lookedForIn(sweep, table, row);
  if (isOwnRow(row, sweep)) return { delete: true };
  const isKeyed = (PERSONAL_DATA[table]!.dropped?.split(" ") ?? []).some((column) =>
    holds(row.texts[column], forgotten),
  );
  if (isKeyed) return { delete: true };
  const texts: Record<string, string> = {};
  const named = PERSONAL_DATA[table]!.named?.[1];
  const isNamed = row.named !== null && subject.personIds.includes(row.named);
  for (const [column, kind] of textColumns(table)) {
    const text = row.texts[column];
    if (text === null || text === undefined) continue;
    // Somebody else's name stays, whatever they are called; an address in it does not.
    const isOthers = column === named && row.named !== null && !isNamed;
    const here = isOthers ? "title" : kind;
    const redacted = table === "issue" ? withoutReporter(text, forgotten, subject) : takeOut(here, text, forgotten);
    if (redacted !== text) texts[column] = redacted;
  }
  if (named !== undefined && isNamed && row.texts[named] !== forgotten.nameMark) texts[named] = forgotten.nameMark;
  const { email } = forgotten;
  const dropsBody = email !== null && row.body !== null && holdsAddress(row.body, row.encoding!, email);
  return dropsBody || Object.keys(texts).length > 0 ? { texts, dropsBody } : null;
}

/** Whoever reports from outside says what they are called: only of their own issues is it believed. */
function lookedForIn({ erasure, subject, forgotten }: Sweep, table: string, row: SweptRow): Forgotten {
  const nobody = { ...forgotten, names: [], spoken: [] };
  if (PERSONAL_DATA[table]!.maker !== undefined) return isMadeBy(row, subject) ? forgotten : nobody;
  if (erasure.kind !== "reporter") return forgotten;
  const id = table === "issue" ? (row.key[0] as string) : row.issueId;
  const isTheirs = id !== null && subject.issueIds?.includes(id) === true;
  return isTheirs || Object.values(row.texts).some((text) => holds(text, nobody)) ? forgotten : nobody;
}

function isMadeBy({ named }: SweptRow, { personIds }: ErasureSubject): boolean {
  return named !== null && personIds.includes(named);
}

function holds(text: string | null | undefined, forgotten: Forgotten): boolean {
  return text !== null && text !== undefined && takeOut("title", text, forgotten) !== text;
}

/** Locks apps in one order for everybody. Rows of a workspace are changed under its lock, as names of people are. */
async function takeApps(sweep: Sweep, table: string, rows: readonly SweptRow[]): Promise<Map<string, AppWrite>> {
  const writes = new Map<string, AppWrite>();
  if (PERSONAL_DATA[table]!.workspace !== undefined) {
    await lockWorkspace(sweep.unit.tx, sweep.erasure.workspaceId);
    return writes;
  }
  const ids = rows.flatMap(({ appId }) => appId ?? []);
  for (const id of [...new Set(ids)].sort()) writes.set(id, await takeApp(sweep, id));
  return writes;
}

function takeApp({ unit, erasure: { workspaceId } }: Sweep, id: string): Promise<AppWrite> {
  return openAnyAppWrite(unit, { workspaceId, apps: null }, id);
}

/** Tables that make up the runbook. */
const STRUCTURE: readonly string[] = ["app", "platform", "section", '"check"'];

async function apply(
  sweep: Sweep,
  table: string,
  row: SweptRow,
  change: Change,
  writes: Map<string, AppWrite>,
): Promise<void> {
  const { tx } = sweep.unit;
  if ("delete" in change) {
    deleteRow(tx, table, row.key);
    return;
  }
  const write = row.appId === null ? undefined : writes.get(row.appId);
  if (write !== undefined && STRUCTURE.includes(table)) markStructureChanged(write);
  if (change.dropsBody) dropBodyOf(tx, row.appId!, row.key[1] as string);
  if (Object.keys(change.texts).length === 0) return;
  if (table === "issue") {
    const forgotten = lookedForIn(sweep, table, row);
    const rewrite = (document: string) => withoutReporter(document, forgotten, sweep.subject);
    const { before, after } = await rewriteIssue(tx, sweep.erasure, row.key[0] as string, rewrite);
    if (after.status === "open" && before.dedupeKey !== after.dedupeKey) await moveSlot(tx, before, after);
  } else if (table === "app") {
    if (write !== undefined) write.app.name = change.texts.name!;
  } else if (change.dropsBody) {
    const { headers: _, ...rest } = change.texts;
    if (Object.keys(rest).length > 0) updateTexts(tx, table, row.key, rest);
  } else updateTexts(tx, table, row.key, change.texts);
}

/** The slot of an issue goes by the id that the tool gave, which has other signs now. */
async function moveSlot(tx: Tx, before: Issue, after: Issue): Promise<void> {
  if (before.dedupeKey !== null) await passSlot(tx, before.appId, before.dedupeKey, before);
  if (after.dedupeKey !== null) await takeSlot(tx, after.appId, after.dedupeKey, after);
}

/** A reporter may have no address, but none that is no address. Whoever has the address is it, whatever they are called. */
function withoutReporter(document: string, forgotten: Forgotten, { email }: ErasureSubject): string {
  const name = email === null ? null : reporterName(document, email);
  if (name === null) return takeOut("json", document, forgotten);
  const known = { ...forgotten, names: [...forgotten.names, name] };
  const { raised_by: raisedBy, reporter, ...rest } = JSON.parse(takeOut("json", document, forgotten));
  const label = takeOut("label", raisedBy, known);
  return JSON.stringify({
    ...rest,
    raised_by: label,
    reporter: { ...reporter, name: forgotten.nameMark, email: undefined },
  });
}
