// The order of a section's checks. Positions only order them: there are gaps, so that a check finds its place between two
// others without any of them being written, and without the section being read.
import { type Gap, placesIn } from "../../domain/runbook/merge-order.ts";
import { command, query, type Reads, type Tx } from "../database/database.ts";
import type { LiveCheck } from "./checks.ts";

/** A check's position in its section. */
export interface OrderedCheck {
  id: string;
  position: number;
}

const PLACE = { id: "c.id", position: "c.position" };
const LIVE = 'from "check" c where c.section_id = ? and c.archived_at is null';
const fromIndex = query<OrderedCheck>(
  PLACE,
  `${LIVE} and c.id <> ? order by c.position, c.id limit 2 offset cast(? as bigint)`,
);
const last = query<OrderedCheck>(PLACE, `${LIVE} and c.id <> ? order by c.position desc, c.id desc limit 1`);
const before = query<OrderedCheck>(
  PLACE,
  `${LIVE} and (c.position, c.id) < (?, ?) order by c.position desc, c.id desc limit 1`,
);
const following = query<OrderedCheck>(
  PLACE,
  `${LIVE} and (c.position, c.id) > (?, ?) and c.position >= ? order by c.position, c.id limit 1`,
);
const counted = query<{ n: number }>({ n: "count(*)" }, LIVE);
const countedBefore = query<{ n: number }>({ n: "count(*)" }, `${LIVE} and (c.position, c.id) < (?, ?)`);
/** Space between positions: a check can be put between the same two twenty times before they are next to each other. */
export const ROOM = 1_048_576;
/** Spreads the positions of a section's checks. Archived ones are included: they must find their old place. */
const spread = command(
  `update "check" set position = placed.n * ${ROOM}
   from (select id, row_number() over (order by position, id) n from "check" where section_id = ?) placed
   where "check".id = placed.id`,
);

export async function countChecksOfSection(db: Reads, sectionId: string): Promise<number> {
  return (await db.get(counted, sectionId))!.n;
}

/** How many checks of its section are before it. */
export async function indexOfCheck(db: Reads, { sectionId, position, id }: LiveCheck): Promise<number> {
  return (await db.get(countedBefore, sectionId, position, id))!.n;
}

export async function findCheckBefore(
  db: Reads,
  { sectionId, position, id }: LiveCheck,
): Promise<OrderedCheck | undefined> {
  return db.get(before, sectionId, position, id);
}

/**
 * The two positions between which a check comes if `index` others, `exceptId` left out, are before it; null means the
 * end.
 */
export async function findGap(db: Reads, sectionId: string, index: number | null, exceptId = ""): Promise<Gap> {
  const [first, second] =
    index === null ? [] : await db.all(fromIndex, sectionId, exceptId, index === 0 ? 0 : index - 1);
  if (index === 0) return { after: null, before: first?.position ?? null };
  const after = first ?? (await db.get(last, sectionId, exceptId));
  return { after: after?.position ?? null, before: second?.position ?? null };
}

/** The first gap behind a check (null: from the start on) in which, or before the end of which, an old position lies. */
export async function findGapFor(
  db: Reads,
  sectionId: string,
  behind: OrderedCheck | null,
  position: number,
): Promise<Gap> {
  const next = await db.get(following, sectionId, behind?.position ?? -1, behind?.id ?? "", position);
  const after = await (next === undefined
    ? db.get(last, sectionId, "")
    : db.get(before, sectionId, next.position, next.id));
  return { after: after?.position ?? null, before: next?.position ?? null };
}

/** Positions for so many checks in a gap. If there is no room, all of the section are spread first. */
export async function takePlaces(
  tx: Tx,
  sectionId: string,
  count: number,
  find: () => Promise<Gap>,
): Promise<number[]> {
  const places = placesIn(await find(), count);
  if (places !== null) return places;
  tx.run(spread, sectionId);
  return placesIn(await find(), count)!;
}
