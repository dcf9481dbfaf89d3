// What stands around every page: the bar on top with where one is, the way to everywhere else, and the keys.
import { ActionIcon, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useConnected, useLive } from "../api/live-updates.ts";
import { useMayManage, useMe } from "../api/session.tsx";
import { Boundary, fetchSoon, lazyLoad } from "../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../components/behaviour/load-on-open.tsx";
import { MenuButton } from "../components/buttons/menu-button.tsx";
import { Icon } from "../components/display/icons.tsx";
import { initials } from "../components/display/initials.ts";
import { useCollapsingBar } from "../interaction/collapsing-bar.ts";
import { useCommands } from "../interaction/commands.tsx";
import { hasKeyboard } from "../interaction/has-keyboard.ts";
import { waitForSecondKey } from "../interaction/key-chord.ts";
import { useLostTyping } from "../interaction/lost-typing.ts";
import { useShortcutListener, useShortcuts } from "../interaction/shortcuts.tsx";
import { Toasts, toast, undoNewest } from "../interaction/toasts.tsx";
import { InboxLink } from "./inbox-link.tsx";
import classes from "./shell.module.css";

const palette = () => import("./palette.tsx");
const help = () => import("./shortcut-help.tsx");
const Palette = lazyLoad(palette, "Palette");
const ShortcutHelp = lazyLoad(help, "ShortcutHelp");
const personMenu = () => import("./person-menu.tsx");
const PersonMenu = lazyLoad(personMenu, "PersonMenu");
/** Loaded with the code that sends changes. */
const UnsavedButton = lazyLoad(() => import("../unsaved/unsaved-button.tsx"), "UnsavedButton");

/** `isLive` says whether somebody is signed in: without a session nothing is told. */
export function Shell({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  const [open, setOpened] = useState<"palette" | "help" | null>(null);
  const opener = useRef<Element | null>(null);
  const [, go] = useLocation();
  const setOpen = (what: "palette" | "help") => {
    // A dialog that is there only while it is open can't give the focus back by itself.
    if (open === null) opener.current = document.activeElement;
    setOpened(what);
  };
  useLive(isLive);
  useCollapsingBar();
  useEffect(() => fetchSoon(palette, help, personMenu), []);
  useShortcutListener();
  useLostTyping();
  // This one works while somebody is typing, too.
  useHotkeys([["mod+K", () => setOpen("palette")]], []);
  useShortcuts([
    { keys: ["?"], label: "Keyboard shortcuts", group: "Everywhere", run: () => setOpen("help") },
    { keys: ["u", "Ctrl+Z"], label: "Undo", group: "Everywhere", run: undo },
    {
      keys: ["Ctrl+K", "g"],
      label: "Search or go to",
      group: "Everywhere",
      run: ({ ctrlKey, metaKey }) => {
        const openPalette = () => setOpen("palette");
        if (ctrlKey || metaKey) openPalette();
        else waitForSecondKey({ i: () => go("/inbox") }, openPalette);
      },
    },
    { keys: ["G then I"], label: "Inbox", group: "Everywhere", run: () => go("/inbox") },
    { keys: ["A"], label: "All apps", group: "Everywhere", run: () => go("/") },
  ]);
  useCommands([
    ...(hasKeyboard() ? [{ label: "Keyboard shortcuts", run: () => setOpen("help") }] : []),
    { label: "Undo", run: undo },
  ]);
  const close = () => {
    setOpened(null);
    if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
  };
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <header className={classes.bar}>
        <Link href="/" className={classes.home} aria-label="Retest: all apps">
          <img src="/icon.svg" alt="" width={24} height={24} />
          <span className={classes.brand}>Retest</span>
        </Link>
        <nav className={classes.places} aria-label="Main">
          <PlaceLink href="/">Apps</PlaceLink>
          <PlaceLink href="/issues">Issues</PlaceLink>
          <ManagerLinks />
        </nav>
        <button type="button" className={classes.search} onClick={() => setOpen("palette")}>
          <Icon name="search" />
          <span className={classes.searchWord}>Search or go to</span>
          <kbd className={classes.searchKey}>Ctrl K</kbd>
        </button>
        <ActionIcon
          size="lg"
          title="Keyboard shortcuts (?)"
          aria-label="Keyboard shortcuts"
          className={classes.wideOnly}
          data-keys=""
          onClick={() => setOpen("help")}
        >
          <Icon name="keyboard" size={18} />
        </ActionIcon>
        <Boundary place={null} fallback={() => null}>
          <Suspense fallback={null}>
            <UnsavedButton />
          </Suspense>
        </Boundary>
        <InboxLink />
        <PersonButton />
      </header>
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
      <Toasts />
      <LoadOnOpen what={open} onClose={close} takesKeys>
        {open === "palette" && <Palette onClose={close} />}
        {open === "help" && <ShortcutHelp onClose={close} />}
      </LoadOnOpen>
    </>
  );
}

function undo(): void {
  if (!undoNewest()) toast({ text: "There is nothing to undo." });
}

function PlaceLink({ href, children }: { href: string; children: ReactNode }) {
  const [path] = useLocation();
  const isHere = href === "/" ? path === "/" || path.startsWith("/apps") : path.startsWith(href);
  return (
    <Link href={href} className={classes.place} aria-current={isHere ? "page" : undefined}>
      {children}
    </Link>
  );
}

function ManagerLinks() {
  return useMayManage() ? <PlaceLink href="/workspace">Workspace</PlaceLink> : null;
}

function PersonButton() {
  const { name } = useMe();
  const button = (
    <UnstyledButton className={classes.person} aria-label={`${initials(name)}: ${name}`}>
      {initials(name)}
    </UnstyledButton>
  );
  return (
    <MenuButton target={button} opens="menu">
      {(opening) => <PersonMenu {...opening} />}
    </MenuButton>
  );
}

function OfflineBanner() {
  const connected = useConnected();
  if (connected) return null;
  return (
    <div className={classes.offline} role="alert">
      <Icon name="warning" /> The server can't be reached: what you see may be out of date. What you record or write is
      kept here and saved once the server is back.
    </div>
  );
}
