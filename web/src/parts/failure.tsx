// What a page shows while it waits for its data, when it did not get it, and when there is nothing.
import { Button, Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "../api/client.ts";
import classes from "./failure.module.css";

/** Shown only after a moment: an answer that comes at once needs no sign of waiting. */
export function Waiting({ label = "Loading" }: { label?: string }) {
  return (
    <div className={classes.waiting} role="status">
      <Loader size="sm" type="dots" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </div>
  );
}

/** As `level` says, it stands in a page, or (1) in place of one. */
export function Failure({ error, retry, level }: { error: Error; retry?: () => void; level?: 1 | 2 }) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Empty
      level={level}
      title={isGone ? "Nothing is here" : "This could not be loaded"}
      action={retry !== undefined && !isGone ? <Button onClick={retry}>Try again</Button> : undefined}
    >
      {isGone
        ? "It may have been removed, or it is out of your reach. Ask an admin if you should see it."
        : error.message}
    </Empty>
  );
}

/** A page whose code did not come: there is no network, or the server has a newer one. */
export function Unloaded({ retry }: { retry(): void }) {
  return (
    <Empty
      title="This page could not be loaded"
      action={<Button onClick={() => (navigator.onLine ? location.reload() : retry())}>Try again</Button>}
    >
      The server can't be reached, or it has been updated since you came.
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
  /** 1 where it stands in place of a whole page. */
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
