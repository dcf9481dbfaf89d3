// In the message about a failed check, for those who have no keys: the way to an issue about it.
import { Button } from "@mantine/core";
import { navigate } from "wouter/use-browser-location";
import type { Cell } from "../data/runbook.ts";
import { sayNothing } from "../data/undo-stack.ts";

interface Props {
  cells: Cell[];
  /** The address of the check, for whoever has left its page meanwhile. */
  href: string;
  onRaise(cells: Cell[]): void;
}

export function RaiseIssueButton({ cells, href, onRaise }: Props) {
  const raise = () => {
    sayNothing();
    if (location.pathname === href.split("?")[0]) onRaise(cells);
    else navigate(href);
  };
  return (
    <Button size="compact-sm" variant="light" mih="2.75rem" onClick={raise}>
      Raise an issue
    </Button>
  );
}
