// Everything of the configuration, from the URL to paste to whom to tell of fixes, with the state of things beside it.
import classes from "../../../components/layout/section.module.css";
import { DefaultsSection } from "./defaults-section.tsx";
import { NotifySection } from "./notify-section.tsx";
import { PresetSection } from "./preset-section.tsx";
import { RecoveriesSection } from "./recoveries-section.tsx";
import { SecretSection } from "./secret-section.tsx";
import { SetupOverview } from "./setup-overview.tsx";
import type { SetupProps } from "./setup-props.ts";
import { WebhookUrlSection } from "./webhook-url-section.tsx";

export function SetupPart({ app, webhook }: SetupProps) {
  return (
    <div className={classes.columns}>
      <SetupOverview app={app} webhook={webhook} />
      <div className={classes.sections}>
        <WebhookUrlSection app={app} webhook={webhook} />
        <PresetSection app={app} webhook={webhook} />
        <DefaultsSection app={app} webhook={webhook} />
        <RecoveriesSection app={app} webhook={webhook} />
        <SecretSection app={app} webhook={webhook} />
        <NotifySection app={app} webhook={webhook} />
      </div>
    </div>
  );
}
