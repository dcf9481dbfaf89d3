// The tools whose files are imported, each with a folder beside this file. A table of no tool comes last.
import { qase } from "./qase/qase.ts";
import type { Importer } from "./reading/importer.ts";
import { anyTable } from "./table/any-table.ts";
import { testlink } from "./testlink/testlink.ts";
import { testpad } from "./testpad/testpad.ts";
import { testrail } from "./testrail/testrail.ts";
import { xray } from "./xray/xray.ts";
import { zephyr } from "./zephyr/zephyr.ts";

/** The first that recognises a file reads it. */
export const IMPORTERS = {
  testrail,
  testlink,
  zephyr,
  xray,
  qase,
  testpad,
  table: anyTable,
} as const satisfies Record<string, Importer>;

export type ImporterName = keyof typeof IMPORTERS;
export const IMPORTER_NAMES = Object.keys(IMPORTERS) as ImporterName[];

/** The tools as a sentence lists them; a table is of none. */
export const IMPORTED_TOOLS = listed(
  IMPORTER_NAMES.filter((name) => name !== "table").map((name) => IMPORTERS[name].label),
);

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}
