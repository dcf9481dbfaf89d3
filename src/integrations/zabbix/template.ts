// Zabbix as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** What is sent, by name. Macros that Zabbix knows no value of stay as they are: without `{$ZABBIX.URL}` there is no link. */
const PARAMETERS: Readonly<Record<string, string>> = {
  url: "<the webhook URL>",
  source: "Zabbix",
  event_id: "{EVENT.ID}",
  event_name: "{EVENT.NAME}",
  event_severity: "{EVENT.SEVERITY}",
  event_value: "{EVENT.VALUE}",
  event_update_status: "{EVENT.UPDATE.STATUS}",
  alert_message: "{ALERT.MESSAGE}",
  trigger_description: "{TRIGGER.DESCRIPTION}",
  problem_url: "{$ZABBIX.URL}/tr_events.php?triggerid={TRIGGER.ID}&eventid={EVENT.ID}",
};

/** It posts the parameters, and takes 201 for what it is. */
const SCRIPT = `var params = JSON.parse(value),
  request = new HttpRequest(),
  url = params.url,
  answer;
delete params.url;
request.addHeader("Content-Type: application/json");
answer = request.post(url, JSON.stringify(params));
if (request.getStatus() < 200 || request.getStatus() > 299) {
  throw "Retest answered " + request.getStatus() + ": " + answer;
}
return answer;`;

/** Zabbix sends nothing of a kind for which there is no message. */
const MESSAGES = ["PROBLEM", "RECOVERY", "UPDATE"].map(
  (kind) => `        - event_source: TRIGGERS
          operation_mode: ${kind}
          subject: '{EVENT.NAME}'
          message: |
            Host: {HOST.NAME}
            Operational data: {EVENT.OPDATA}`,
);

/** All of it as Zabbix exports it, so that nobody has to type it. Later versions read what 6.0 wrote. */
const MEDIA_TYPE = `zabbix_export:
  version: '6.0'
  media_types:
    - name: Retest
      type: WEBHOOK
      parameters:
${Object.entries(PARAMETERS)
  .map(([name, value]) => `        - name: ${name}\n          value: '${value}'`)
  .join("\n")}
      script: |
${SCRIPT.replaceAll(/^/gm, "        ")}
      message_templates:
${MESSAGES.join("\n")}`;

export const zabbix: WebhookTemplate = {
  name: "zabbix",
  label: "Zabbix",
  sends: "Problems",
  mapping: {
    title: "event_name | alert_subject | subject | trigger_name",
    description: "{alert_message|operation_data}\n{trigger_description}",
    link: "problem_url",
    external_id: "event_id",
    priority: "event_severity",
    recovered: "event_value | event_status",
    ignored: "event_update_status",
    words: {
      // Its numbers count upwards, from 0 for what is not classified.
      priority: {
        ...{ Disaster: "urgent", High: "high", Average: "medium", Information: "low", "Not classified": "low" },
        ...{ "5": "urgent", "4": "high", "3": "medium", "2": "medium", "1": "low", "0": "low" },
      },
      recovered: ["0"],
      ignored: ["1"],
    },
  },
  setup: {
    steps: [
      "Save the template below as retest.yaml, with the webhook URL in it. It is a media type of Zabbix 6.0 and later: parameters, script and messages.",
      "In Zabbix open Alerts › Media types (in 6.0: Administration › Media types), and import that file.",
      "Add the media type to a user who may see the hosts; what it sends to may be any word. Let a trigger action send to that user for the problem and for its recovery.",
      "For links, set the global macro {$ZABBIX.URL} to the address of Zabbix' interface.",
      "The severity becomes the priority. A recovery is recognised by event_value 0: choose below what one does. An update, such as an acknowledgement, raises nothing.",
      NO_SIGNATURE,
    ],
    template: MEDIA_TYPE,
  },
};
