// Which page stands at which address. Each page is fetched when it is first gone to.
import { type ComponentType, lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { SessionProvider, useSession } from "./api/session.tsx";
import { Empty, Failure, Waiting } from "./parts/failure.tsx";
import { AppFrame } from "./shell/app-frame.tsx";
import { Shell } from "./shell/shell.tsx";

const SignInPage = page(() => import("./pages/sign-in/sign-in-page.tsx"), "SignInPage");
const JoinPage = page(() => import("./pages/join/join-page.tsx"), "JoinPage");
const AppsPage = page(() => import("./pages/apps/apps-page.tsx"), "AppsPage");
const RunbookPage = page(() => import("./pages/runbook/runbook-page.tsx"), "RunbookPage");
const IssuesPage = page(() => import("./pages/issues/issues-page.tsx"), "IssuesPage");
const WebhookPage = page(() => import("./pages/webhook/webhook-page.tsx"), "WebhookPage");
const SettingsPage = page(() => import("./pages/settings/settings-page.tsx"), "SettingsPage");
const WorkspacePage = page(() => import("./pages/workspace/workspace-page.tsx"), "WorkspacePage");
const AccountPage = page(() => import("./pages/account/account-page.tsx"), "AccountPage");

export function App() {
  return (
    <Suspense fallback={<Waiting />}>
      <Switch>
        <Route path="/join">
          <JoinPage />
        </Route>
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Suspense>
  );
}

function SignedIn() {
  const { me, error } = useSession();
  if (error !== null) return <Failure level={1} error={error} retry={() => location.reload()} />;
  if (me === null) return <Waiting />;
  if (me === undefined) return <SignInPage />;
  return (
    <SessionProvider me={me}>
      <Shell>
        <Suspense fallback={<Waiting />}>
          <Pages />
        </Suspense>
      </Shell>
    </SessionProvider>
  );
}

function Pages() {
  return (
    <Switch>
      <Route path="/">
        <AppsPage />
      </Route>
      <Route path="/apps/:app">
        {({ app }) => (
          <AppFrame id={app}>
            <RunbookPage />
          </AppFrame>
        )}
      </Route>
      <Route path="/apps/:app/issues/:issue?">
        {({ app, issue }) => (
          <AppFrame id={app}>
            <IssuesPage app={app} issue={issue} />
          </AppFrame>
        )}
      </Route>
      <Route path="/apps/:app/webhook">
        {({ app }) => (
          <AppFrame id={app}>
            <WebhookPage />
          </AppFrame>
        )}
      </Route>
      <Route path="/apps/:app/settings">
        {({ app }) => (
          <AppFrame id={app}>
            <SettingsPage />
          </AppFrame>
        )}
      </Route>
      <Route path="/issues/:issue?">{({ issue }) => <IssuesPage issue={issue} />}</Route>
      <Route path="/workspace/:part?">{({ part }) => <WorkspacePage part={part} />}</Route>
      <Route path="/account">
        <AccountPage />
      </Route>
      <Route path="/sign-in">
        <AppsPage />
      </Route>
      <Route>
        <Empty level={1} title="There is no such page">
          Look at the address, or go to all apps.
        </Empty>
      </Route>
    </Switch>
  );
}

function page<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}
