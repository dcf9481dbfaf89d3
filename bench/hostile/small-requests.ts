// Small requests that are made up: cursors that are changed or forged, names with NULs, single edits, and queries as long as they may be.
// Each has its declared answer.
import { BROKEN_NAMES, UNKNOWN_CODES, VALID_FIELDS } from "../../test/support/hostile/hostile-bodies.ts";
import { UNKNOWN_PLATFORMS } from "../../test/support/hostile/hostile-edits.ts";
import {
  CURSORS_OF_OTHERS,
  changedCursors,
  FORGED_CURSORS,
  LONG_QUERIES,
  NOBODYS_NAMES,
  NOT_IDS,
} from "../../test/support/hostile/hostile-queries.ts";
import type { HostileRequest } from "./hostile-request.ts";

/** A request to the app APP or its issue ISSUE, and the statuses of which one is to answer it. */
type Small = [what: string, statuses: number[], method: string, path: string, body?: string];

/** `ask` fills in what APP and ISSUE stand for. */
export async function smallRequests(
  ask: (method: string, path: string, body?: string) => Promise<Response>,
): Promise<HostileRequest[]> {
  const cursorOf = async (path: string): Promise<string> => {
    const { next_cursor: cursor } = (await (await ask("GET", path)).json()) as { next_cursor: string | null };
    if (cursor === null) throw new Error(`${path} has one page`);
    return cursor;
  };
  for (const text of ["second", "third"]) await ask("POST", "/issues", `{${VALID_FIELDS},"text":"${text}"}`);
  for (const outcome of ["passed", "failed"]) {
    const result = `{"app":"APP","check":"SIGN-1","outcome":"${outcome}","platforms":["ios","android"]}`;
    await ask("POST", "/results", result);
  }
  await ask("PATCH", "/issues/ISSUE", '{"text":"edited"}');
  const cursor = await cursorOf("/issues?limit=1");
  const cursorsOfOthers: Small[] = [];
  for (const [what, from, to] of CURSORS_OF_OTHERS) {
    // It has no second page, as nothing was fixed.
    if (from.includes("fixed")) continue;
    cursorsOfOthers.push([what, [400], "GET", `${to}&cursor=${await cursorOf(from)}`]);
  }
  const of = (kind: string, all: readonly Small[]): HostileRequest[] =>
    all.map(([what, statuses, method, path, body]) => ({
      kind,
      what,
      async send() {
        const answer = await ask(method, path, body);
        await answer.arrayBuffer();
        if (!statuses.includes(answer.status)) throw new Error(`${kind}: ${what}: ${method} ${path}: ${answer.status}`);
      },
    }));
  return [
    ...of("cursors", [
      ...changedCursors(cursor).map(
        (changed, at): Small => [`changed at ${at}`, [400], "GET", `/issues?limit=1&cursor=${changed}`],
      ),
      ...FORGED_CURSORS.map(
        ([what, change]): Small => [what, [400], "GET", `/issues?limit=1&cursor=${change(cursor)}`],
      ),
      ...cursorsOfOthers,
      ["as it was given", [200], "GET", `/issues?limit=1&cursor=${cursor}`],
    ]),
    ...of("names of nobody", [
      ...BROKEN_NAMES.map(
        ([what, body]): Small => [`a NUL or half a character in ${what}`, [400, 404], "POST", "/issues", body],
      ),
      ...UNKNOWN_CODES.map(
        (codes): Small => [
          `platforms ${codes}`,
          [400],
          "POST",
          "/issues",
          `{${VALID_FIELDS},"platforms":${JSON.stringify(codes)}}`,
        ],
      ),
      ...NOBODYS_NAMES.map((name): Small => [name, [404], "GET", `/issues?app=${encodeURIComponent(name)}`]),
      ...["/issues/", "/checks/", "/sections/", "/apps/", "/keys/"].flatMap((path) =>
        NOT_IDS.map((id): Small => [path + id.slice(0, 20), [400, 404], "GET", path + id]),
      ),
    ]),
    ...of("single edits", [
      ...UNKNOWN_PLATFORMS.map(
        (codes): Small => [
          `platforms ${codes}`,
          [400],
          "PATCH",
          "/issues/ISSUE",
          `{"text":"new","platforms":${codes}}`,
        ],
      ),
      ["a text", [200], "PATCH", "/issues/ISSUE", '{"text":"new"}'],
      ["a text of NULs around letters", [200], "PATCH", "/issues/ISSUE", `{"text":"${"\\u0000".repeat(5_000)}new"}`],
      ["the longest text there is", [200], "PATCH", "/issues/ISSUE", JSON.stringify({ text: "😀".repeat(4_000) })],
      ["no platforms", [200], "PATCH", "/issues/ISSUE", '{"platforms":[]}'],
    ]),
    ...of(
      "long queries",
      LONG_QUERIES.map(([what, status, query]): Small => [what, [status], "GET", `/issues?${query}`]),
    ),
  ];
}
