// The webhook of a live app: how to connect a tool, how its payloads are read, and what came in and went out.
import { Button } from "@mantine/core";
import { Link } from "wouter";
import { useHasRole } from "../../api/session.tsx";
import type { App, Webhook } from "../../api/types.ts";
import { Empty, Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import { useShortcuts } from "../../interaction/shortcuts.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { HourWarning } from "./data/hour-usage.tsx";
import { useHasUnsaved } from "./data/mapping-draft.ts";
import { goToPart, PARTS, type Part, useOpenPart } from "./data/use-open-part.ts";
import { useWebhook } from "./data/webhook-data.ts";
import { DeliveriesPart } from "./log/deliveries-part.tsx";
import { NotificationsPart } from "./log/notifications-part.tsx";
import { MappingPart } from "./mapping/mapping-part.tsx";
import { SetupPart } from "./setup/setup-part.tsx";
import classes from "./webhook-page.module.css";

const PART_WORD: Record<Part, string> = {
  setup: "Set up",
  mapping: "Mapping",
  deliveries: "Deliveries",
  notifications: "Notifications",
};

export function WebhookPage() {
  const app = useCurrentApp();
  const isLive = app.mode === "live";
  const mayConfigure = useHasRole("admin");
  const { data: webhook, error, refetch } = useWebhook(app.id, isLive && mayConfigure);
  if (!mayConfigure) return <Empty title="This page is for admins">Ask an admin to connect a tool to this app.</Empty>;
  if (!isLive) return <NotLive app={app} />;
  if (webhook !== undefined) return <LivePage app={app} webhook={webhook} />;
  return error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />;
}

function NotLive({ app }: { app: App }) {
  return (
    <Empty
      title="The webhook is for live apps"
      action={
        <Button component={Link} href={`/apps/${app.id}/settings`}>
          Open the settings
        </Button>
      }
    >
      Other tools can raise issues on an app once it is live. This one is still being tested: set its mode to live in
      the settings, and its webhook appears here.
    </Empty>
  );
}

function LivePage({ app, webhook }: { app: App; webhook: Webhook }) {
  const part = useOpenPart();
  const hasUnsaved = useHasUnsaved(app.id, webhook);
  useShortcuts(
    PARTS.map((one, index) => ({
      keys: [String(index + 1)],
      label: PART_WORD[one],
      group: "Webhook",
      run: () => goToPart(one),
    })),
  );
  useCommands(
    PARTS.map((one) => ({
      label: `Webhook: ${PART_WORD[one].toLowerCase()}`,
      shortcut: PART_WORD[one],
      run: () => goToPart(one),
    })),
  );
  return (
    <div className={classes.page}>
      <nav className={classes.parts} aria-label="Parts of the webhook page">
        {PARTS.map((one) => (
          <a key={one} href={`#${one}`} className={classes.part} aria-current={one === part ? "page" : undefined}>
            {PART_WORD[one]}
            {one === "mapping" && hasUnsaved && (
              <span className={classes.unsaved}>
                <span className="sr-only">, unsaved changes</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <HourWarning hour={webhook.hour} />
      {part === "setup" && <SetupPart app={app} webhook={webhook} />}
      {part === "mapping" && <MappingPart app={app} webhook={webhook} />}
      {part === "deliveries" && <DeliveriesPart app={app} webhook={webhook} />}
      {part === "notifications" && <NotificationsPart app={app} webhook={webhook} />}
    </div>
  );
}
