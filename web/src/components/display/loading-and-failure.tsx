// What a page shows while it waits for its data, when it did not get it, and when there is nothing.
import { Button, Loader } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { isMissing } from "../../api/client.ts";
import { useConnected } from "../../api/live-updates.ts";
import { useRetryWhenBack } from "../../api/retry-failed-reads.ts";
import classes from "./loading-and-failure.module.css";

/** A sign of waiting. It shows only after a moment: quick answers need none. */
export function Waiting({ label = "Loading" }: { label?: string }) {
  if (!useConnected())
    return <Empty title="The server can't be reached">This is loaded once the server is back.</Empty>;
  return (
    <div className={classes.waiting} role="status">
      <Loader size="sm" type="dots" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </div>
  );
}

interface FailureProps {
  error: Error;
  retry?: () => void;
  /** The heading's level: 1 when it stands in place of a page, 2 in one. */
  level?: 1 | 2;
  /** Shown when the server says that there is no such thing. */
  missing?: ReactNode;
}

export function Failure({ error, retry, level, missing }: FailureProps) {
  if (isMissing(error)) return missing ?? <Missing level={level} />;
  return (
    <Empty
      level={level}
      title="This could not be loaded"
      action={retry !== undefined ? <Button onClick={retry}>Try again</Button> : undefined}
    >
      {error.message}
    </Empty>
  );
}

interface MissingProps {
  title?: string;
  level?: 1 | 2 | undefined;
  /** Where to go from here, the nearest place first. */
  ways?: readonly [label: string, href: string][];
  children?: ReactNode;
}

const EVERYWHERE = [
  ["All apps", "/"],
  ["All issues", "/issues"],
] as const;

/** An address that leads nowhere: says so, and where to go on. */
export function Missing({ title = "There is nothing here", level, ways = [], children }: MissingProps) {
  useEffect(() => {
    if (level !== 1) return;
    const before = document.title;
    document.title = `${title} · Retest`;
    return () => {
      document.title = before;
    };
  }, [title, level]);
  return (
    <Empty
      level={level}
      title={title}
      action={[...ways, ...EVERYWHERE].map(([label, href], index) => (
        <Button key={href} component={Link} href={href} variant={index === 0 ? "filled" : "default"}>
          {label}
        </Button>
      ))}
    >
      {children ?? "It may have been removed, or you may not have access to it. Ask an admin if you should see it."}
    </Empty>
  );
}

/** A page whose code did not come: there is no network, or the server has a newer one. */
export function Unloaded({ retry }: { retry(): void }) {
  useRetryWhenBack(retry);
  return (
    <Empty
      title="This page could not be loaded"
      action={<Button onClick={() => (navigator.onLine ? location.reload() : retry())}>Try again</Button>}
    >
      The server can't be reached, or it has been updated since you opened it.
    </Empty>
  );
}

/** Says what is missing and what to do next. */
export function Empty({
  title,
  children,
  action,
  level = 2,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The heading's level: 1 where it stands in place of a whole page. */
  level?: 1 | 2 | undefined;
}) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={classes.empty}>
      <Heading>{title}</Heading>
      {children !== undefined && <div className={classes.words}>{children}</div>}
      {action !== undefined && <div className={classes.action}>{action}</div>}
    </div>
  );
}
