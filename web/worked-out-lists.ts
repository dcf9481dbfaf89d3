// Files of the server that are lists worked out of more than the interface needs: of connected tools, their names and forms, and not what
// they send and read. The build works them out, and takes in what they give.
import type { Plugin } from "vite";
import * as toolForms from "../src/wire/connections/tool-forms.ts";
import * as toolNames from "../src/wire/connections/tool-names.ts";

const LISTS: Record<string, object> = {
  "/src/wire/connections/tool-forms.ts": toolForms,
  "/src/wire/connections/tool-names.ts": toolNames,
};

export function workedOutLists(): Plugin {
  return {
    name: "worked-out-lists",
    load(id) {
      const [, given] = Object.entries(LISTS).find(([path]) => id.endsWith(path)) ?? [];
      if (given === undefined) return undefined;
      const lines = Object.entries(given).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { code: lines.join("\n"), moduleType: "js" };
    },
  };
}
