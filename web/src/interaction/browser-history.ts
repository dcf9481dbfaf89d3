// The entries of the browser's history. An address follows what is shown without the page being drawn again, and what an
// address can't say, such as how far a list is scrolled, is kept under the name of its entry: for Back, Forward and a reload.

/** Browsers refuse addresses that change too often: Safari after 100 times in 30 seconds, Chrome after 200 in 10. */
const BURST = 60;
const REFILL_MS = 800;
const STORED = "retest history";
/** The entry that was current when the page was left. */
const LEFT = "retest history left";
const MAX_KEPT = 60;
/** The name under which an address is kept that could not be written in time. */
const ADDRESS = "address";

type Kept = Record<string, unknown>;

const replaceSilently = History.prototype.replaceState.bind(history);
const kept = new Map<string, Kept>(storedBefore());
let made = 0;
let current = nameEntry(nameBeforeReload());
/** The address that is to be shown, and is not written into the bar yet. */
let wanted: string | null = null;
/** The address that was last written for this entry. */
let written: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let tokens = BURST;
let refilledAt = performance.now();

/** The address as it will be, including a write that waits. */
export function addressNow(): URL {
  return new URL(wanted ?? location.href, location.href);
}

/** Has the address of this entry say `address`, as soon as the browser lets it. Who reads the address is not told. */
export function followAddress(address: string): void {
  if (addressNow().href === new URL(address, location.href).href) return;
  wanted = address;
  timer ??= setTimeout(writeIfAllowed);
}

/** Keeps something for this entry. */
export function keepHere(name: string, value: unknown): void {
  const own = kept.get(current) ?? {};
  // The one that was touched last is forgotten last.
  kept.delete(current);
  kept.set(current, { ...own, [name]: value });
}

/** What was kept for this entry, if anything was. */
export function keptHere<T>(name: string): T | undefined {
  return kept.get(current)?.[name] as T | undefined;
}

function writeIfAllowed(): void {
  timer = undefined;
  const now = performance.now();
  const refill = Math.floor((now - refilledAt) / REFILL_MS);
  tokens = Math.min(BURST, tokens + refill);
  refilledAt += refill * REFILL_MS;
  if (tokens > 0) {
    tokens--;
    writeNow();
  } else timer = setTimeout(writeIfAllowed, REFILL_MS);
}

function writeNow(): void {
  clearTimeout(timer);
  timer = undefined;
  if (wanted === null) return;
  try {
    replaceSilently(history.state, "", wanted);
  } catch {
    // Refused as too often: it is kept beside, and comes with the next change or reload.
    keepHere(ADDRESS, wanted);
  }
  written = wanted;
  wanted = null;
}

/** Takes note of the entry that is current now; one that is new gets a name. */
function nameEntry(before: string | null = null): string {
  const named = (history.state as { entry?: string } | null)?.entry;
  if (named !== undefined) return named;
  const name = before ?? newName();
  replaceSilently({ ...history.state, entry: name }, "");
  return name;
}

/** An address that is written while a reload is under way takes its entry's state with it. */
function nameBeforeReload(): string | null {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return navigation?.type === "reload" ? stored(LEFT) : null;
}

function newName(): string {
  made++;
  return `${Date.now().toString(36)}-${made}`;
}

/** An address that was not written in time is put right before anybody reads it. */
function catchUp(): void {
  const address = keptHere<string>(ADDRESS);
  if (address === undefined) return;
  keepHere(ADDRESS, undefined);
  if (new URL(address, location.href).pathname === location.pathname) replaceSilently(history.state, "", address);
}

function storedBefore(): [string, Kept][] {
  try {
    return JSON.parse(stored(STORED) ?? "[]");
  } catch {
    return [];
  }
}

function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(): void {
  try {
    sessionStorage.setItem(LEFT, current);
    sessionStorage.setItem(STORED, JSON.stringify([...kept].slice(-MAX_KEPT)));
  } catch {
    // A browser that keeps nothing forgets how far things were scrolled, and nothing else.
  }
}

const push = history.pushState.bind(history);
const replace = history.replaceState.bind(history);
history.pushState = (state, unused, url) => {
  writeNow();
  written = null;
  current = newName();
  push({ ...state, entry: current }, unused, url);
};
history.replaceState = (state, unused, url) => {
  wanted = null;
  written = null;
  replace({ ...state, entry: current }, unused, url);
};
addEventListener("popstate", () => {
  // The entry that was left can't be written any more.
  if (wanted !== null) keepHere(ADDRESS, wanted);
  wanted = null;
  written = null;
  current = nameEntry();
  catchUp();
});
addEventListener("pagehide", () => {
  // A reload began with the address as it was then: what comes after it reads what was kept.
  writeNow();
  if (written !== null) keepHere(ADDRESS, written);
  store();
});
catchUp();
