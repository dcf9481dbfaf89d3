// Nagios as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

const COMMANDS = `define command {
  command_name  notify-service-by-retest
  command_line  /usr/bin/curl -sS --max-time 20 \\
    --data-urlencode "title=$HOSTNAME$/$SERVICEDESC$ is $SERVICESTATE$" \\
    --data-urlencode "description=$SERVICEOUTPUT$" \\
    --data-urlencode "external_id=$HOSTNAME$!$SERVICEDESC$" \\
    --data-urlencode "state=$SERVICESTATE$" \\
    --data-urlencode "type=$NOTIFICATIONTYPE$" \\
    --data-urlencode "source=Nagios" \\
    '<the webhook URL>'
}

define command {
  command_name  notify-host-by-retest
  command_line  /usr/bin/curl -sS --max-time 20 \\
    --data-urlencode "title=$HOSTNAME$ is $HOSTSTATE$" \\
    --data-urlencode "description=$HOSTOUTPUT$" \\
    --data-urlencode "external_id=$HOSTNAME$" \\
    --data-urlencode "state=$HOSTSTATE$" \\
    --data-urlencode "type=$NOTIFICATIONTYPE$" \\
    --data-urlencode "source=Nagios" \\
    '<the webhook URL>'
}`;

/** Notifications that tell neither of a beginning nor of an end of a problem. */
const NO_PROBLEMS = [
  ...["ACKNOWLEDGEMENT", "FLAPPINGSTART", "FLAPPINGSTOP", "FLAPPINGDISABLED", "FLAPPINGEND"],
  ...["DOWNTIMESTART", "DOWNTIMEEND", "DOWNTIMECANCELLED", "DOWNTIMEREMOVED"],
];

export const nagios: WebhookTemplate = {
  name: "nagios",
  label: "Nagios, Icinga 2, Naemon",
  sends: "Problems of hosts and services",
  mapping: {
    title: "title",
    description: "description",
    link: "link",
    external_id: "external_id",
    priority: "state",
    // Not its type: what somebody sends by hand about a service that is well has the type CUSTOM.
    recovered: "state",
    ignored: "type",
    words: { priority: { DOWN: "urgent", UNREACHABLE: "high" }, ignored: NO_PROBLEMS },
  },
  setup: {
    steps: [
      "Add the two commands below, for services and for hosts, to the configuration, with the webhook URL in them.",
      "Leave illegal_macro_output_chars as it comes: it keeps what a check prints from being run by the shell. In Icinga 2 write the same as a NotificationCommand.",
      "Make a contact with them as service_notification_commands and host_notification_commands, and name it in contact groups.",
      "A host and service are one issue until it is fixed. CRITICAL becomes urgent, WARNING medium.",
      "A notification with the state OK or UP is a recovery: choose below what one does. Acknowledgements, downtimes and flapping raise nothing.",
      NO_SIGNATURE,
    ],
    template: COMMANDS,
  },
};
