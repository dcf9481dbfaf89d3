// Which results are shown. It stands in the address, so that a link shows the same.
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useClosedCycles, useOpenCycles } from "../../api/cycles.ts";
import type { ResultQuery } from "../../api/results.ts";
import type { App } from "../../api/types.ts";
import { DayRange } from "../../components/form/day-range.tsx";
import { type AddressFilter, momentOf, useAddressFilter } from "../../interaction/address-filter.ts";
import classes from "./history-page.module.css";

const NAMES = ["check", "platform", "outcome", "tester", "build", "cycle", "from", "to"] as const;
type HistoryFilter = AddressFilter<(typeof NAMES)[number]>;

export function useHistoryFilter(): HistoryFilter {
  return useAddressFilter(NAMES);
}

/** The filter as the API takes it: days of the local time zone become moments. */
export function resultQueryOf({ from, to, ...filter }: HistoryFilter["filter"]): ResultQuery {
  return { ...filter, since: momentOf(from, 0), until: momentOf(to, 1) };
}

interface Props extends HistoryFilter {
  app: App;
  /** Testers of the results that are shown. */
  testers: readonly string[];
  builds: readonly string[];
}

export function HistoryFilters({ app, filter, change, clear, testers, builds }: Props) {
  const open = useOpenCycles(app.id).data ?? [];
  const closed = useClosedCycles(app.id).data?.pages.flatMap(({ data }) => data) ?? [];
  const cycles = [...open, ...closed].map(({ id, name }) => ({ value: id, label: name }));
  const isOther = filter.cycle !== undefined && cycles.every(({ value }) => value !== filter.cycle);
  // Only a phone has no room for all of them.
  const [isOpen, setOpen] = useState(false);
  const { check: _, ...narrowing } = filter;
  const count = Object.keys(narrowing).length;
  return (
    <>
      <Button variant="default" className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {count === 0 ? "Filters" : `Filters (${count})`}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a search element is not known to every reader yet */}
      <div className={classes.filters} data-open={isOpen || undefined} role="search" aria-label="Filter the results">
        <NativeSelect
          label="Platform"
          data={[
            { value: "", label: "Every platform" },
            ...app.platforms.map(({ code, label }) => ({ value: code, label })),
          ]}
          value={filter.platform ?? ""}
          onChange={(event) => change({ platform: event.currentTarget.value })}
        />
        <NativeSelect
          label="Outcome"
          data={[
            { value: "", label: "Every outcome" },
            { value: "passed", label: "Passed" },
            { value: "failed", label: "Failed" },
          ]}
          value={filter.outcome ?? ""}
          onChange={(event) => change({ outcome: event.currentTarget.value })}
        />
        <Word
          label="Tester"
          none="Everybody"
          value={filter.tester}
          known={testers}
          onCommit={(tester) => change({ tester })}
        />
        <Word
          label="Build"
          none="Every build"
          value={filter.build}
          known={builds}
          onCommit={(build) => change({ build })}
        />
        <NativeSelect
          label="Cycle"
          data={[
            { value: "", label: "All testing" },
            ...(isOther ? [{ value: filter.cycle!, label: filter.cycle! }] : []),
            ...cycles,
          ]}
          value={filter.cycle ?? ""}
          onChange={(event) => change({ cycle: event.currentTarget.value })}
        />
        <DayRange days={filter} onChange={change} />
        {Object.keys(filter).length > 0 && (
          <Button variant="default" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </>
  );
}

interface WordProps {
  label: string;
  none: string;
  value: string | undefined;
  known: readonly string[];
  onCommit(value: string): void;
}

/** A whole name, typed or chosen from those that are shown: asked for once it is finished. */
function Word({ label, none, value = "", known, onCommit }: WordProps) {
  const [text, setText] = useState<string | null>(null);
  const listId = useId();
  const names = [...new Set(known)].sort((a, b) => a.localeCompare(b));
  const finish = (word: string) => {
    setText(null);
    if (word !== value) onCommit(word);
  };
  return (
    <>
      <TextInput
        label={label}
        placeholder={none}
        list={listId}
        autoComplete="off"
        value={text ?? value}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          if (names.includes(typed) || typed === "") finish(typed);
          else setText(typed);
        }}
        onBlur={() => text !== null && finish(text.trim())}
        onKeyDown={(event) => event.key === "Enter" && text !== null && finish(text.trim())}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
