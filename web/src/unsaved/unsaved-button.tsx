// The sign in the bar that something is not saved yet, and the way to the list of it. What is saved within a moment is not
// worth a sign.
import { useEffect, useState } from "react";
import { useMe } from "../api/session.tsx";
import { namesOf } from "../api/unsaved-change.ts";
import { hideUnsaved, showUnsaved, useUnsavedView } from "../api/unsaved-list.ts";
import { useUnsaved, useUnsavedOfOthers } from "../api/unsaved-store.ts";
import { fetchSoon, lazyLoad } from "../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../components/behaviour/load-on-open.tsx";
import { Icon } from "../components/display/icons.tsx";
import { useCommands } from "../interaction/commands.tsx";
import { toast } from "../interaction/toasts.tsx";
import { WAITED_MS } from "./overtaken-results.ts";
import { onSent } from "./sent-listeners.ts";
import classes from "./unsaved-button.module.css";

const dialog = () => import("./unsaved-dialog.tsx");
const UnsavedDialog = lazyLoad(dialog, "UnsavedDialog");

export function UnsavedButton() {
  const unsaved = useUnsaved();
  const view = useUnsavedView();
  const now = useNow(unsaved.length > 0);
  useEffect(() => fetchSoon(dialog), []);
  useCommands([{ label: "Show what is not saved yet", run: () => showUnsaved() }]);
  useEffect(
    () =>
      onSent({
        saved: (_, { stays }) => {
          if (stays !== undefined) toast({ kind: "failed", topic: "runbook", text: stays });
        },
        refused: ({ words, reason }) =>
          toast({ kind: "failed", topic: "runbook", text: `Not saved: ${words}. ${reason}` }),
      }),
    [],
  );
  const stopped = unsaved.filter(({ state }) => state !== "waiting").length;
  const late = unsaved.filter(
    ({ at, state, notBefore }) => state === "waiting" && Math.max(at, notBefore) + WAITED_MS < now,
  );
  const count = stopped + late.length;
  const others = useUnsavedOfOthers();
  const { id } = useMe();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for everybody who signs in
  useEffect(() => {
    if (others.length > 0) {
      toast({
        text: `${namesOf(others)} did something here that is not saved yet. It waits until ${namesOf(others)} signs in here again, and is not saved in your name.`,
      });
    }
  }, [id]);
  return (
    <>
      {count > 0 && (
        <button
          type="button"
          className={classes.button}
          data-stopped={stopped > 0 || undefined}
          onClick={() => showUnsaved()}
        >
          <Icon name={stopped > 0 ? "warning" : "clock"} />
          <span>
            {count.toLocaleString("en")}
            <span className={classes.words}> not saved{stopped > 0 ? "" : " yet"}</span>
          </span>
        </button>
      )}
      {count === 0 && others.length > 0 && (
        <button type="button" className={classes.button} data-others="" onClick={() => showUnsaved()}>
          <Icon name="clock" />
          <span>
            {others.length.toLocaleString("en")}
            <span className={classes.words}> of somebody else not saved</span>
          </span>
        </button>
      )}
      <span className="sr-only" role="status">
        {count > 0 && `${count} ${count === 1 ? "change is" : "changes are"} not saved yet.`}
      </span>
      <LoadOnOpen what={view} onClose={hideUnsaved} takesKeys>
        {view !== null && <UnsavedDialog view={view} onClose={hideUnsaved} />}
      </LoadOnOpen>
    </>
  );
}

const LOOK_MS = 500;

/** Looks at the clock only while something waits. */
function useNow(isOn: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
