// Says that what the address names is not there, and offers the way on. Nothing is recorded until a check is chosen.
import { Button } from "@mantine/core";
import { Icon } from "../../parts/icons.tsx";
import classes from "./missing-place.module.css";
import { EVERYWHERE, type RunbookAddress } from "./runbook-address.ts";
import type { Runbook } from "./runbook-data.ts";

interface Props {
  runbook: Runbook;
  /** What was named. */
  at: string;
  on: string | null;
  address: Pick<RunbookAddress, "isFiltered" | "filters" | "clear">;
  /** Goes to the first check instead. */
  onFirst(): void;
}

export function MissingPlace({ runbook, at, on, address, onFirst }: Props) {
  const check = runbook.checks.find(({ id, ref }) => id === at || ref === at);
  const platform = runbook.platforms.find(({ code }) => code === on);
  const isFilter = check !== undefined && (on === null || on === EVERYWHERE || platform !== undefined);
  return (
    <div className={classes.missing} role="alert">
      <Icon name="warning" />
      <p className={classes.words}>
        {check === undefined ? (
          "The check of this address is not in this runbook: it was archived, or it was never here. No check is chosen."
        ) : isFilter ? (
          <>
            The filters hide “<bdi>{check.title}</bdi>”{platform === undefined ? "" : ` on ${platform.label}`}, which
            this address is about. No check is chosen.
          </>
        ) : (
          <>
            This app has no platform “<bdi>{on}</bdi>”, which this address is about. No check is chosen.
          </>
        )}
      </p>
      <Button size="compact-sm" variant="default" onClick={isFilter ? address.clear : onFirst}>
        {isFilter ? "Clear filters" : "Go to the first check"}
      </Button>
    </div>
  );
}
