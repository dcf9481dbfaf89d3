// The checks of a runbook by their names, a page at a time: to look through all of them without keeping others waiting.
import type { App } from "../apps/apps.ts";
import { query, type Reads } from "../database/database.ts";

export interface NamedCheckRow {
  id: string;
  ref: string;
  title: string;
  sectionId: string;
  /** Codes on which it is not applicable, with commas between; null for none. A code has no comma. */
  marks: string | null;
  /** Codes of platforms on which the check is in the wanted cycle, with commas between; null for none. */
  inCycle: string | null;
}

const AT_ONCE = 500;

const page = query<NamedCheckRow>(
  {
    id: "c.id",
    ref: "c.ref",
    title: "c.title",
    sectionId: "c.section_id",
    marks: `(select string_agg(g.platform, ',') from standing g where g.check_id = c.id and g.not_applicable = 1)`,
    inCycle: `(select string_agg(s.platform, ',') from cycle_status s where s.check_id = c.id and s.cycle_id = ?)`,
  },
  `from "check" c where c.app_id = ? and c.archived_at is null and c.ref > ? order by c.ref limit ${AT_ONCE}`,
);

/** Page by page in the order of the refs. What is changed in between may show: the app's revisions tell. */
export async function* readNamedChecks(db: Reads, app: App, cycleId: string | null): AsyncGenerator<NamedCheckRow[]> {
  for (let after = ""; ; ) {
    const rows = await db.all(page, cycleId, app.id, after);
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)!.ref;
  }
}
