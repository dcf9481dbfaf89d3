// What somebody should know of: newest first, read one by one or all at once.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { markAllRead, markRead, useInbox, useUnreadCount } from "../../api/inbox.ts";
import type { InboxEntry } from "../../api/types.ts";
import { Empty } from "../../components/display/loading-and-failure.tsx";
import { useTicks } from "../../components/display/times.tsx";
import { ToggleChips } from "../../components/form/toggle-chips.tsx";
import { EndlessLog } from "../../components/log/endless-log.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import { keyHint } from "../../interaction/has-keyboard.ts";
import { useShortcuts } from "../../interaction/shortcuts.tsx";
import { toastError } from "../../interaction/toasts.tsx";
import classes from "./inbox-page.module.css";
import { InboxRow } from "./inbox-row.tsx";

const GROUP = "Inbox";
const READ_TOO = [{ value: "all", label: "What was read, too" }];

export function InboxPage() {
  const client = useQueryClient();
  const [isAll, setAll] = useState(false);
  const log = useInbox(!isAll);
  const unread = useUnreadCount() ?? 0;
  const entries = log.data?.pages.flatMap(({ data }) => data) ?? [];
  useTicks();
  useEffect(() => {
    document.title = "Inbox · Retest";
  }, []);
  const read = (id: string) => void markRead(client, id).catch(toastError);
  const readAll = () => {
    const newest = entries[0];
    if (newest !== undefined && unread > 0) void markAllRead(client, newest.at).catch(toastError);
  };
  useShortcuts([
    {
      keys: ["r"],
      label: "Mark as read",
      group: GROUP,
      run: () => {
        const id = focusedEntry(entries);
        if (id !== undefined) read(id);
      },
    },
    { keys: ["R"], label: "Mark all as read", group: GROUP, run: readAll },
    { keys: ["a"], label: "Show all, or what is unread", group: GROUP, run: () => setAll(!isAll) },
  ]);
  useCommands([{ label: "Mark all of the inbox as read", run: readAll }]);
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 className={classes.title}>Inbox</h1>
        <ToggleChips label="Show" options={READ_TOO} chosen={isAll ? ["all"] : []} onToggle={() => setAll(!isAll)} />
        <Button
          variant="default"
          size="xs"
          className={classes.readAll}
          disabled={unread === 0}
          title={keyHint("Shift R") || undefined}
          onClick={readAll}
        >
          Mark all as read
        </Button>
      </div>
      <EndlessLog
        log={log}
        label="Inbox"
        group={GROUP}
        isEmpty={entries.length === 0 && !log.hasNextPage}
        empty={
          <Empty title={isAll ? "Nothing came yet" : "You have read everything"}>
            Here you are told when you are assigned or mentioned, when somebody comments on or fixes an issue that you
            watch, when a fix waits for your retest, and of cycles that you test in.
          </Empty>
        }
      >
        {entries.map((entry) => (
          <InboxRow key={entry.id} entry={entry} onRead={() => read(entry.id)} />
        ))}
      </EndlessLog>
    </div>
  );
}

function focusedEntry(entries: readonly InboxEntry[]): string | undefined {
  const id = document.activeElement?.closest("li")?.dataset.id;
  return entries.find((entry) => entry.id === id && entry.read_at === null)?.id;
}
