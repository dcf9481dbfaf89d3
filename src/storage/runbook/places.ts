// What can be gone to within apps: their sections and checks, by ref and title only.
import type { RunbookPlace } from "../../domain/runbook/find-places.ts";
import type { App } from "../apps/apps.ts";
import { query, type Reads, withList } from "../database/database.ts";

type Row = Omit<RunbookPlace, "kind">;

const CHECK = { id: "c.id", ref: "c.ref", title: "c.title", appId: "c.app_id" };
const SECTION = { id: "s.id", ref: "s.ref", title: "s.title", appId: "s.app_id" };
const checks = withList((oneOf) =>
  query<Row>(
    CHECK,
    `from section s join "check" c on c.section_id = s.id
     where s.app_id ${oneOf} and c.archived_at is null order by s.app_id, s.position, c.position, c.id`,
  ),
);
const sections = withList((oneOf) =>
  query<Row>(SECTION, `from section s where s.app_id ${oneOf} order by s.app_id, s.position, s.id`),
);

/** Places in the order of these apps and of their runbooks. */
export async function listPlaces(
  db: Reads,
  apps: readonly Pick<App, "id">[],
): Promise<Record<RunbookPlace["kind"], RunbookPlace[]>> {
  const ids = JSON.stringify(apps.map(({ id }) => id));
  const order = new Map(apps.map(({ id }, index) => [id, index]));
  const inOrder = (rows: readonly Row[], kind: RunbookPlace["kind"]): RunbookPlace[] =>
    rows.map((row) => ({ kind, ...row })).sort((a, b) => order.get(a.appId)! - order.get(b.appId)!);
  return {
    check: inOrder(await db.all(checks[db.dialect], ids), "check"),
    section: inOrder(await db.all(sections[db.dialect], ids), "section"),
  };
}
