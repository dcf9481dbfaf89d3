// Deliveries that hold a list of reports (`items` of a mapping, here Alertmanager's), made to keep a reader of the list busy.
import { alertmanager } from "../../../src/integrations/alertmanager/template.ts";
import type { HostileDelivery } from "./hostile-deliveries.ts";

export const GROUP_MAPPING = alertmanager.mapping;

const LIMIT = 1_048_576;
const group = (alerts: unknown, more: object = {}) => JSON.stringify({ alerts, ...more });
const many = <One>(count: number, one: (i: number) => One): One[] => Array.from({ length: count }, (_, i) => one(i));
const alert = (i: number, text: string) => ({
  fingerprint: `f${i}`,
  annotations: { summary: `Alert ${i}`, description: text },
});
const filledAlert = (count: number) => "x".repeat(Math.floor((LIMIT - count * 100) / count));

export const HOSTILE_GROUPS: HostileDelivery[] = [
  ["100 reports of ten kilobytes each", group(many(100, (i) => alert(i, filledAlert(100)))), "201"],
  ["one report of a megabyte", group([alert(1, filledAlert(1))]), "201"],
  ["a hundred times the same report", group(many(100, () => alert(2, "again"))), "201"],
  [
    "100 reports beside a megabyte that each of them may read",
    group(
      many(100, (i) => alert(i + 1_000, "x")),
      { externalURL: "x".repeat(900_000) },
    ),
    "201",
  ],
  ["101 reports", group(many(101, (i) => alert(i, "x"))), "400 too_many_items"],
  ["100,000 reports", group(many(90_000, () => 0)), "400 too_many_items"],
  ["reports that are none", group(many(100, (i) => (i % 2 === 0 ? null : [i]))), "400 missing_title"],
  [
    "reports within reports, as deep as may be",
    group([JSON.parse(`${'{"alerts":['.repeat(200)}${"]}".repeat(200)}`)]),
    "400 missing_title",
  ],
  ["reports within reports without an end", `{"alerts":${'[{"alerts":'.repeat(90_000)}`, "400 invalid_json"],
  ["a list by the name of what everything has", '{"alerts":{"__proto__":[{"title":"x"}]},"title":"polluted"}', "201"],
];
