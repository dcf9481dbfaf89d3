// TestRail: exports of test cases as CSV and XML.
import { childOf } from "../../../../lib/formats/xml-tree.ts";
import { withoutHtml } from "../../../../lib/text/html-text.ts";
import type { Importer } from "../reading/importer.ts";
import { Table } from "../reading/table.ts";
import { readTableCases } from "../reading/table-cases.ts";
import { leaveOutSuiteIds, ONLY_SECTIONS } from "../reading/unknown-fields.ts";
import { scenariosIn } from "./scenarios.ts";
import { isTestRail, pathsWithSuites, testRailMeanings, withoutRepeatedSteps } from "./testrail-table.ts";
import { readTestRailXml } from "./testrail-xml.ts";

const ROOTS = new Set(["suite", "run", "sections"]);

export const testrail: Importer = {
  label: "TestRail",
  table: {
    recognises: isTestRail,
    read(table, runbook) {
      const rows = new Table(table.header, withoutRepeatedSteps(table, runbook));
      leaveOutSuiteIds(runbook, rows, "suite id", { why: ONLY_SECTIONS });
      const meanings = testRailMeanings(rows);
      const clean = (text: string) => withoutHtml(scenariosIn(text));
      readTableCases(rows, { meanings, pathOf: pathsWithSuites(rows), clean }, runbook);
    },
  },
  xml: {
    recognises: (root) =>
      root.name === "suites" ||
      (ROOTS.has(root.name) &&
        (childOf(root, "sections") ?? childOf(root, "section") ?? childOf(root, "cases")) !== undefined),
    read: readTestRailXml,
  },
};
