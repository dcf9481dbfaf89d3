// The switch, and the private URL.
import { Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { post } from "../../../api/client.ts";
import type { Webhook } from "../../../api/types.ts";
import { useOptimisticChoice } from "../../../components/behaviour/use-optimistic-choice.ts";
import { Section } from "../../../components/layout/section.tsx";
import { PrivateUrl } from "../../../components/secret/private-url.tsx";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { useReplaceWebhook, useWebhookSetting, webhookPath } from "../data/webhook-data.ts";
import type { SetupProps } from "./setup-props.ts";

export function WebhookUrlSection({ app, webhook }: SetupProps) {
  const set = useWebhookSetting(app.id);
  const replaceWebhook = useReplaceWebhook(app.id);
  const regenerate = useMutation({
    mutationFn: () => post<Webhook>(webhookPath(app.id, "/url")),
    onSuccess: (changed) => {
      replaceWebhook(changed);
      toast({ text: "The webhook has a new URL. Enter it in the tools that send to it." });
    },
  });
  const [enabled, ahead] = useOptimisticChoice(webhook.enabled);
  const toggle = () =>
    ahead(!enabled, set({ enabled: !enabled }, enabled ? "The webhook is off." : "The webhook is on."));
  return (
    <Section
      title="Webhook URL"
      hint={
        enabled
          ? "Anybody who has this URL can raise issues here: keep it private, like a password."
          : "The webhook is off: every delivery is refused with 404. The URL is kept."
      }
      aside={
        <Switch
          label={enabled ? "On" : "Off"}
          aria-label="Accept deliveries"
          labelPosition="left"
          checked={enabled}
          onChange={toggle}
        />
      }
    >
      <PrivateUrl
        url={webhook.url}
        replacing="The current URL stops working at once: every tool that uses it is refused with 404 until you give it the new one. This can't be undone."
        onReplace={() => regenerate.mutate(undefined, { onError: toastError })}
      />
    </Section>
  );
}
