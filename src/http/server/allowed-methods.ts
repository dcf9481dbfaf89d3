// Which methods a path takes: for a request that no route is for, the difference between 404 and 405.
export type PathTable = [pattern: string, methods: string[]][];

/** Gives what says which methods are possible at an address. The patterns are taken apart once, not for every address that nothing is at. */
export function methodFinder(paths: PathTable): (url: string) => string[] {
  const bySteps = new Map<number, { parts: string[]; methods: string[] }[]>();
  for (const [pattern, methods] of paths) {
    const parts = pattern.split("/");
    const alike = bySteps.get(parts.length) ?? [];
    bySteps.set(parts.length, alike);
    alike.push({ parts, methods });
  }
  return (url) => {
    const steps = pathOf(url).split("/");
    const fits = (part: string, i: number) => part === steps[i] || (part[0] === ":" && steps[i] !== "");
    const fitting = (bySteps.get(steps.length) ?? []).filter(({ parts }) => parts.every(fits));
    return [...new Set(fitting.flatMap(({ methods }) => methods))];
  };
}

/** The path of an address, which may name the host in front of it. */
export function pathOf(url: string): string {
  const path = url.split("?", 1)[0]!;
  return path.startsWith("/") || !URL.canParse(path) ? path : new URL(path).pathname;
}
