// How each kind of change is told to the server. Each may be sent again after its answer was lost, and is done once: what
// creates something carries the change's id as Idempotency-Key, everything else comes to the same when it is repeated.
import { ApiError, exchange } from "../api/client.ts";
import type { Check, Comment, Issue } from "../api/types.ts";
import type { ChangeOf, CheckPosition, NewCheck, Unsaved } from "../api/unsaved-change.ts";
import { changeUnsaved } from "../api/unsaved-store.ts";
import { attachFile } from "./attach-file.ts";
import { requireNotOvertaken } from "./overtaken-results.ts";
import { takeBack } from "./take-back-results.ts";

/** What the server made of a change. */
export interface Saved {
  /** Ids of recorded results. */
  results?: string[];
  /** Ids of what was created, under their keys. */
  ids?: ReadonlyMap<string, string>;
  /** Checks as they now are. */
  checks?: Check[];
  section?: { id: string; ref: string; title: string };
  issue?: Issue;
  comment?: Comment;
  /** Why what was to be undone stays. */
  stays?: string;
}

/** Somebody else has written something else there meanwhile. */
export class TextConflict extends Error {
  readonly theirs: string;
  /** The name of whoever wrote it, where known. */
  readonly by: string | null;

  constructor(theirs: string, by: string | null = null) {
    super("Somebody else has changed this while you were writing.");
    this.theirs = theirs;
    this.by = by;
  }
}

type Send = {
  [Kind in Unsaved["change"]["kind"]]: (change: ChangeOf<Kind>, app: string, key: string) => Promise<Saved>;
};

/** Throws `TextConflict` and `Overtaken` beside what the server says. */
export async function sendChange(unsaved: Unsaved): Promise<Saved> {
  const { app, id } = unsaved;
  await requireNotOvertaken(unsaved);
  const change = await settled(unsaved);
  return (SEND[change.kind] as (given: typeof change, app: string, key: string) => Promise<Saved>)(change, app, id);
}

const SEND: Send = {
  async results({ cells, outcome, note, cycle, key: own }, app, key) {
    const places = new Map<string, string[]>();
    for (const { check, platform } of cells) places.set(check, [...(places.get(check) ?? []), platform]);
    const results = [...places].map(([check, platforms]) => ({
      check,
      platforms,
      outcome,
      ...(note === undefined ? {} : { note }),
      ...(cycle === undefined ? {} : { cycle }),
    }));
    const recorded = await create<{ id: string }[]>("/results", { app, results }, key);
    const ids = own === undefined ? {} : { ids: new Map([[own, recorded[0]!.id]]) };
    return { results: recorded.map(({ id }) => id), ...ids };
  },
  async "take-back"(change, app) {
    const stays = await takeBack(change, app);
    return stays === null ? {} : { stays };
  },
  async marks({ marks }) {
    const checks: Check[] = [];
    for (const { check: id, on, off } of marks) {
      const check = await ask<Check>("GET", `/checks/${id}`);
      const marked = check.platforms.filter(({ status }) => status === "not_applicable").map(({ code }) => code);
      const platforms = [...new Set([...marked.filter((code) => !off.includes(code)), ...on])];
      const isSame = platforms.length === marked.length && platforms.every((code) => marked.includes(code));
      checks.push(isSame ? check : await ask<Check>("PUT", `/checks/${id}/not-applicable`, { platforms }));
    }
    return { checks };
  },
  async checks({ checks, ...spot }, app, key) {
    const entries = checks.map(entryOf);
    const created = await atSpot(spot, (place) =>
      create<Check[]>("/checks/batch", { app, ...place, checks: entries }, key),
    );
    return { checks: created, ids: new Map(checks.map((check, i) => [check.key, created[i]!.id])) };
  },
  async section({ key: own, title }, app, key) {
    const section = await create<NonNullable<Saved["section"]>>("/sections", { app, title }, key);
    return { section, ids: new Map([[own, section.id]]) };
  },
  async text({ of, id, field, base, text, isUndo }) {
    const body = { [field]: field === "instructions" && text === "" ? null : text };
    try {
      const written = await changeUnlessTheirs<Check | NonNullable<Saved["section"]>>(`/${of}s/${id}`, body, (thing) =>
        isWritten(field === "title" ? thing.title : ((thing as Check).instructions ?? ""), base, text),
      );
      return of === "check" ? { checks: [written as Check] } : {};
    } catch (error) {
      if (!(isUndo === true && error instanceof TextConflict)) throw error;
      return {
        stays: `Can't undo: somebody else has changed ${field === "title" ? "this title" : "these instructions"} since.`,
      };
    }
  },
  async move({ checks, section, after }) {
    const moved: Check[] = [];
    let last = after;
    for (const id of checks) {
      moved.push(
        await atSpot({ section, ...(last === undefined ? {} : { after: last }) }, (place) =>
          ask<Check>("PATCH", `/checks/${id}`, place),
        ),
      );
      last = id;
    }
    return { checks: moved };
  },
  async "move-section"({ section, position }) {
    await ask("PATCH", `/sections/${section}`, { position });
    return {};
  },
  async archive({ checks }, app, key) {
    await create("/checks/archive", { app, checks }, key);
    return {};
  },
  async restore({ checks }) {
    const restored: Check[] = [];
    for (const id of checks) restored.push(await bringBack(`/checks/${id}`));
    return { checks: restored };
  },
  async "restore-section"({ section }) {
    return { section: await bringBack(`/sections/${section}`) };
  },
  async "delete-section"({ section }) {
    await unlessGone(() => ask("DELETE", `/sections/${section}`));
    return {};
  },
  async issue({ kind: _, key: own, ...fields }, app, key) {
    const issue = await create<Issue>("/issues", { app, ...fields }, key);
    return { issue, ...(own === undefined ? {} : { ids: new Map([[own, issue.id]]) }) };
  },
  async comment({ issue, text }, _app, key) {
    return { comment: await create<Comment>(`/issues/${encodeURIComponent(issue)}/comments`, { text }, key) };
  },
  async attach(change, _app, key) {
    await attachFile(change, key);
    return {};
  },
};

