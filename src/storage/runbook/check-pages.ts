// Pages of checks in runbook order: what is left of the section that the last page ended in, and then the sections behind it.
import type { Status } from "../../domain/status/platform-status.ts";
import type { App } from "../apps/apps.ts";
import { type Dialect, type Query, query, type Reads, type Value } from "../database/database.ts";
import { SHOWN_CHECK, type ShownCheck } from "./checks.ts";

/** Where a page of checks begins: after this check, wherever it stands by now, or where it stood if it was archived. */
export interface CheckPlace {
  sectionPosition: number;
  position: number;
  id: string;
}

/** Which page of checks: behind which of them it begins, null for the first page, and how many it has at most. */
export interface CheckPage {
  after: CheckPlace | null;
  limit: number;
}

export interface CheckFilter {
  sectionId?: string;
  status?: Status;
  platform?: string;
}

const placeOf = query<CheckPlace>(
  { sectionPosition: "s.position", position: "c.position", id: "c.id" },
  'from "check" c join section s on s.id = c.section_id where c.id = ? and c.app_id = ? and c.archived_at is null',
);

/** What checks must fulfil besides, said of `section s` and `"check" c`. */
export interface CheckCondition {
  text: string;
  values: Value[];
}

/** Checks in runbook order; the section's tally spares the look into sections without the status asked for. */
export async function listChecks(
  db: Reads,
  app: App,
  filter: CheckFilter,
  { after, limit }: CheckPage,
  conditions: readonly CheckCondition[] = [],
): Promise<ShownCheck[]> {
  const sections: CheckCondition[] = [{ text: "s.app_id = ?", values: [app.id] }];
  const checks = [{ text: "c.archived_at is null", values: [] }, ...conditions];
  if (filter.sectionId !== undefined) sections.push({ text: "s.id = ?", values: [filter.sectionId] });
  if (filter.status !== undefined) {
    const { status, platform } = filter;
    sections.push({ text: `s.${status} > 0`, values: [] });
    checks.push({
      text: `exists (select 1 from standing g where g.check_id = c.id and g.status = ?${platform === undefined ? "" : " and g.platform = ?"})`,
      values: platform === undefined ? [status] : [status, platform],
    });
  }
  if (after === null) return readPage(db, sections, checks, limit);
  const { sectionPosition, position, id } = (await db.get(placeOf, after.id, app.id)) ?? after;
  const rest = { text: "c.position >= ? and (c.position, c.id) > (?, ?)", values: [position, position, id] };
  const here = { text: "s.position = ?", values: [sectionPosition] };
  const left = await readPage(db, [...sections, here], [...checks, rest], limit);
  if (left.length === limit) return left;
  const behind = { text: "s.position > ?", values: [sectionPosition] };
  return [...left, ...(await readPage(db, [...sections, behind], checks, limit - left.length))];
}

async function readPage(
  db: Reads,
  sections: readonly CheckCondition[],
  checks: readonly CheckCondition[],
  limit: number,
): Promise<ShownCheck[]> {
  const [ofSections, ofChecks] = [sections, checks].map((all) => all.flatMap(({ values }) => values));
  return db.all(pageOf(db.dialect, allOf(sections), allOf(checks)), ...ofChecks!, limit, ...ofSections!, limit);
}

/** Either database would sort all checks of the app, or of a section, if it were not told of each section to read a page at most. */
function pageOf(dialect: Dialect, ofSections: string, ofChecks: string): Query<ShownCheck> {
  const next = (columns: string) =>
    `(select ${columns} from "check" c where c.section_id = s.id and ${ofChecks} order by c.position, c.id limit ?)`;
  const join =
    dialect === "postgres" ? `cross join lateral ${next("*")} c` : `join "check" c on c.id in ${next("c.id")}`;
  const from = `section s ${join} where ${ofSections}`;
  return query<ShownCheck>(SHOWN_CHECK, `from ${from} order by s.position, c.position, c.id limit ?`);
}

function allOf(conditions: readonly CheckCondition[]): string {
  return conditions.map(({ text }) => text).join(" and ");
}
