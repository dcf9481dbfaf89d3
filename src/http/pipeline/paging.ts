// Cursors: they mark a place, are bound to the query they came from and to whoever asked, and refuse to be edited.
import { Fault } from "../../domain/fault.ts";
import type { Awaitable } from "../../lib/async/awaitable.ts";
import { tagOf } from "../../lib/etag.ts";
import type { App } from "../../storage/apps/apps.ts";
import { versionOf } from "../../storage/etags.ts";
import { actorId } from "./request-actor.ts";
import type { Call, Tagged } from "./route.ts";

type Asking = Pick<Call, "services" | "actor">;

/** The place that a cursor of the same query and the same actor marks; null without a cursor. Throws `invalid_cursor`. */
export function openCursor<Place>(asking: Asking, context: string[], cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const payload = asking.services.cursors.open(boundTo(asking, context), cursor);
  if (payload !== undefined) return JSON.parse(payload) as Place;
  throw new Fault(
    "invalid_cursor",
    "cursor: pass next_cursor back unchanged, with the same key, filters and sort as the page it came from.",
  );
}

export function sealCursor(asking: Asking, context: string[], place: unknown): string {
  return asking.services.cursors.seal(boundTo(asking, context), JSON.stringify(place));
}

/** A key keeps its cursors when it is rotated, a person when they sign in anew. */
function boundTo({ actor }: Asking, context: string[]): string {
  return JSON.stringify([actorId(actor), ...context]);
}

/** A page of things of these apps; without them, of so many that reading their revisions would take longer than making the page. */
export function cachedPage(
  { cached }: Pick<Call, "cached">,
  apps: readonly App[] | undefined,
  make: () => Promise<string>,
): Awaitable<Tagged> {
  if (apps !== undefined) return cached(versionOf(apps), make);
  return cached(null, async () => {
    const body = await make();
    return { body, tag: tagOf("page", body) };
  });
}

/** The header that leads to the next page: the same query with another cursor. */
export function nextLink(baseUrl: string, url: string, cursor: string): string {
  const mark = url.indexOf("?");
  const path = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? [] : url.slice(mark + 1).split("&");
  const kept = query.filter((pair) => pair !== "" && !isCursor(pair));
  const next = `${path}?${[...kept, `cursor=${encodeURIComponent(cursor)}`].join("&")}`;
  return `<${baseUrl}${UNSAFE.test(next) ? next.replaceAll(EACH_UNSAFE, percent) : next}>; rel="next"`;
}

const UNSAFE = /[^\x21-\x7e]|[<>"]/;
const EACH_UNSAFE = new RegExp(UNSAFE, "g");

/** A name may be written with percent signs, too. */
function isCursor(pair: string): boolean {
  const equals = pair.indexOf("=");
  const name = equals === -1 ? pair : pair.slice(0, equals);
  return name === "cursor" || (name.includes("%") && decodeURIComponent(name) === "cursor");
}

/** A byte that may not stand in an address, though some send it. */
function percent(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** A page of at most `limit` rows out of `limit + 1` that were read, and the cursor to the next one. */
export function pageOf<Row>(
  asking: Asking,
  context: string[],
  rows: Row[],
  limit: number,
  placeOf: (row: Row) => unknown,
): { rows: Row[]; nextCursor: string | null } {
  if (rows.length <= limit) return { rows, nextCursor: null };
  const page = rows.slice(0, limit);
  return { rows: page, nextCursor: sealCursor(asking, context, placeOf(page.at(-1)!)) };
}
