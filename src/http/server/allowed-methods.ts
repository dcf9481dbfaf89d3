// Which methods a path takes: for a request that no route is for, the difference between 404 and 405.
export type PathTable = [pattern: string, methods: string[]][];

export function allowedMethods(paths: PathTable, url: string): string[] {
  const steps = pathOf(url).split("/");
  const fits = (pattern: string) => {
    const parts = pattern.split("/");
    return (
      parts.length === steps.length &&
      parts.every((part, i) => part === steps[i] || (part[0] === ":" && steps[i] !== ""))
    );
  };
  const methods = paths.filter(([pattern]) => fits(pattern)).flatMap(([, some]) => some);
  return [...new Set(methods)];
}

/** The path of an address, which may name the host in front of it. */
export function pathOf(url: string): string {
  const path = url.split("?", 1)[0]!;
  return path.startsWith("/") || !URL.canParse(path) ? path : new URL(path).pathname;
}
