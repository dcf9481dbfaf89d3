// The cycles to choose from, the open ones first, and the way to all of them.
import { Menu } from "@mantine/core";
import { useLocation } from "wouter";
import { useClosedCycles, useOpenCycles } from "../../../api/cycles.ts";
import { useHasRole } from "../../../api/session.tsx";
import type { Cycle } from "../../../api/types.ts";
import type { Opening } from "../../../components/buttons/menu-button.tsx";
import { runWhenOffered } from "../../../interaction/commands.tsx";
import { showCycle } from "../data/runbook-address.ts";
import classes from "./cycle-picker.module.css";

/** The others are on the page of all cycles. */
const MAX_CLOSED = 5;

interface Props extends Opening {
  app: string;
  /** The one that is shown; without it that is all testing. */
  cycle: Cycle | undefined;
}

export function CycleMenu({ app, cycle, target, ...state }: Props) {
  const [, go] = useLocation();
  const { data: open = [] } = useOpenCycles(app);
  const { data: closed } = useClosedCycles(app);
  const last = closed?.pages[0]?.data.slice(0, MAX_CLOSED) ?? [];
  const mayStart = useHasRole("admin");
  const page = `/apps/${app}/cycles`;
  const items = (label: string, cycles: readonly Cycle[]) =>
    cycles.length > 0 && (
      <>
        <Menu.Label>{label}</Menu.Label>
        {cycles.map(({ id, name, build, summary }) => (
          <Menu.RadioItem
            key={id}
            value={id}
            checked={id === cycle?.id}
            className={classes.item}
            onChange={() => showCycle(id)}
          >
            <bdi>{name}</bdi>
            <span className={classes.about}>
              {build !== null && (
                <>
                  Build <bdi>{build}</bdi>,{" "}
                </>
              )}
              {summary.percent_complete} % complete
            </span>
          </Menu.RadioItem>
        ))}
      </>
    );
  return (
    <Menu position="bottom-start" width={280} {...state}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.RadioItem value="" checked={cycle === undefined} onChange={() => showCycle(null)}>
          All testing
        </Menu.RadioItem>
        {items("Open cycles", open)}
        {items("Closed cycles", last)}
        <Menu.Divider />
        <Menu.Item onClick={() => go(page)}>All cycles</Menu.Item>
        {mayStart && (
          <Menu.Item
            onClick={() => {
              go(page);
              runWhenOffered("Start a cycle", page);
            }}
          >
            Start a cycle…
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
