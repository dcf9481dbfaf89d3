// Which page stands at which address. Each page is fetched when it is first gone to.
import { Suspense, useEffect, useRef } from "react";
import { Route, Switch, useLocation } from "wouter";
import { SessionProvider, useSession } from "./api/session.tsx";
import type { Me } from "./api/types.ts";
import { Boundary, fetchSoon, lazyLoad } from "./components/behaviour/lazy-load.tsx";
import { Failure, Missing, Unloaded, Waiting } from "./components/display/loading-and-failure.tsx";
import { AppFrame } from "./shell/app-frame.tsx";
import { Shell } from "./shell/shell.tsx";

const signInAgain = () => import("./shell/sign-in-again.tsx");
const signInPage = () => import("./pages/sign-in/sign-in-page.tsx");
const elsewhere = () => import("./pages/sign-in/signed-in-elsewhere.tsx");
const SignInAgain = lazyLoad(signInAgain, "SignInAgain");
const SignInPage = lazyLoad(signInPage, "SignInPage");
const SignedInElsewhere = lazyLoad(elsewhere, "SignedInElsewhere");
const JoinPage = lazyLoad(() => import("./pages/join/join-page.tsx"), "JoinPage");
const ResetPage = lazyLoad(() => import("./pages/reset/reset-page.tsx"), "ResetPage");
const ForgotPage = lazyLoad(() => import("./pages/forgot/forgot-page.tsx"), "ForgotPage");
const WorkspacesPage = lazyLoad(() => import("./pages/sign-in/workspaces-page.tsx"), "WorkspacesPage");
const SignUpPage = lazyLoad(() => import("./pages/sign-up/sign-up-page.tsx"), "SignUpPage");
const UnsubscribePage = lazyLoad(() => import("./pages/unsubscribe/unsubscribe-page.tsx"), "UnsubscribePage");
const AppsPage = lazyLoad(() => import("./pages/apps/apps-page.tsx"), "AppsPage");
const RunbookPage = lazyLoad(() => import("./pages/runbook/runbook-page.tsx"), "RunbookPage");
const CyclesPage = lazyLoad(() => import("./pages/cycles/cycles-page.tsx"), "CyclesPage");
const ReportPage = lazyLoad(() => import("./pages/report/report-page.tsx"), "ReportPage");
const HistoryPage = lazyLoad(() => import("./pages/history/history-page.tsx"), "HistoryPage");
const IssuesPage = lazyLoad(() => import("./pages/issues/issues-page.tsx"), "IssuesPage");
const WebhookPage = lazyLoad(() => import("./pages/webhook/webhook-page.tsx"), "WebhookPage");
const ConnectionsPage = lazyLoad(() => import("./pages/connections/connections-page.tsx"), "ConnectionsPage");
const SettingsPage = lazyLoad(() => import("./pages/settings/settings-page.tsx"), "SettingsPage");
const InboxPage = lazyLoad(() => import("./pages/inbox/inbox-page.tsx"), "InboxPage");
const WorkspacePage = lazyLoad(() => import("./pages/workspace/workspace-page.tsx"), "WorkspacePage");
const OperatorPage = lazyLoad(() => import("./pages/operator/operator-page.tsx"), "OperatorPage");
const SetUpPage = lazyLoad(() => import("./pages/account/factors/set-up-page.tsx"), "SetUpPage");
const ConfirmEmailPage = lazyLoad(() => import("./pages/account/confirm-email-page.tsx"), "ConfirmEmailPage");
const AuthorizePage = lazyLoad(() => import("./pages/authorize/authorize-page.tsx"), "AuthorizePage");
const AccountPage = lazyLoad(() => import("./pages/account/account-page.tsx"), "AccountPage");

