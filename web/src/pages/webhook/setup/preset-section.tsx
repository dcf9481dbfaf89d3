// Which tool delivers, and what to do in it.
import type { Webhook } from "../../../api/types.ts";
import { useOptimisticChoice } from "../../../components/behaviour/use-optimistic-choice.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { CardChoice } from "../../../components/form/card-choice.tsx";
import base from "../../../components/layout/section.module.css";
import { Section } from "../../../components/layout/section.tsx";
import { maskedUrl } from "../../../components/secret/private-url.tsx";
import { Snippet } from "../../../components/tool-setup/snippet.tsx";
import { Steps } from "../../../components/tool-setup/steps.tsx";
import { curlLine, signedCurlLine } from "../data/curl-lines.ts";
import { PRESET_NAME } from "../data/preset-names.ts";
import { useWebhookSetting } from "../data/webhook-data.ts";
import classes from "./preset-section.module.css";
import type { SetupProps } from "./setup-props.ts";

type Preset = Webhook["preset"];

const PRESET_HINT: Record<Preset, string> = {
  native: "Or a plain form",
  bugsnag: "Errors",
  rollbar: "Items",
  datadog: "Monitor alerts",
  custom: "A template, or your own mapping",
};

const PRESETS = (Object.keys(PRESET_NAME) as Preset[]).map((value) => ({
  value,
  label: PRESET_NAME[value],
  hint: PRESET_HINT[value],
}));

const CANT_SIGN: readonly Preset[] = ["bugsnag", "rollbar", "datadog"];

export function PresetSection({ app, webhook }: SetupProps) {
  const set = useWebhookSetting(app.id);
  const { preset, setup } = webhook;
  const [shown, ahead, isAhead] = useOptimisticChoice(preset);
  const choose = (next: Preset) => {
    const said = `Payloads are read ${next === "custom" ? "by your own mapping" : `as ${PRESET_NAME[next]}`} now.`;
    ahead(next, set({ preset: next }, said));
  };
  const copies = [{ phrase: "webhook URL", label: "Copy the URL", text: webhook.url }];
  if (setup.template !== null)
    copies.push({ phrase: "the template below", label: "Copy the template", text: setup.template });
  return (
    <Section title="Tool" hint="Choose the tool that sends to this webhook, and follow its steps.">
      <CardChoice label="Tool" options={PRESETS} value={shown} onChange={choose} />
      {webhook.has_secret && CANT_SIGN.includes(preset) && (
        <p className={base.caution}>
          <Icon name="warning" />
          <span>
            {PRESET_NAME[preset]} can't sign its deliveries, so the signing secret below makes Retest refuse all of
            them. Remove the secret.
          </span>
        </p>
      )}
      <div className={classes.stepsBox} data-pending={isAhead || undefined}>
        <h3 className={base.subtitle}>Steps</h3>
        <Steps steps={setup.steps} copies={copies} />
        {preset === "custom" && (
          <a className={base.go} href="#mapping">
            Write the mapping <Icon name="right" />
          </a>
        )}
        {setup.template !== null && <Snippet label="Template to paste" text={setup.template} />}
      </div>
      <TryIt webhook={webhook} />
    </Section>
  );
}

/** Retest's own field names are understood whatever the preset is. */
function TryIt({ webhook: { url, has_secret } }: { webhook: Webhook }) {
  const masked = maskedUrl(url);
  const signed = <Snippet label="Try it, signed" text={signedCurlLine(url)} shown={signedCurlLine(masked)} />;
  if (has_secret) return signed;
  return (
    <>
      <Snippet label="Try it from a terminal" text={curlLine(url)} shown={curlLine(masked)} />
      <details className={classes.more}>
        <summary>With a signing secret</summary>
        <p>
          Make a secret below first. Every delivery must then carry the header X-Signature: sha256= followed by the hex
          HMAC-SHA256 of the exact bytes of the body, keyed with the secret.
        </p>
        {signed}
      </details>
    </>
  );
}
