// Which entries of the audit log are shown. It stands in the address, so that a link shows the same.
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "wouter";
import { useOverview } from "../../api/apps.ts";
import classes from "./audit-part.module.css";
import { KINDS } from "./audit-words.ts";

const NAMES = ["action", "actor", "app", "from", "to"] as const;
export type AuditFilter = Partial<Record<(typeof NAMES)[number], string>>;

export function useAuditFilter() {
  const [params, setParams] = useSearchParams();
  const filter: AuditFilter = {};
  for (const name of NAMES) {
    const value = params.get(name);
    if (value !== null && value !== "") filter[name] = value;
  }
  const change = (part: AuditFilter) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined || value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  return { filter, change, clear: () => setParams(new URLSearchParams(), { replace: true }) };
}

/** As the API takes it: whole days of this place become moments. */
export function paramsOf({ action, actor, app, from, to }: AuditFilter) {
  return { action, actor, app, after: momentOf(from, 0), before: momentOf(to, 1) };
}

function momentOf(day: string | undefined, plus: number): string | undefined {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + plus);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

export function AuditFilters({ filter, change, clear }: ReturnType<typeof useAuditFilter>) {
  const { data: apps = [] } = useOverview();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a search element is not known to every reader yet
    <div className={classes.filters} role="search" aria-label="Filter the audit log">
      <NativeSelect
        label="What"
        data={KINDS}
        value={filter.action ?? ""}
        onChange={(event) => change({ action: event.currentTarget.value })}
      />
      <ActorFilter value={filter.actor ?? ""} onCommit={(actor) => change({ actor })} />
      <NativeSelect
        label="App"
        data={[{ value: "", label: "Every app" }, ...apps.map(({ id, name }) => ({ value: id, label: name }))]}
        value={filter.app ?? ""}
        onChange={(event) => change({ app: event.currentTarget.value })}
      />
      <TextInput
        label="From"
        type="date"
        value={filter.from ?? ""}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        value={filter.to ?? ""}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      {Object.keys(filter).length > 0 && (
        <Button variant="default" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
}

/** Names are compared as they stand, so it is asked for when the name is whole. */
function ActorFilter({ value, onCommit }: { value: string; onCommit(actor: string): void }) {
  const [text, setText] = useState<string | null>(null);
  const commit = () => {
    if (text !== null && text.trim() !== value) onCommit(text.trim());
    setText(null);
  };
  return (
    <TextInput
      label="Who"
      placeholder="Whole name"
      value={text ?? value}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
