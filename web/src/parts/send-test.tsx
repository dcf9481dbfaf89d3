// Sends a sample to somebody else's server. A few a minute are allowed; after that it says when the next may go.
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ApiError, post } from "../api/client.ts";
import entry from "./entry.module.css";
import classes from "./log.module.css";
import { SteadyButton } from "./steady-button.tsx";

interface Props {
  path: string;
  /** What was read of the log that it appears in. */
  log: QueryKey;
  /** Why none can be sent now. */
  hindrance?: string | null;
  onSent?(sample: { id: string }): void;
  /** What came of the last one. */
  children?: ReactNode;
}

export function SendTest({ path, log, hindrance = null, onSent, children = "The test is on its way." }: Props) {
  const client = useQueryClient();
  const [left, setLeft] = useState(0);
  const test = useMutation({
    mutationFn: () => post<{ id: string }>(path),
    onSuccess: (sample) => {
      onSent?.(sample);
      void client.invalidateQueries({ queryKey: log });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === "rate_limited") setLeft(error.retryAfter ?? 60);
    },
  });
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const isLimited = test.error instanceof ApiError && test.error.code === "rate_limited";
  return (
    <div className={classes.test}>
      <span role="status" className={entry.outcome}>
        {left > 0 && "Five tests a minute at most."}
        {test.error !== null && !isLimited && test.error.message}
        {test.isSuccess ? children : test.isIdle && hindrance}
      </span>
      <SteadyButton busy={test.isPending} off={left > 0 || hindrance !== null} onClick={() => test.mutate()}>
        {left > 0 ? `Again in ${left} s` : "Send a test"}
      </SteadyButton>
    </div>
  );
}
