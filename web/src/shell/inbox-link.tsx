// The way to one's inbox, with how much in it is unread.
import { Link, useLocation } from "wouter";
import { useUnreadCount } from "../api/inbox.ts";
import { Icon } from "../components/display/icons.tsx";
import { keyHint } from "../interaction/has-keyboard.ts";
import classes from "./inbox-link.module.css";

const MOST_SHOWN = 99;

export function InboxLink() {
  const unread = useUnreadCount() ?? 0;
  const [path] = useLocation();
  return (
    <Link
      href="/inbox"
      className={classes.link}
      title={`Inbox${keyHint(" (G, then I)")}`}
      aria-label={unread === 0 ? "Inbox" : `Inbox: ${unread} unread`}
      aria-current={path === "/inbox" ? "page" : undefined}
    >
      <Icon name="inbox" size={18} />
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
}
