// What an issue gets when its payload doesn't say.
import { ReportDefaults } from "../../../components/form/report-defaults.tsx";
import { Section } from "../../../components/layout/section.tsx";
import { useWebhookSetting } from "../data/webhook-data.ts";
import type { SetupProps } from "./setup-props.ts";

export function DefaultsSection({ app, webhook }: SetupProps) {
  return (
    <Section title="Defaults" hint="For payloads that name no platform of this app, or no priority that is recognised.">
      <ReportDefaults platforms={app.platforms} value={webhook} onChange={useWebhookSetting(app.id)} />
    </Section>
  );
}