const MAX_TRIES = 5;

/**
 * Changes a thing that nobody else has changed in the same respect: `isSo` looks at it, says whether it is so already, and
 * throws `TextConflict` if it is neither that nor what the writer began with. Other changes of the thing, such as a result on a
 * check, are no reason to ask.
 */
export async function changeUnlessTheirs<Thing>(
  path: string,
  body: unknown,
  isSo: (thing: Thing) => boolean,
): Promise<Thing> {
  for (let tried = 1; ; tried++) {
    const { data, tag } = await exchange<Thing>("GET", path);
    if (isSo(data)) return data;
    try {
      const headers: Record<string, string> = tag === null ? {} : { "if-match": tag };
      return (await exchange<Thing>("PATCH", path, body, headers)).data;
    } catch (error) {
      const isOther = error instanceof ApiError && error.status === 412;
      if (!isOther || tried === MAX_TRIES) throw error;
    }
  }
}

/** True if the text is there; throws `TextConflict` if something else is than what the writer began with. */
export function isWritten(found: string, base: string, text: string): boolean {
  if (found === text) return true;
  if (found !== base) throw new TextConflict(found);
  return false;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  return (await exchange<T>(method, path, body)).data;
}

async function create<T>(path: string, body: unknown, key: string): Promise<T> {
  return (await exchange<T>("POST", path, body, { "idempotency-key": key })).data;
}

/** What the change will be, however often it is sent: a copy of a check is what the check is at the first time. */
async function settled({ id, change }: Unsaved): Promise<Unsaved["change"]> {
  if (change.kind !== "checks" || change.checks.every(({ copyOf }) => copyOf === undefined)) return change;
  const after = { ...change, checks: await Promise.all(change.checks.map(copied)) };
  changeUnsaved(id, { change: after });
  return after;
}

async function copied({ copyOf, ...check }: NewCheck): Promise<NewCheck> {
  if (copyOf === undefined) return check;
  const { instructions, platforms } = await ask<Check>("GET", `/checks/${copyOf}`);
  const notApplicable = platforms.filter(({ status }) => status === "not_applicable").map(({ code }) => code);
  return { ...check, ...(instructions === null ? {} : { instructions }), notApplicable };
}

function entryOf({ title, instructions, notApplicable = [] }: NewCheck) {
  return {
    title,
    ...(instructions === undefined ? {} : { instructions }),
    ...(notApplicable.length === 0 ? {} : { not_applicable: notApplicable }),
  };
}

/** Does it at the position, or at the end of the section if the check before is gone. */
async function atSpot<T>({ section, after }: CheckPosition, work: (place: object) => Promise<T>): Promise<T> {
  if (after === undefined) return work({ section });
  if (after === null) return work({ section, position: 0 });
  try {
    return await work({ section, after });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404 && error.message.startsWith("after:"))) throw error;
    return work({ section });
  }
}

/** Restores an entry. What is in its way, such as a ref in use, can be settled in the list of archived entries. */
async function bringBack<T>(path: string): Promise<T> {
  try {
    return await ask<T>("POST", `${path}/restore`);
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 400 || error.status === 409))) throw error;
    const words = `${error.message} Restore it from “Archived checks and sections” in the View menu of the runbook.`;
    throw new ApiError(error.status, error.code, words);
  }
}

/** Ignores that something to be removed is gone already. */
async function unlessGone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
