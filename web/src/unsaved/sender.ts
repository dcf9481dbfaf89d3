// Sends what is not saved yet, one after the other in the order it was done, and again until the server has it. What the
// server refuses, and what is in conflict, waits for its writer; the others go on.
import { onLeaving } from "../api/before-sign-out.ts";
import { ApiError } from "../api/client.ts";
import { renameDrafts } from "../api/drafts.ts";
import { isConnected, onConnection } from "../api/live-updates.ts";
import { keysIn, type Unsaved } from "../api/unsaved-change.ts";
import {
  changeUnsaved,
  dropUnsaved,
  findUnsaved,
  maySend,
  nameUnsaved,
  onUnsaved,
  unsavedChanges,
} from "../api/unsaved-store.ts";
import { againOrRefused } from "./again-or-refused.ts";
import { archiveOnLeaving } from "./archive-on-leaving.ts";
import { holdForWriter } from "./held-for-writer.ts";
import { type Saved, sendChange } from "./send-change.ts";
import { sentListeners } from "./sent-listeners.ts";
import { whyRefused } from "./why-refused.ts";

const SOON_MS = 1_000;
const LATE_MS = 15_000;
/** Saved changes that are remembered, so that they can be undone. */
const MAX_REMEMBERED = 300;
const LOCK = "retest unsaved";

const remembered = new Map<string, Saved>();
const names = new Map<string, string>();
let sending: string | null = null;
let isRunning = false;
let current: Promise<void> | null = null;
/** Whether a change was added while sending, which sending itself does, too. */
let isMore = false;
/** Whether sending was asked for again while it was under way. */
let isAsked = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Tells other tabs what was saved: they may want to undo it. */
const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel(LOCK) : null;

/** What the server made of it, if it is saved. */
export function savedOf(id: string): Saved | undefined {
  return remembered.get(id);
}

/** Settles once nothing is being sent. */
export async function sendingDone(): Promise<void> {
  for (let seen: unknown = null; seen !== current; ) {
    seen = current;
    await current;
  }
}

/** The id that the server gave for a key, if known; else the key itself. Also within `add KEY`, the key of a row. */
export function nameOf(key: string): string {
  const at = key.lastIndexOf(" ") + 1;
  return key.slice(0, at) + (names.get(key.slice(at)) ?? key.slice(at));
}

/** Tries again at once: something changed, the server is back, or somebody wants it. */
export function sendSoon(): void {
  clearTimeout(timer);
  timer = undefined;
  if (!maySend()) return;
  if (isRunning) {
    isAsked = true;
    return;
  }
  current = run();
}

/** Tries a refused change again. */
export function tryAgain(id: string): void {
  changeUnsaved(id, { state: "waiting", reason: null, archived: [], tries: 0, notBefore: 0 });
  sendSoon();
}

/** Takes a change back as if it had never been, with all that depends on it; false when the server may have it. */
export function withdraw(id: string): boolean {
  return findUnsaved(id)?.isSent === false && letGo(id).length > 0;
}

/** Forgets a change with all that depends on it, and gives them; none while it is on its way. */
export function letGo(id: string): Unsaved[] {
  const unsaved = findUnsaved(id);
  if (unsaved === undefined || sending === id) return [];
  const keys = keysIn(unsaved.change);
  const gone = unsavedChanges().filter(
    (one) => one.id === id || keys.some((key) => JSON.stringify(one.change).includes(key)),
  );
  dropUnsaved(new Set(gone.map((one) => one.id)));
  return gone;
}

/** Sends what is held back, too; settles when everything is sent that can be. */
export async function sendAll(): Promise<void> {
  for (const { id, notBefore } of unsavedChanges()) if (notBefore > 0) changeUnsaved(id, { notBefore: 0 });
  await current;
  current = run();
  await current;
}

async function run(): Promise<void> {
  isRunning = true;
  isAsked = false;
  let isStuck = false;
  try {
    await locked(async () => {
      do {
        isMore = false;
        for (let next = nextToSend(); next !== undefined && maySend(); next = nextToSend()) {
          isStuck = !(await send(next));
          if (isStuck) return;
        }
      } while (isMore);
    });
  } finally {
    isRunning = false;
    // A server that is away is given time, however much is written down meanwhile.
    if (isAsked || (isMore && !isStuck)) sendSoon();
    else planNext();
  }
}

