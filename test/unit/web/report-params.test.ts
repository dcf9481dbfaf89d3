// What the address of a report asks of the release gate, and what it can't ask.
import { expect, test } from "vitest";
import { readReportParams } from "../../../web/src/pages/report/report-params.ts";

test("whole numbers up to the most that each may be are asked for; all else of the address is not the gate's", () => {
  expect(readReportParams("")).toEqual({ params: {}, wrong: [] });
  expect(readReportParams("?percent=0&max_failed=100000&with=cyc_1")).toEqual({
    params: { percent: 0, max_failed: 100_000 },
    wrong: [],
  });
});

test("what nobody can mean is said, each by its name", () => {
  expect(readReportParams("?percent=500&max_failed=-1&max_open=3")).toEqual({
    params: { max_open: 3 },
    wrong: [
      "percent is “500”, and must be a whole number from 0 to 100.",
      "max_failed is “-1”, and must be a whole number from 0 to 100,000.",
    ],
  });
  for (const text of ["", "many", "1.5", "1e2"]) {
    expect(readReportParams(`?percent=${text}`).wrong).toHaveLength(1);
  }
});
