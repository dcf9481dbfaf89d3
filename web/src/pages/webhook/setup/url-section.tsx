// The switch, and the private URL: masked, copied with one click, replaced in two steps.
import { Button, Switch } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../../../api/client.ts";
import type { Webhook } from "../../../api/types.ts";
import { CopyButton } from "../../../parts/copy-button.tsx";
import { SecondStep } from "../../../parts/second-step.tsx";
import { useAhead } from "../../../parts/use-ahead.ts";
import { toast, toastError } from "../../../shell/toasts.tsx";
import { useKnow, useSetting, webhookPath } from "../webhook-data.ts";
import { maskedUrl } from "./masked-url.ts";
import { Section } from "./section.tsx";
import classes from "./setup.module.css";
import type { SetupProps } from "./setup-part.tsx";

export function UrlSection({ app, webhook }: SetupProps) {
  const [isRevealed, setIsRevealed] = useState(false);
  const set = useSetting(app.id);
  const know = useKnow(app.id);
  const regenerate = useMutation({
    mutationFn: () => post<Webhook>(webhookPath(app.id, "/url")),
    onSuccess: (changed) => {
      know(changed);
      toast({ text: "The webhook has a new URL. Give it to the tools that are to go on delivering." });
    },
  });
  const { url } = webhook;
  const [enabled, ahead] = useAhead(webhook.enabled);
  const toggle = () =>
    ahead(!enabled, set({ enabled: !enabled }, enabled ? "The webhook is off." : "The webhook is on."));
  return (
    <Section
      title="Webhook URL"
      hint={
        enabled
          ? "Whoever has this URL can raise issues here: treat it like a password."
          : "The webhook is off: every delivery is refused with 404. The URL is kept."
      }
      aside={
        <Switch
          label={enabled ? "On" : "Off"}
          aria-label="Take deliveries"
          labelPosition="left"
          checked={enabled}
          onChange={toggle}
        />
      }
    >
      <div className={classes.urlLine}>
        <code className={classes.url}>{isRevealed ? url : maskedUrl(url)}</code>
        <Button
          variant="default"
          aria-label={isRevealed ? "Hide the URL" : "Reveal the URL"}
          onClick={() => setIsRevealed(!isRevealed)}
        >
          {isRevealed ? "Hide" : "Reveal"}
        </Button>
        <CopyButton text={url} label="Copy URL" variant="filled" />
      </div>
      <div className={classes.actions}>
        <SecondStep
          label="Make a new URL"
          words="The present URL is dead at once. Every tool that delivers to it is refused with 404 until it has the new one. This can't be undone."
          confirm="Replace the URL"
          at="start"
          button={{ size: "compact-sm", variant: "subtle", ml: "-0.5rem" }}
          onConfirm={() => regenerate.mutate(undefined, { onError: toastError })}
        />
      </div>
    </Section>
  );
}
