// The command palette: type a few letters of where to go or what to do.
import { Kbd, Modal } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useOverview } from "../api/apps.ts";
import { useMay, useMayManage } from "../api/session.tsx";
import { Icon } from "../parts/icons.tsx";
import { hasKeys } from "../parts/keys-at-hand.ts";
import { type PaletteCommand, useOfferedCommands } from "./commands.tsx";
import classes from "./palette.module.css";
import { useFoundIssues, useFoundPlaces } from "./palette-search.ts";
import { keyFor, keyWord } from "./shortcuts.tsx";

/** Commands and pages: where there are more, a few more letters tell them apart. */
const MAX_SHOWN = 10;

export function Palette({ onClose }: { onClose(): void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const shown = useFound(text);
  const active = Math.min(chosen, shown.length - 1);
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const run = (command: PaletteCommand | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setChosen((active + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === "Enter") run(shown[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      centered={false}
      title={<span className="sr-only">Command palette</span>}
      classNames={{ header: "sr-only" }}
    >
      <div className={classes.field}>
        <Icon name="search" size={18} />
        <input
          className={classes.input}
          placeholder="Find a check, an issue, an app, or do something…"
          aria-label="Command"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
          data-autofocus
        />
      </div>
      <div className={classes.list} id={listId} role="listbox" aria-label="Commands">
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the keys
          <div
            key={command.id ?? command.label}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.option}
            onMouseMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <span className={classes.label}>
              <bdi>{command.label}</bdi>
            </span>
            {command.about !== undefined && (
              <span className={classes.about}>
                <bdi>{command.about}</bdi>
              </span>
            )}
            <KeyOf command={command} />
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className={classes.nothing}>Nothing found.</p>}
    </Modal>
  );
}

/** The key that does the same where the palette was opened. */
function KeyOf({ command: { label, shortcut = label } }: { command: PaletteCommand }) {
  const key = hasKeys() ? keyFor(shortcut) : undefined;
  return key === undefined ? null : <Kbd size="xs">{keyWord(key)}</Kbd>;
}

function useFound(text: string): PaletteCommand[] {
  const places = usePlaces();
  const offered = useOfferedCommands();
  const checks = useFoundPlaces(text);
  const issues = useFoundIssues(text);
  return useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = [...offered, ...places].filter(({ label }) => {
      const lower = label.toLowerCase();
      return words.every((word) => lower.includes(word));
    });
    return [...matching.slice(0, MAX_SHOWN), ...checks, ...issues];
  }, [text, offered, places, checks, issues]);
}

function usePlaces(): PaletteCommand[] {
  const [path, go] = useLocation();
  const search = useSearch();
  const { data: apps } = useOverview();
  const mayManage = useMayManage();
  const mayRaise = useMay("tester");
  const mayConfigure = useMay("admin");
  return useMemo(() => {
    const to = (label: string, path: string): PaletteCommand => ({ label, run: () => go(path) });
    const ofApps = (apps ?? []).flatMap(({ id, name, mode }) => [
      { ...to(name, `/apps/${id}`), about: "App" },
      to(`${name}: issues`, `/apps/${id}/issues`),
      ...(mayConfigure && mode === "live" ? [to(`${name}: webhook`, `/apps/${id}/webhook`)] : []),
      ...(mayConfigure
        ? [to(`${name}: connections`, `/apps/${id}/connections`), to(`${name}: settings`, `/apps/${id}/settings`)]
        : []),
    ]);
    const ofWorkspace = mayManage
      ? [
          to("Workspace: keys", "/workspace/keys"),
          to("Workspace: people", "/workspace/people"),
          to("Workspace: plan and usage", "/workspace/plan"),
          to("Workspace: audit log", "/workspace/audit"),
        ]
      : [];
    return [
      ...(mayRaise ? [to("New issue", newIssueAt(path, search))] : []),
      to("All apps", "/"),
      to("All issues", "/issues"),
      ...ofApps,
      ...ofWorkspace,
      to("Your account", "/account"),
    ];
  }, [apps, mayManage, mayRaise, mayConfigure, path, search, go]);
}

/** The list of issues of where one is, with the dialog open on it. */
function newIssueAt(path: string, search: string): string {
  if (/^(?:\/apps\/[^/]+)?\/issues(?:\/|$)/.test(path)) {
    const params = new URLSearchParams(search);
    params.set("new", "");
    return `${path}?${params}`;
  }
  return `${/^\/apps\/[^/]+/.exec(path)?.[0] ?? ""}/issues?new=`;
}