export function Application() {
  return (
    <Boundary place={null} fallback={(_, retry) => <Unloaded retry={retry} />}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/join">
            <JoinPage />
          </Route>
          <Route path="/reset">
            <ResetPage />
          </Route>
          <Route path="/forgot">
            <ForgotPage />
          </Route>
          <Route path="/unsubscribe">
            <UnsubscribePage />
          </Route>
          <Route path="/sign-up">
            <SignUpPage />
          </Route>
          <Route path="/workspaces">
            <WorkspacesPage />
          </Route>
          <Route>
            <SignedIn />
          </Route>
        </Switch>
      </Suspense>
    </Boundary>
  );
}

function SignedIn() {
  const { me, other, hasLeft, error, retry } = useSession();
  const [path] = useLocation();
  const last = useRef<Me | null>(null);
  // Whoever has to sign in again is asked at once.
  useEffect(() => fetchSoon(signInAgain, signInPage, elsewhere), []);
  if (me !== undefined || hasLeft) last.current = me ?? null;
  if (error !== null) return <Failure level={1} error={error} retry={retry} />;
  if (me === null) return <Waiting />;
  // A session that ended by itself leaves the page where it is, with all that was typed, behind the sign-in.
  const shown = me ?? last.current;
  if (shown === null) return <SignInPage />;
  if (path === "/sign-in" && me !== undefined && new URLSearchParams(location.search).get("to") === "another") {
    return <SignInPage isBeside />;
  }
  if (me?.needs_second_factor === true) {
    return (
      <SessionProvider key={me.id} me={me}>
        <SetUpPage />
      </SessionProvider>
    );
  }
  return (
    <>
      <SessionProvider key={shown.id} me={shown}>
        <Shell isLive={me !== undefined}>
          <Boundary place={path} fallback={(_, retry) => <Unloaded retry={retry} />}>
            <Suspense fallback={<Waiting />}>
              <Pages />
            </Suspense>
          </Boundary>
        </Shell>
      </SessionProvider>
      {me === undefined && (
        <Suspense>
          <SignInAgain title={other === null ? "Your session has ended" : "Signed in elsewhere"}>
            <Suspense fallback={<Waiting />}>
              {other === null ? (
                <SignInPage again={shown.email} />
              ) : (
                <SignedInElsewhere key={other.id} reader={shown} other={other} />
              )}
            </Suspense>
          </SignInAgain>
        </Suspense>
      )}
    </>
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
      <Route path="/apps/:app/cycles">
        {({ app }) => (
          <AppFrame id={app}>
            <CyclesPage />
          </AppFrame>
        )}
      </Route>
      <Route path="/apps/:app/cycles/:cycle/report">
        {({ app, cycle }) => (
          <AppFrame id={app}>
            <ReportPage key={cycle} cycle={cycle} />
          </AppFrame>
        )}
      </Route>
      <Route path="/apps/:app/report">
        {({ app }) => (
          <AppFrame id={app}>
            <ReportPage />
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
      <Route path="/apps/:app/history">
        {({ app }) => (
          <AppFrame id={app}>
            <HistoryPage key={app} />
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
      <Route path="/apps/:app/connections/:connection?">
        {({ app, connection }) => (
          <AppFrame id={app}>
            <ConnectionsPage connection={connection} />
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
      <Route path="/inbox">
        <InboxPage />
      </Route>
      <Route path="/workspace/:part?">{({ part }) => <WorkspacePage part={part} />}</Route>
      <Route path="/operator">
        <OperatorPage />
      </Route>
      <Route path="/confirm-email">
        <ConfirmEmailPage />
      </Route>
      <Route path="/authorize">
        <AuthorizePage />
      </Route>
      <Route path="/account">
        <AccountPage />
      </Route>
      <Route path="/sign-in">
        <AppsPage />
      </Route>
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  );
}

function NoSuchPage() {
  const [path] = useLocation();
  return (
    <Missing level={1} title="There is no such page">
      Nothing is at <bdi>{path}</bdi>. Look for a typing mistake in the address.
    </Missing>
  );
}
