// Where a report is read: a few bytes of a spreadsheet may unpack to megabytes, for which nobody may wait.
import { afterEach, expect, test, vi } from "vitest";
import { startThread } from "../../../../src/lib/async/thread.ts";
import { openTestRunParser } from "../../../../src/wire/results/parse-test-run-in-thread.ts";
import { writeSheet, writeSheets } from "../../../support/samples/write-zip.ts";

vi.mock(import("../../../../src/lib/async/thread.ts"), async (original) => {
  const { startThread: start } = await original();
  return { startThread: vi.fn(start) };
});
afterEach(() => vi.clearAllMocks());

const ROWS = [
  ["ID", "Title", "Status"],
  ["A-1", "Add", "Passed"],
];
const SHEET = writeSheets({ Run: ROWS });
const FORM = Buffer.concat(
  ['--x\r\nContent-Disposition: form-data; name="report"\r\n\r\n', SHEET, "\r\n--x--\r\n"].map((part) =>
    Buffer.from(part as Buffer),
  ),
);

/** What is said of it, and how many threads were started. */
async function read(file: Buffer): Promise<[told: unknown, threads: number]> {
  const parser = openTestRunParser(null, { bytes: file.length, checks: 1 }, { who: "a", group: "b" });
  try {
    // In two pieces, as it may come in.
    await parser.send({ kind: "bytes", bytes: file.subarray(0, 3) });
    await parser.send({ kind: "bytes", bytes: file.subarray(3) });
    await parser.send({ kind: "end" });
    await parser.send({ kind: "app", platforms: ["web"], sections: [] });
    const run = await parser.send({ kind: "plan", platforms: [], note: null });
    return [run?.counts.cases, vi.mocked(startThread).mock.calls.length];
  } catch (error) {
    return [(error as Error).message, vi.mocked(startThread).mock.calls.length];
  } finally {
    await parser.close();
  }
}

test.each([
  ["JUnit", Buffer.from('<testsuite><testcase name="a"/></testsuite>'), [1, 0]],
  ["a table", Buffer.from(ROWS.map((row) => row.join(",")).join("\n")), [1, 0]],
  ["a table in UTF-16", Buffer.from(`\ufeff${ROWS.map((row) => row.join(",")).join("\n")}`, "utf16le"), [1, 0]],
  ["a spreadsheet", SHEET, [1, 1]],
  ["a spreadsheet in a form", FORM, [1, 1]],
  ["a spreadsheet of 3 MB in 4 KB", writeSheet(" ".repeat(3_000_000)), ["The spreadsheet is empty.", 1]],
  [
    "an archive that is written as UTF-16",
    Buffer.from("\ufeffPK\u0003\u0004xl/", "utf16le"),
    ["The archive is broken: make it again.", 1],
  ],
])("of small files %s is read as it should be, and on a thread if it is packed", async (_what, file, told) => {
  expect(file.length).toBeLessThanOrEqual(4_096);
  expect(await read(file)).toEqual(told);
});
