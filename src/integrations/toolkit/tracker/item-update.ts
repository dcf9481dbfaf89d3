// What an issue tracker says of an item: which one it is, and the issue here that its title begins with.

import { codeIn } from "../../../domain/issues/issue-code.ts";
import { MAX_NAME } from "../../../domain/limits.ts";
import { httpLink } from "../../../domain/report/http-link.ts";
import { nameOf } from "../names-and-ids.ts";
import type { ItemUpdate } from "../tool-command.ts";

export interface TrackerItem {
  externalId: string;
  name: string;
  url: string;
  title: string;
  state: "open" | "closed";
  seen: string | null;
  /** Whether an item that is not known yet may be recognised by its title: not where anybody can make one. */
  byTitle: boolean;
}

/** Null when the item has no id that could be kept. */
export function itemUpdateOf({ externalId, name, url, title, state, seen, byTitle }: TrackerItem): ItemUpdate | null {
  if (externalId === "" || externalId.length > MAX_NAME || externalId !== nameOf(externalId)) return null;
  const item = { externalId, name: nameOf(name) || null, url: httpLink(url), state, seen };
  const code = byTitle ? codeIn(title.slice(0, MAX_NAME).split(" ", 1)[0]!) : null;
  const named = code === null ? {} : { code: { prefix: code.prefix, number: code.number } };
  return { item, ...named, fixed: state === "closed" };
}
