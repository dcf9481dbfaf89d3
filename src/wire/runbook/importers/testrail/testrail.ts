// TestRail: exports of test cases as CSV and XML.
import { childOf } from "../../../../lib/formats/xml-tree.ts";
import { withoutHtml } from "../../../../lib/text/html-text.ts";
import type { Importer } from "../reading/importer.ts";
import { Table } from "../reading/table.ts";
import { readTableCases } from "../reading/table-cases.ts";
import { isTestRail, pathsWithSuites, testRailMeanings, withoutRepeatedSteps } from "./testrail-table.ts";
import { readTestRailXml } from "./testrail-xml.ts";

export const testrail: Importer = {
  label: "TestRail",
  table: {
    recognises: isTestRail,
    read(table, runbook) {
      const rows = new Table(table.header, withoutRepeatedSteps(table));
      const meanings = testRailMeanings(rows);
      readTableCases(rows, { meanings, pathOf: pathsWithSuites(rows), clean: withoutHtml }, runbook);
    },
  },
  xml: {
    recognises: (root) =>
      root.name === "suites" ||
      ((root.name === "suite" || root.name === "sections") &&
        (childOf(root, "sections") ?? childOf(root, "section") ?? childOf(root, "cases")) !== undefined),
    read: readTestRailXml,
  },
};
