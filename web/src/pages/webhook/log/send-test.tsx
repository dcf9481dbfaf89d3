// Sends a sample to the notify URL. A few a minute are allowed; after that it says when the next may go.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError, post } from "../../../api/client.ts";
import type { Notification } from "../../../api/types.ts";
import details from "../../../parts/entry.module.css";
import classes from "../../../parts/log.module.css";
import { SteadyButton } from "../../../parts/steady-button.tsx";
import { logKey, logPath } from "../webhook-data.ts";

export function SendTest({ app }: { app: string }) {
  const client = useQueryClient();
  const [left, setLeft] = useState(0);
  const test = useMutation({
    mutationFn: () => post<Notification>(`${logPath(app, "notifications")}/test`),
    onSuccess: () => void client.invalidateQueries({ queryKey: logKey(app, "notifications") }),
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
      <span role="status" className={details.outcome}>
        {left > 0 && "Five tests a minute at most."}
        {test.error !== null && !isLimited && test.error.message}
        {test.isSuccess && "The test is on its way."}
      </span>
      <SteadyButton busy={test.isPending} off={left > 0} onClick={() => test.mutate()}>
        {left > 0 ? `Again in ${left} s` : "Send a test"}
      </SteadyButton>
    </div>
  );
}
