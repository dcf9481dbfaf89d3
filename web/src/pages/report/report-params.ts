// What a report asks of the release gate, as its address says it: a link to the report asks the same of everybody.

/** The cycle that the report is compared with. */
export const WITH = "with";

export type ReportParams = Partial<Record<"percent" | "max_failed" | "max_open", number>>;

/** What the address does not say, or not as a number, is as strict as the gate is by itself. */
export function readReportParams(search: string): ReportParams {
  const params = new URLSearchParams(search);
  const asked = (["percent", "max_failed", "max_open"] as const).flatMap((name) => {
    const text = params.get(name);
    return text !== null && /^\d{1,6}$/.test(text) ? [[name, Number(text)] as const] : [];
  });
  return Object.fromEntries(asked);
}
