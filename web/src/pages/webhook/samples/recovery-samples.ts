// What the same tools send once a problem is over.
import { ERRORS } from "./error-samples.ts";
import { ALERTS } from "./monitoring-samples.ts";
import { json, type Sample } from "./sample.ts";

/** Changes that make a payload of each tool a recovery. */
const CHANGES: [tool: string, change: object][] = [
  ["Grafana", { status: "resolved", state: "ok", title: "[RESOLVED] Transfer queue is long Payments (critical)" }],
  ["Alertmanager", { status: "resolved" }],
  ["Datadog", { title: "[Recovered on {host:pay-03}] Card payments fail more often", alert_transition: "Recovered" }],
  [
    "Uptime Kuma",
    {
      heartbeat: { monitorID: 14, status: 1, time: "2026-05-11 06:52:15.114", msg: "200 - OK", important: true },
      msg: "[Lantern Bank, API] [✅ Up] 200 - OK",
    },
  ],
];

export const RECOVERIES: readonly Sample[] = CHANGES.map(([tool, change]) => {
  const { mapping, text } = [...ALERTS, ...ERRORS].find(({ name }) => name === tool)!;
  return json(`${tool}, recovered`, mapping, { ...JSON.parse(text), ...change });
});
