// Repositories as people write them down: by their name, or by an address as a browser or a code host shows it.

/** Whether the repository, as it was entered for an app, is the one with this name, such as `owner/name`. */
export function isRepository(written: string, name: string): boolean {
  const path = pathIn(written.trim().toLowerCase());
  const [first = "", ...rest] = path.split("/");
  // Without a scheme a host can't be told from an owner that has a dot in its name: both are tried.
  const names = first.includes(".") ? [path, rest.join("/")] : [path];
  return names.includes(name.toLowerCase());
}

/** The path of a repository, without the scheme and host in front and the suffix behind. */
function pathIn(text: string): string {
  const scheme = text.indexOf("://");
  const colon = text.indexOf(":");
  let path = text;
  if (scheme !== -1) path = text.slice(text.indexOf("/", scheme + 3) + 1);
  // An address of SSH has a colon and no scheme: `git@github.com:owner/name`.
  else if (colon !== -1 && !text.slice(0, colon).includes("/")) path = text.slice(colon + 1);
  path = withoutSlashes(path);
  return path.endsWith(".git") ? path.slice(0, -4) : path;
}

function withoutSlashes(path: string): string {
  let [start, end] = [0, path.length];
  while (path[start] === "/") start++;
  while (end > start && path[end - 1] === "/") end--;
  return path.slice(start, end);
}
