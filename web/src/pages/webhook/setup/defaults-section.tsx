// What an issue gets when its payload doesn't say.
import { ReportDefaults } from "../../../parts/report-defaults.tsx";
import { Section } from "../../../parts/section.tsx";
import { useSetting } from "../webhook-data.ts";
import type { SetupProps } from "./setup-part.tsx";

export function DefaultsSection({ app, webhook }: SetupProps) {
  return (
    <Section title="Defaults" hint="For payloads that name no platform of this app, or no priority that is recognised.">
      <ReportDefaults platforms={app.platforms} value={webhook} onChange={useSetting(app.id)} />
    </Section>
  );
}