/** False when nothing more can be sent now. */
async function send(unsaved: Unsaved): Promise<boolean> {
  sending = unsaved.id;
  changeUnsaved(unsaved.id, { isSent: true });
  for (const ear of sentListeners) ear.sending?.(unsaved);
  try {
    const saved = await sendChange(unsaved);
    failures = 0;
    settle(unsaved, saved);
    channel?.postMessage({ unsaved, saved });
    return true;
  } catch (error) {
    return await fail(unsaved, error);
  } finally {
    sending = null;
  }
}

function settle(unsaved: Unsaved, saved: Saved): void {
  if (remembered.size >= MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
  remembered.set(unsaved.id, saved);
  if (saved.ids !== undefined) {
    nameUnsaved(saved.ids);
    for (const [key, id] of saved.ids) {
      names.set(key, id);
      renameDrafts(key, id);
    }
  }
  for (const { id, change } of unsavedChanges()) {
    if (change.kind !== "take-back" || change.of !== unsaved.id) continue;
    changeUnsaved(id, { change: { ...change, results: saved.results ?? [] } });
  }
  // The listeners come first: what was done lies over what was read until the page has taken it in.
  for (const ear of sentListeners) ear.saved(unsaved, saved);
  dropUnsaved(new Set([unsaved.id]));
}

async function fail(unsaved: Unsaved, error: unknown): Promise<boolean> {
  const decision = holdForWriter(unsaved, error);
  if (decision !== null) {
    stop(unsaved, decision);
    return true;
  }
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: String(error) };
  // The sign-in that stands in front of the page lets the same person in again, and then this goes on.
  if (status === 401) return hold(error);
  const next = againOrRefused(status, unsaved.tries);
  if (next !== "refused") {
    if (next === "failed, again") changeUnsaved(unsaved.id, { tries: unsaved.tries + 1 });
    return hold(error);
  }
  const why = await whyRefused(unsaved, { status, message });
  stop(unsaved, { state: "refused", ...why, isSent: status >= 500 });
  return true;
}

function hold(error: unknown): false {
  failures++;
  for (const ear of sentListeners) ear.stuck?.(error);
  return false;
}

function stop(unsaved: Unsaved, fields: Partial<Unsaved>): void {
  changeUnsaved(unsaved.id, fields);
  for (const ear of sentListeners) ear.refused?.({ ...unsaved, ...fields });
}

function nextToSend(): Unsaved | undefined {
  const now = Date.now();
  const created = new Set<string>();
  return unsavedChanges().find(({ state, notBefore, change }) => {
    const text = created.size === 0 ? "" : JSON.stringify(change);
    const isBlocked = [...created].some((key) => text.includes(key));
    const isReady = state === "waiting" && notBefore <= now && !isBlocked;
    if (!isReady) for (const key of keysIn(change)) created.add(key);
    return isReady;
  });
}

/** Plans the next try, after a failure or when a change that is held back is due. */
function planNext(): void {
  clearTimeout(timer);
  timer = undefined;
  const waiting = unsavedChanges().filter(({ state }) => state === "waiting");
  if (waiting.length === 0 || !maySend()) return;
  const now = Date.now();
  const due = Math.min(...waiting.map(({ notBefore }) => notBefore)) - now;
  const again = failures === 0 ? 0 : Math.min(SOON_MS * 2 ** (failures - 1), LATE_MS);
  const isHeld = nextToSend() === undefined;
  if (isHeld && due <= 0) return;
  timer = setTimeout(sendSoon, Math.max(isHeld ? due : 0, again));
}

/** One tab sends at a time, where the browser can see to that; elsewhere repeating does no harm. */
async function locked(work: () => Promise<void>): Promise<void> {
  if (typeof navigator.locks === "undefined") await work();
  else await navigator.locks.request(LOCK, work);
}

channel?.addEventListener("message", ({ data }) => {
  const { unsaved, saved } = data as { unsaved: Unsaved; saved: Saved };
  remembered.set(unsaved.id, saved);
  for (const [key, id] of saved.ids ?? []) names.set(key, id);
  for (const ear of sentListeners) ear.saved(unsaved, saved);
});
onUnsaved(() => {
  if (!isRunning) sendSoon();
  else isMore = true;
});
// Whoever signs out takes nothing back any more: what is held back is sent, too.
onLeaving(sendAll);
onConnection(() => {
  if (isConnected()) sendSoon();
});
addEventListener("online", sendSoon);
addEventListener("pageshow", sendSoon);
addEventListener("pagehide", archiveOnLeaving);
sendSoon();
