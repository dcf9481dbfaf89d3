// What the server may have the browser fetch for the address at which a page begins, before the page asks for it (http/web/web-pages.ts).
const AHEAD = /^\/(?:overview|operator\/workspaces|apps\/|cycles\/)/;
const begunAt = location.pathname;
const asked = new Set<string>();

/** Takes an answer that was fetched ahead: once for each path, and only until the page goes elsewhere. */
export function takeFetchedAhead(path: string): boolean {
  if (location.pathname !== begunAt || !AHEAD.test(path) || asked.has(path)) return false;
  asked.add(path);
  return true;
}
