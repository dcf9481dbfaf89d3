// Who tests which sections of a cycle. Whoever was removed stays as a name.
import type { App } from "../apps/apps.ts";
import { command, insert, query, type Reads, type Tx, withList } from "../database/database.ts";

export interface CycleTester {
  cycleId: string;
  sectionId: string;
  sectionRef: string;
  sectionTitle: string;
  personId: string;
  name: string;
}

/** A section that somebody is to test in an open cycle. */
export interface TestedSection {
  cycleId: string;
  cycleName: string;
  appName: string;
  sectionId: string;
  sectionTitle: string;
}

/** A section that is out of the runbook is not among them; of a closed cycle it is called what it was called then. */
const ofCycles = withList((oneOf) =>
  query<CycleTester>(
    {
      cycleId: "t.cycle_id",
      sectionId: "t.section_id",
      sectionRef: "coalesce(k.ref, s.ref)",
      sectionTitle: "coalesce(k.title, s.title)",
      personId: "t.person_id",
      name: "p.name",
    },
    `from cycle_tester t join person p on p.id = t.person_id left join section s on s.id = t.section_id
       left join cycle_section k on k.cycle_id = t.cycle_id and k.section_id = t.section_id
     where t.cycle_id ${oneOf} and coalesce(k.ref, s.ref) is not null
     order by t.cycle_id, coalesce(k.position, s.position), t.section_id, p.name, t.person_id`,
  ),
);
const ofPerson = query<{ sectionId: string }>(
  { sectionId: "section_id" },
  "from cycle_tester where cycle_id = ? and person_id = ?",
);
const ofPlace = query<{ personId: string }>(
  { personId: "distinct t.person_id" },
  `from cycle c join cycle_tester t on t.cycle_id = c.id join person p on p.id = t.person_id
   where c.app_id = ? and c.closed_at is null and p.removed_at is null
     and t.section_id = coalesce((select section_id from "check" where id = ?), ?)`,
);
const openOfPerson = query<TestedSection>(
  { cycleId: "c.id", cycleName: "c.name", appName: "a.name", sectionId: "s.id", sectionTitle: "s.title" },
  `from cycle_tester t join cycle c on c.id = t.cycle_id join app a on a.id = c.app_id join section s on s.id = t.section_id
   where t.person_id = ? and c.closed_at is null and a.archived_at is null
   order by a.name, c.id, s.position, s.id`,
);
const add = insert("cycle_tester", ["cycle_id", "section_id", "person_id"]);
const drop = command("delete from cycle_tester where cycle_id = ?");

export async function listTesters(db: Reads, cycleIds: readonly string[]): Promise<CycleTester[]> {
  return cycleIds.length === 0 ? [] : db.all(ofCycles[db.dialect], JSON.stringify(cycleIds));
}

/** The sections of a cycle that a person tests. */
export async function listSectionsOfTester(db: Reads, cycleId: string, personId: string): Promise<string[]> {
  return (await db.all(ofPerson, cycleId, personId)).map(({ sectionId }) => sectionId);
}

/** The testers of a section, or of a check's section, in an app's open cycles. */
export async function listTestersOfPlace(
  db: Reads,
  app: App,
  { checkId, sectionId }: { checkId: string | null; sectionId: string | null },
): Promise<string[]> {
  return (await db.all(ofPlace, app.id, checkId, sectionId)).map(({ personId }) => personId);
}

/** What a person, who was reached, tests in the open cycles of all apps. */
export async function listTestedSections(db: Reads, personId: string): Promise<TestedSection[]> {
  return db.all(openOfPerson, personId);
}

export function replaceTesters(
  tx: Tx,
  cycleId: string,
  testers: readonly Pick<CycleTester, "sectionId" | "personId">[],
): void {
  tx.run(drop, cycleId);
  for (const { sectionId, personId } of testers) tx.run(add, cycleId, sectionId, personId);
}
