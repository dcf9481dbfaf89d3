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
