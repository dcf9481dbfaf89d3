// Every template of the webhook, in the order in which people choose from them.
import type { Mapping } from "../domain/mapping/mapping.ts";
import type { PresetName, PresetSetup } from "../domain/report/preset.ts";
import { isFilledInBy, type WebhookTemplate } from "../domain/report/webhook-template.ts";
import { airbrake } from "./airbrake/template.ts";
import { alertmanager } from "./alertmanager/template.ts";
import { awsSns } from "./aws-sns/template.ts";
import { dependabot } from "./dependabot/template.ts";
import { grafana } from "./grafana/template.ts";
import { healthchecks } from "./healthchecks/template.ts";
import { honeybadger } from "./honeybadger/template.ts";
import { icinga } from "./icinga/template.ts";
import { nagios } from "./nagios/template.ts";
import { newRelic } from "./new-relic/template.ts";
import { opsgenie } from "./opsgenie/template.ts";
import { pagerDuty } from "./pagerduty/template.ts";
import { PRESET_REGISTRY } from "./preset-registry.ts";
import { raygun } from "./raygun/template.ts";
import { statuspage } from "./statuspage/template.ts";
import { uptimeKuma } from "./uptime-kuma/template.ts";
import { uptimeRobot } from "./uptimerobot/template.ts";
import { zabbix } from "./zabbix/template.ts";

export const TEMPLATE_REGISTRY: readonly WebhookTemplate[] = [
  airbrake,
  alertmanager,
  awsSns,
  dependabot,
  grafana,
  healthchecks,
  honeybadger,
  icinga,
  nagios,
  newRelic,
  opsgenie,
  pagerDuty,
  raygun,
  statuspage,
  uptimeKuma,
  uptimeRobot,
  zabbix,
];

/** What to do in the tool: as its preset says, or the template that its mapping was filled in by. */
export function setupOf(preset: PresetName, mapping: Mapping): PresetSetup {
  const template =
    preset === "custom" ? TEMPLATE_REGISTRY.find((template) => isFilledInBy(template, mapping)) : undefined;
  return (template ?? PRESET_REGISTRY[preset]).setup;
}
