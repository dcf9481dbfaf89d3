// How often a tool has reported an issue, and when it last did.
import type { Issue } from "../../../api/types.ts";
import { Ago } from "../../../components/display/times.tsx";

export function ReportCount({ webhook: { deliveries, last_delivery_at } }: { webhook: NonNullable<Issue["webhook"]> }) {
  if (deliveries === 1) return "Reported once";
  return (
    <>
      Reported {deliveries.toLocaleString("en")} times, last <Ago at={last_delivery_at} />
    </>
  );
}
