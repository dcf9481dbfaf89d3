// Zabbix as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

/** The script of a media type: it posts its parameters, and takes 201 for what it is. */
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

const PARAMETERS =
  "url (the webhook URL), event_id {EVENT.ID}, event_name {EVENT.NAME}, source Zabbix, event_severity {EVENT.SEVERITY}, event_value {EVENT.VALUE}, event_update_status {EVENT.UPDATE.STATUS}, alert_message {ALERT.MESSAGE}, trigger_description {TRIGGER.DESCRIPTION}, problem_url {$ZABBIX.URL}/tr_events.php?triggerid={TRIGGER.ID}&eventid={EVENT.ID}";

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
      "In Zabbix, open Alerts › Media types, create one of the type Webhook and paste the script below.",
      `Give it these parameters in place of those that are there: ${PARAMETERS}.`,
      "Add the media type to a user, and let a trigger action send to that user for the problem and for its recovery.",
      "The severity becomes the priority. A recovery is recognised by event_value 0: choose below what one does. An update, such as an acknowledgement, raises nothing.",
      NO_SIGNATURE,
    ],
    template: SCRIPT,
  },
};
