// A button that keeps the focus while what it does is under way, and while there is nothing for it to do: a button that
// the browser disables loses it.
import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";

interface Props extends ButtonProps {
  busy?: boolean;
  /** Set when there is nothing to do now. */
  off?: boolean;
  type?: "button" | "submit";
  title?: string;
  /** Left out where the form around it acts. */
  onClick?(): void;
  children: ReactNode;
}

export function SteadyButton({ busy = false, off = false, onClick, ...props }: Props) {
  return (
    <Button
      {...props}
      aria-busy={busy}
      aria-disabled={off || undefined}
      data-disabled={off || undefined}
      onClick={(event) => {
        if (busy || off) event.preventDefault();
        else onClick?.();
      }}
    />
  );
}
