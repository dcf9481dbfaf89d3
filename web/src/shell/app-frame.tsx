// What stands around every page of one app: its name, and the way between its pages.
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { useApp } from "../api/apps.ts";
import { isMissing } from "../api/client.ts";
import { useHasRole } from "../api/session.tsx";
import type { App } from "../api/types.ts";
import { Failure, Missing, Waiting } from "../components/display/loading-and-failure.tsx";
import { AppGone, HoldPage, useHolds } from "../interaction/hold-page.ts";
import { toast } from "../interaction/toasts.tsx";
import classes from "./app-frame.module.css";

const Current = createContext<App | null>(null);

/** The app whose page this is. */
export function useCurrentApp(): App {
  const app = useContext(Current);
  if (app === null) throw new Error("useCurrentApp stands outside of an app's page");
  return app;
}

export function AppFrame({ id, children }: { id: string; children: ReactNode }) {
  const { data: app, error, refetch } = useApp(id);
  const mayConfigure = useHasRole("admin");
  const name = app?.name;
  useEffect(() => {
    document.title = name === undefined ? "Retest" : `${name} · Retest`;
  }, [name]);
  const { isHeld, hold } = useHolds();
  const isGone = isMissing(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => {
    if (isGone && isHeld) toast({ kind: "failed", text: `${name} ${GONE}` });
  }, [isGone]);
  // What was read before stands no more once the app is archived or out of reach; but nobody's dialog is closed by that.
  if (app === undefined || (isGone && !isHeld))
    return error === null ? (
      <Waiting />
    ) : (
      <Failure
        level={1}
        error={error}
        retry={() => void refetch()}
        missing={
          <Missing level={1} title={name === undefined ? "There is no such app" : `${name} is no longer here`}>
            It may have been archived, or you may not have access to it. Archived apps are listed below all apps, where
            an admin can restore them.
          </Missing>
        }
      />
    );
  return (
    <Page app={app} isGone={isGone} hold={hold}>
      <div className={classes.head}>
        <h1 className={classes.name}>
          <bdi>{app.name}</bdi>
        </h1>
        <nav className={classes.tabs} aria-label={`Pages of ${app.name}`}>
          <Tab href={`/apps/${id}`} also={`/apps/${id}/report`}>
            Runbook
          </Tab>
          <Tab href={`/apps/${id}/issues`} count={app.summary.open_issues}>
            Issues
          </Tab>
          <Tab href={`/apps/${id}/cycles`}>Cycles</Tab>
          <Tab href={`/apps/${id}/history`}>History</Tab>
          {mayConfigure && app.mode === "live" && <Tab href={`/apps/${id}/webhook`}>Webhook</Tab>}
          {mayConfigure && <Tab href={`/apps/${id}/connections`}>Connections</Tab>}
          {mayConfigure && <Tab href={`/apps/${id}/settings`}>Settings</Tab>}
        </nav>
      </div>
      {children}
    </Page>
  );
}

const GONE =
  "was archived, or you no longer have access to it. Nothing more can be saved there; what you are writing stays until you close it.";

function Page({ app, isGone, hold, children }: { app: App; isGone: boolean; hold(): () => void; children: ReactNode }) {
  return (
    <Current.Provider value={app}>
      <AppGone.Provider value={isGone}>
        <HoldPage.Provider value={hold}>{children}</HoldPage.Provider>
      </AppGone.Provider>
    </Current.Provider>
  );
}

interface TabProps {
  href: string;
  /** Another address that belongs to the link. */
  also?: string;
  count?: number;
  children: ReactNode;
}

function Tab({ href, also, count, children }: TabProps) {
  const [path] = useLocation();
  const isHere = path === href || path === also || (!/^\/apps\/[^/]+$/.test(href) && path.startsWith(`${href}/`));
  const tab = useRef<HTMLAnchorElement>(null);
  // On a phone there may be more of them than fit.
  useEffect(() => {
    const nav = tab.current?.parentElement;
    if (!isHere || tab.current === null || nav === null || nav === undefined) return;
    const beyond = tab.current.getBoundingClientRect().right - nav.getBoundingClientRect().right;
    if (beyond > 0) nav.scrollLeft += beyond;
  }, [isHere]);
  return (
    <Link ref={tab} href={href} className={classes.tab} aria-current={isHere ? "page" : undefined}>
      {children}
      {count !== undefined && count > 0 && (
        <>
          {" "}
          <span className={classes.count}>
            {count}
            <span className="sr-only"> open</span>
          </span>
        </>
      )}
    </Link>
  );
}
