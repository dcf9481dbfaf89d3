// The command palette: type a few letters of where to go or what to do.
import { Kbd, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useOverview } from "../api/apps.ts";
import { pathWith, request } from "../api/client.ts";
import { useMay, useMayManage } from "../api/session.tsx";
import type { Issue, Page } from "../api/types.ts";
import { Icon } from "../parts/icons.tsx";
import { type PaletteCommand, useOfferedCommands } from "./commands.tsx";
import classes from "./palette.module.css";

const MAX_SHOWN = 12;

export function Palette({ onClose }: { onClose(): void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const found = useFound(text);
  const shown = found.slice(0, MAX_SHOWN);
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
          placeholder="Go to an app, find an issue, or do something…"
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
            <span className={classes.label}>{command.label}</span>
            {command.hint !== undefined && <Kbd size="xs">{command.hint}</Kbd>}
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className={classes.nothing}>Nothing is called that.</p>}
    </Modal>
  );
}

function useFound(text: string): PaletteCommand[] {
  const places = usePlaces();
  const offered = useOfferedCommands();
  const issues = useIssues(text);
  return useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = [...offered, ...places].filter(({ label }) => {
      const lower = label.toLowerCase();
      return words.every((word) => lower.includes(word));
    });
    return [...matching, ...issues];
  }, [text, offered, places, issues]);
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
      to(name, `/apps/${id}`),
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
      ...(mayRaise ? [{ ...to("New issue", newIssueAt(path, search)), hint: "N" }] : []),
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

/** Issues with these words, once there are enough letters to mean something. */
function useIssues(text: string): PaletteCommand[] {
  const [, go] = useLocation();
  const q = text.trim();
  const { data } = useQuery({
    queryKey: ["issues", "palette", q],
    queryFn: ({ signal }) =>
      request<Page<Issue>>("GET", pathWith("/issues", { q, status: "all", limit: 5 }), undefined, signal),
    enabled: q.length >= 3,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    if (q.length < 3) return [];
    return (data?.data ?? []).map((issue) => ({
      id: issue.id,
      label: `${issue.code} ${firstLine(issue.text)} (${issue.app.name})`,
      run: () => go(`/issues/${issue.id}`),
    }));
  }, [data, q, go]);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!.slice(0, 100);
}
