// The way to one's inbox, with how much in it is unread.
import { Link, useLocation } from "wouter";
import { MAX_UNREAD_COUNTED } from "../../../src/wire/limits.ts";
import { useUnreadCount } from "../api/inbox.ts";
import { Icon } from "../components/display/icons.tsx";
import { keyHint } from "../interaction/has-keyboard.ts";
import classes from "./inbox-link.module.css";

export function InboxLink() {
  const unread = useUnreadCount() ?? 0;
  const shown = unread < MAX_UNREAD_COUNTED ? String(unread) : `${MAX_UNREAD_COUNTED - 1}+`;
  const [path] = useLocation();
  return (
    <Link
      href="/inbox"
      className={classes.link}
      title={`Inbox${keyHint(" (G, then I)")}`}
      aria-label={unread === 0 ? "Inbox" : `Inbox: ${shown} unread`}
      aria-current={path === "/inbox" ? "page" : undefined}
    >
      <Icon name="inbox" size={18} />
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {shown}
        </span>
      )}
    </Link>
  );
}
