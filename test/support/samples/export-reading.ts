// Reads an export of another tool as an import does, without anything else being asked for.
import { readRunbook } from "../../../src/wire/runbook/read-runbook.ts";
import type { AskedReading } from "../../../src/wire/runbook/runbook-format.ts";

export const PLAIN_READING: AskedReading = {
  type: null,
  format: null,
  refPrefix: "",
  keepFields: false,
  columns: null,
  guesses: false,
};

export function readExport(file: string | Uint8Array, asked: Partial<AskedReading> = {}) {
  const reading = readRunbook(typeof file === "string" ? Buffer.from(file) : file, { ...PLAIN_READING, ...asked });
  if ("wrong" in reading) throw new Error(reading.wrong);
  return reading;
}
