// Sends a sample to somebody else's server. A few a minute are allowed; after that it says when the next may go.
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { TESTS_A_MINUTE } from "../../../../src/wire/limits.ts";
import { ApiError, post } from "../../api/client.ts";
import { useCommands } from "../../interaction/commands.tsx";
import { useShortcuts } from "../../interaction/shortcuts.tsx";
import { SteadyButton } from "../buttons/steady-button.tsx";
import classes from "./log.module.css";
import entry from "./log-entry.module.css";

interface Props {
  path: string;
  /** The group of its key in the help. */
  group: string;
  /** The cached log in which the test appears. */
  log: QueryKey;
  /** Why no test can be sent now. */
  hindrance?: string | null;
  onSent?(sample: { id: string }): void;
  /** The outcome of the last test. */
  children?: ReactNode;
}

export function SendTest({ path, group, log, hindrance = null, onSent, children = "The test is on its way." }: Props) {
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
  const isOff = left > 0 || hindrance !== null;
  const send = () => {
    if (!isOff && !test.isPending) test.mutate();
  };
  useShortcuts([{ keys: ["t"], label: "Send a test", group, run: send }]);
  useCommands([{ label: "Send a test", run: send }]);
  const isLimited = test.error instanceof ApiError && test.error.code === "rate_limited";
  return (
    <div className={classes.test}>
      <span role="status" className={entry.outcome}>
        {left > 0 && `At most ${TESTS_A_MINUTE} tests a minute.`}
        {test.error !== null && !isLimited && test.error.message}
        {test.isSuccess ? children : test.isIdle && hindrance}
      </span>
      <SteadyButton busy={test.isPending} off={isOff} onClick={send}>
        {left > 0 ? `Again in ${left} s` : "Send a test"}
      </SteadyButton>
    </div>
  );
}
