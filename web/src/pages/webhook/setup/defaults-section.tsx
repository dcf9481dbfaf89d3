// What an issue gets when its payload doesn't say.
import { NativeSelect } from "@mantine/core";
import { useOptimisticChoice } from "../../../components/behaviour/use-optimistic-choice.ts";
import { ReportDefaults } from "../../../components/form/report-defaults.tsx";
import { Section } from "../../../components/layout/section.tsx";
import { useWebhookSetting } from "../data/webhook-data.ts";
import type { SetupProps } from "./setup-props.ts";

export function DefaultsSection({ app, webhook }: SetupProps) {
  return (
    <Section
      title="Defaults"
      hint="For payloads that name no platform of this app, no priority that is recognised, or no place in the runbook."
    >
      <ReportDefaults platforms={app.platforms} value={webhook} onChange={useWebhookSetting(app.id)} />
      <DefaultRunbookSection app={app} webhook={webhook} />
    </Section>
  );
}

/** One that was deleted since counts as none. */
function DefaultRunbookSection({ app, webhook }: SetupProps) {
  const set = useWebhookSetting(app.id);
  const [shown, ahead] = useOptimisticChoice(webhook.default_section);
  const choose = (id: string) => {
    const title = app.sections.find((section) => section.id === id)?.title;
    const said = title === undefined ? "There is no default section now." : `The default section is ${title} now.`;
    ahead(id === "" ? null : id, set({ default_section: id === "" ? null : id }, said));
  };
  return (
    <NativeSelect
      label="Default section"
      description="For issues that name no check and no section of this app."
      data={[{ value: "", label: "None" }, ...app.sections.map(({ id, title }) => ({ value: id, label: title }))]}
      value={app.sections.some(({ id }) => id === shown) ? shown! : ""}
      onChange={({ currentTarget: { value } }) => choose(value)}
      maw={420}
    />
  );
}
