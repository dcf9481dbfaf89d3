// Which code comes in the first file: what every page begins with, and small parts that most pages have. A slow network is asked once
// for it, and not a dozen times.
import type { Rolldown } from "vite";

const ENTRY = "/web/src/main.tsx";
const OWN = "/web/src/";
const PARTS =
  /\/web\/src\/(?:components\/(?:display\/status|behaviour\/delayed-removal|import\/file-drop|buttons\/menu-button)|interaction\/commands)\.[a-z.]+$/;
/** A line for each connected tool, which issues and connections are shown with. */
const TOOL_NAMES = "/src/wire/connections/tool-names.ts";
/** The kit is one package of which every page takes something: only what the frame of a page needs is among the first. */
const PACKAGES =
  /\/node_modules\/(?:react|react-dom|scheduler|@tanstack\/(?:react-query|query-core)|use-sync-external-store|wouter|regexparam|clsx|@mantine\/hooks|@mantine\/core\/esm\/(?:core|components\/(?:ActionIcon|Button|CloseButton|Loader|Transition|UnstyledButton)))\//;

/** Its styles must stand before those of theme.css, which change some of them, and so in the same file. */
const VARIABLES = "virtual:theme-variables.css";

/** Says for a module whether it is in the first file. */
export function firstFile(): Rolldown.CodeSplittingGroup {
  let own: Set<string> | undefined;
  return {
    name(id, context) {
      if (PACKAGES.test(id) || PARTS.test(id) || id.includes(VARIABLES) || id.endsWith(TOOL_NAMES)) return "first";
      if (!id.includes(OWN)) return null;
      own ??= importedBy(id.slice(0, id.indexOf(OWN)) + ENTRY, context);
      return own.has(id) ? "first" : null;
    },
  };
}

/** A module of our own with all that it imports at once. */
function importedBy(id: string, context: Rolldown.ChunkingContext, found = new Set<string>()): Set<string> {
  if (found.has(id) || !id.includes(OWN)) return found;
  found.add(id);
  for (const next of context.getModuleInfo(id)?.importedIds ?? []) importedBy(next, context, found);
  return found;
}
