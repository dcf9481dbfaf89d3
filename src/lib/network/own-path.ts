// Where somebody may be sent back to: a path of this very server, and nowhere else.

/** Any host does: a path that leads away from it leads away from ours. */
const HERE = "https://here.invalid";

/** The path as a browser would read it, with what follows it; `/` in place of anything that may lead elsewhere, or is longer than `max`. */
export function ownPath(text: string, max: number): string {
  if (text.length > max || !text.startsWith("/") || !URL.canParse(text, HERE)) return "/";
  const { origin, pathname, search, hash } = new URL(text, HERE);
  // A path that begins with two slashes names a host.
  return origin === HERE && !pathname.startsWith("//") ? pathname + search + hash : "/";
}
