// GitHub Dependabot as a template of the webhook: where its payloads keep things, and how to set it up.
import type { WebhookTemplate } from "../../domain/report/webhook-template.ts";
import { NO_SIGNATURE } from "../toolkit/preset/no-signature.ts";

export const dependabot: WebhookTemplate = {
  name: "dependabot",
  label: "GitHub Dependabot",
  sends: "Vulnerable dependencies",
  mapping: {
    title: "alert.security_advisory.summary",
    description:
      "{alert.dependency.package.name} in {alert.dependency.manifest_path}\n{alert.security_advisory.cve_id|alert.security_advisory.ghsa_id}",
    link: "alert.html_url",
    external_id: "{repository.full_name}#{alert.number}",
    priority: "alert.security_vulnerability.severity | alert.security_advisory.severity",
    recovered: "action",
    ignored: "hook.type | action",
    words: {
      priority: { moderate: "medium" },
      recovered: ["dismissed", "auto_dismissed"],
      ignored: ["Repository", "Organization", "App", "assignees_changed"],
    },
  },
  setup: {
    steps: [
      "In the repository or organization on GitHub, open Settings › Webhooks, add one and paste the webhook URL. [How GitHub describes it](https://docs.github.com/webhooks/webhook-events-and-payloads#dependabot_alert).",
      "Choose the content type application/json, leave its secret empty, and choose only the event “Dependabot alerts”. GitHub's first ping raises nothing.",
      "The severity of the vulnerability becomes the priority.",
      "An alert that is fixed or dismissed is a recovery: choose below what one does.",
      NO_SIGNATURE,
    ],
    template: null,
  },
};
