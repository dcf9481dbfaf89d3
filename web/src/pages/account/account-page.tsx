// One's own account: who one is here, what one may do, the password and what is asked for beside it, what is mailed,
// where one is signed in, and how it looks.
import { SegmentedControl } from "@mantine/core";
import { useEffect } from "react";
import { useOverview } from "../../api/apps.ts";
import { useMe } from "../../api/session.tsx";
import { useOwnSignIn } from "../../api/sign-in-ways.ts";
import { Panel, Panels } from "../../components/layout/panel.tsx";
import { SCHEMES, useScheme } from "../../shell/appearance.ts";
import classes from "./account-page.module.css";
import { AssistantList } from "./assistant-list.tsx";
import { ConnectedAccount } from "./connected-account.tsx";
import { FactorsPanel } from "./factors/factors-panel.tsx";
import { InboxMailPanel } from "./inbox-mail-panel.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { SessionList } from "./session-list.tsx";

export function AccountPage() {
  const own = useOwnSignIn();
  useEffect(() => {
    document.title = "Your account · Retest";
  }, []);
  return (
    <Panels>
      <h1 className={classes.title}>Your account</h1>
      <Panel title="You" about="Others see your name with what you do.">
        <ProfileForm />
      </Panel>
      <Panel title="Access" about="An admin can give you another role or more apps.">
        <Access />
      </Panel>
      <ConnectedAccount />
      {own?.has_password !== false && (
        <Panel title="Password" about="Changing it signs you out everywhere else, and ends your assistants.">
          <PasswordForm />
        </Panel>
      )}
      <FactorsPanel />
      <InboxMailPanel />
      <SessionList />
      <AssistantList />
      <Panel title="Appearance" about="Kept in this browser.">
        <Appearance />
      </Panel>
    </Panels>
  );
}

function Access() {
  const { role, apps } = useMe();
  const { data } = useOverview();
  const reached = apps === null ? null : (data ?? []).filter(({ id }) => apps.includes(id));
  return (
    <dl className={classes.facts}>
      <dt>Role</dt>
      <dd className={classes.role}>{role}</dd>
      <dt>Access to</dt>
      <dd>
        {reached === null
          ? "Every app"
          : reached.map((app, i) => (
              <span key={app.id}>
                {i > 0 && ", "}
                <bdi>{app.name}</bdi>
              </span>
            ))}
        {reached?.length === 0 && data !== undefined && "No app"}
      </dd>
    </dl>
  );
}

function Appearance() {
  const { colorScheme, setColorScheme } = useScheme();
  return (
    <SegmentedControl
      className={classes.appearance}
      aria-label="Appearance"
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
      data={SCHEMES.map(([value, label]) => ({ value, label }))}
    />
  );
}
