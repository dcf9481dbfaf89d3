// The names under which somebody is looked for, without those of anybody, or any key, that stays.
import { type Erasure, type ErasureSubject, nameMarkOf } from "../../domain/privacy/erasure.ts";
import { isPartOfOther, isTaken, namesSomebody } from "../../domain/privacy/known-names.ts";
import { listKeyNames } from "../../storage/access/keys.ts";
import { listPeople, listRemovedPeople } from "../../storage/access/people.ts";
import type { Tx } from "../../storage/database/database.ts";

/** Adds to the subject of an erasure what is new among these names, and the keys that somebody has made and named after themselves. */
export async function addNames(
  tx: Tx,
  { workspaceId, kind }: Pick<Erasure, "workspaceId" | "kind">,
  subject: ErasureSubject,
  found: readonly (string | null)[],
): Promise<void> {
  const fresh = new Set(found.filter((name) => name !== null && !subject.names.includes(name)) as string[]);
  for (const known of ["", "(erased)", nameMarkOf(kind)]) fresh.delete(known);
  if (fresh.size === 0) return;
  const isOne = (id: string | null) => id !== null && subject.personIds.includes(id);
  const people = [...(await listPeople(tx, workspaceId)), ...(await listRemovedPeople(tx, workspaceId))];
  const keys = await listKeyNames(tx, workspaceId);
  const others = {
    people: people.filter(({ id }) => !isOne(id)).map(({ name }) => name),
    keys: keys.filter(({ createdBy }) => !isOne(createdBy)).map(({ name }) => name),
  };
  const own = [...fresh].filter((name) => !isTaken(name, others));
  const named = keys.filter((key) => isOne(key.createdBy) && own.some((name) => namesSomebody(key.name, name)));
  subject.names = [...new Set([...subject.names, ...own, ...named.map(({ name }) => name)])];
  if (kind === "person") {
    const spoken = own.filter((name) => !isPartOfOther(name, others));
    subject.spoken = [...new Set([...(subject.spoken ?? []), ...spoken])];
  }
}
