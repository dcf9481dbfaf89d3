// What a delivery does that reports that a problem is over.
import type { Webhook } from "../../../api/types.ts";
import { useOptimisticChoice } from "../../../components/behaviour/use-optimistic-choice.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { CardChoice } from "../../../components/form/card-choice.tsx";
import base from "../../../components/layout/section.module.css";
import { Section } from "../../../components/layout/section.tsx";
import { useWebhookSetting } from "../data/webhook-data.ts";
import type { SetupProps } from "./setup-props.ts";

type Recoveries = Webhook["recoveries"];

const OPTIONS: { value: Recoveries; label: string; hint: string }[] = [
  { value: "raise", label: "Treat them like any delivery", hint: "After the fix, a recovery raises a new issue." },
  { value: "ignore", label: "Ignore them", hint: "They raise nothing, and an open issue stays open." },
  { value: "fix", label: "Mark the issue fixed", hint: "A fix is not a pass: a check then needs a retest." },
];

const SAID: Record<Recoveries, string> = {
  raise: "Recoveries are treated like any delivery now.",
  ignore: "Recoveries are ignored now.",
  fix: "A recovery marks its issue fixed now.",
};

export function RecoveriesSection({ app, webhook }: SetupProps) {
  const set = useWebhookSetting(app.id);
  const [shown, ahead] = useOptimisticChoice(webhook.recoveries);
  const isUnknown = shown !== "raise" && webhook.preset === "custom" && !webhook.mapping.recovered;
  return (
    <Section title="Recoveries" hint="What happens when the tool reports that a problem is over.">
      <CardChoice
        label="Recoveries"
        options={OPTIONS}
        value={shown}
        wide
        onChange={(next) => ahead(next, set({ recoveries: next }, SAID[next]))}
      />
      {isUnknown && (
        <div>
          <p className={base.hint}>
            Your mapping doesn't say where a recovery shows, so only Retest's own field recovered counts.
          </p>
          <a className={base.go} href="#mapping">
            Fill in Recovered <Icon name="right" />
          </a>
        </div>
      )}
    </Section>
  );
}
