// What a report asks of the release gate, as its address says it: a link to the report asks the same of everybody.
import { MAX_GATE_ALLOWED } from "../../../../src/wire/limits.ts";

/** The cycle that the report is compared with. */
export const WITH = "with";

const MOST = { percent: 100, max_failed: MAX_GATE_ALLOWED, max_open: MAX_GATE_ALLOWED };

export type ReportParams = Partial<Record<keyof typeof MOST, number>>;

/** What the address does not say is as strict as the gate is by itself; `wrong` says what of it nobody can mean. */
export function readReportParams(search: string): { params: ReportParams; wrong: string[] } {
  const said = new URLSearchParams(search);
  const params: ReportParams = {};
  const wrong: string[] = [];
  for (const name of Object.keys(MOST) as (keyof typeof MOST)[]) {
    const text = said.get(name);
    if (text === null) continue;
    if (/^\d{1,6}$/.test(text) && Number(text) <= MOST[name]) params[name] = Number(text);
    else wrong.push(`${name} is “${text}”, and must be a whole number from 0 to ${MOST[name].toLocaleString("en")}.`);
  }
  return { params, wrong };
}
