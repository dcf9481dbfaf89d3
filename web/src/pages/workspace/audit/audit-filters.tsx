// Which entries of the audit log are shown. It stands in the address, so that a link shows the same.
import { Button, NativeSelect } from "@mantine/core";
import { useOverview } from "../../../api/apps.ts";
import { DayRange } from "../../../components/form/day-range.tsx";
import { momentOf, useAddressFilter } from "../../../interaction/address-filter.ts";
import { ActorFilter } from "./actor-filter.tsx";
import classes from "./audit-part.module.css";
import { KINDS } from "./audit-text.ts";

const NAMES = ["action", "actor", "app", "from", "to"] as const;
export type AuditFilter = Partial<Record<(typeof NAMES)[number], string>>;

export function useAuditFilter() {
  return useAddressFilter(NAMES);
}

/** The filter as the API takes it: days of the local time zone become moments. */
export function auditParamsOf({ action, actor, app, from, to }: AuditFilter) {
  return { action, actor, app, after: momentOf(from, 0), before: momentOf(to, 1) };
}

interface Props extends ReturnType<typeof useAuditFilter> {
  /** Names of the actors in the entries that are shown. */
  actors: readonly string[];
}

export function AuditFilters({ filter, change, clear, actors }: Props) {
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
      <ActorFilter value={filter.actor ?? ""} seen={actors} onCommit={(actor) => change({ actor })} />
      <NativeSelect
        label="App"
        data={[{ value: "", label: "Every app" }, ...apps.map(({ id, name }) => ({ value: id, label: name }))]}
        value={filter.app ?? ""}
        onChange={(event) => change({ app: event.currentTarget.value })}
      />
      <DayRange days={filter} onChange={change} />
      {Object.keys(filter).length > 0 && (
        <Button variant="default" onClick={clear}>
          Clear
        </Button>
      )}
    </div>
  );
}
