// What is not saved yet, in the order it will be sent: each with what stands in its way, and a way to try again or to let go.
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useOverview } from "../api/apps.ts";
import { post } from "../api/client.ts";
import { isConnected } from "../api/live-updates.ts";
import { useHasRole } from "../api/session.tsx";
import { type ArchivedPlace, namesOf, typedIn, type Unsaved } from "../api/unsaved-change.ts";
import type { UnsavedView } from "../api/unsaved-list.ts";
import {
  dropUnsavedOfOthers,
  isAnyUnkept,
  restoreUnsaved,
  useUnsaved,
  useUnsavedOfOthers,
} from "../api/unsaved-store.ts";
import { ConfirmButton } from "../components/buttons/confirm-button.tsx";
import { CopyButton } from "../components/buttons/copy-button.tsx";
import { Icon } from "../components/display/icons.tsx";
import { Ago } from "../components/display/times.tsx";
import { Dialog, DialogButtons } from "../components/layout/dialog.tsx";
import framed from "../components/layout/framed-list.module.css";
import { toast, toastError } from "../interaction/toasts.tsx";
import { resolveConflict } from "./resolve-conflict.ts";
import { letGo, sendSoon, tryAgain } from "./sender.ts";
import { TextConflictChoice } from "./text-conflict.tsx";
import classes from "./unsaved-dialog.module.css";
import { remedyText } from "./why-refused.ts";

/** The most changes that are shown; all are sent when the server is back. */
const MAX_SHOWN = 200;

export function UnsavedDialog({ view, onClose }: { view: UnsavedView; onClose(): void }) {
  const unsaved = useUnsaved();
  const { data: apps = [] } = useOverview();
  const names = new Map(apps.map(({ id, name }) => [id, name]));
  const signOut = (what: "keep" | "let go") => {
    onClose();
    view.signOut!(what).catch(toastError);
  };
  return (
    <Dialog title="Not saved yet" size="lg" onClose={onClose}>
      <p className={classes.words}>{unsavedText(unsaved)}</p>
      {isAnyUnkept() && (
        <p className={classes.warning} role="alert">
          <Icon name="warning" /> Your browser keeps no more than this. Leave this page open until everything is saved.
        </p>
      )}
      <ul className={framed.list}>
        {unsaved.slice(0, MAX_SHOWN).map((one) => (
          <Entry key={one.id} unsaved={one} app={names.get(one.app)} />
        ))}
      </ul>
      {unsaved.length > MAX_SHOWN && (
        <p className={classes.words}>And {(unsaved.length - MAX_SHOWN).toLocaleString("en")} more.</p>
      )}
      <OfOthers />
      <DialogButtons>
        {view.signOut !== null && unsaved.length > 0 && (
          <>
            <Button color="red" variant="outline" onClick={() => signOut("let go")}>
              Sign out and discard them
            </Button>
            <Button variant="default" onClick={() => signOut("keep")}>
              Sign out and keep them here
            </Button>
          </>
        )}
        {view.signOut === null && unsaved.some(({ state }) => state === "waiting") && (
          <Button variant="default" onClick={sendSoon}>
            Try to save now
          </Button>
        )}
        <Button data-autofocus onClick={onClose}>
          {view.signOut === null ? "Close" : "Stay signed in"}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** What somebody else did in this browser: this person can't see or send it. */
function OfOthers() {
  const others = useUnsavedOfOthers();
  if (others.length === 0) return null;
  const whose = namesOf(others);
  return (
    <section className={classes.others} aria-label="Changes of somebody else">
      <p>
        {count(others.length)} waiting in this browser for <bdi>{whose}</bdi> to sign in here again. They are never
        saved in your name.
      </p>
      <ConfirmButton
        label="Discard"
        about={`what ${whose} did`}
        words={`Everything that ${whose} did here and that is not saved will be lost.`}
        confirm="Discard it"
        onConfirm={dropUnsavedOfOthers}
      />
    </section>
  );
}

function unsavedText(unsaved: readonly Unsaved[]): string {
  if (unsaved.length === 0) return "All your changes are saved.";
  const stopped = unsaved.filter(({ state }) => state !== "waiting").length;
  const waiting = unsaved.length - stopped;
  const words: string[] = [];
  if (waiting > 0) {
    words.push(
      isConnected()
        ? `${count(waiting)} on the way to the server.`
        : `The server can't be reached. ${count(waiting)} kept in this browser${isAnyUnkept() ? "" : ", even if you close it,"} and sent in this order once the server is back.`,
    );
  }
  if (stopped > 0) words.push(`${count(stopped)} not saved until you say what to do.`);
  return words.join(" ");
}

function count(changes: number): string {
  return changes === 1 ? "1 change is" : `${changes.toLocaleString("en")} changes are`;
}

function RestoreButton({ unsaved, archived }: { unsaved: Unsaved; archived: readonly ArchivedPlace[] }) {
  const restore = useMutation({
    mutationFn: async () => {
      for (const { kind, id } of archived) await post(`/${kind}/${encodeURIComponent(id)}/restore`);
      tryAgain(unsaved.id);
    },
    onError: toastError,
  });
  return (
    <Button
      size="compact-sm"
      aria-label={`Restore and save: ${unsaved.words}`}
      loading={restore.isPending}
      onClick={() => restore.mutate()}
    >
      Restore and save
    </Button>
  );
}

function Entry({ unsaved, app }: { unsaved: Unsaved; app: string | undefined }) {
  const { id, words, state, reason, at, change, isSent, archived = [] } = unsaved;
  const mayRestore = useHasRole("admin");
  const typed = typedIn(change);
  const forget = () => {
    const gone = letGo(id);
    if (gone.length === 0) {
      toast({ text: "It is being sent to the server right now." });
      return;
    }
    const late = isSent ? " The server may have it already: check before you do it again." : "";
    toast({ text: `Discarded: ${words}.${late}`, undo: () => void restoreUnsaved(gone) });
  };
  return (
    <li className={classes.entry} data-state={state}>
      <div className={classes.head}>
        <Icon name={state === "waiting" ? "clock" : "warning"} />
        <span className={classes.what}>
          <bdi>{words}</bdi>
        </span>
        <span className={classes.when}>
          {app !== undefined && (
            <>
              <bdi>{app}</bdi>,{" "}
            </>
          )}
          <Ago at={new Date(at).toISOString()} />
        </span>
      </div>
      {reason !== null && (
        <p className={classes.reason}>
          <bdi>{reason}</bdi>
          {archived.length > 0 && ` ${remedyText(mayRestore)}`}
        </p>
      )}
      {state === "conflict" && change.kind === "text" ? (
        <TextConflictChoice
          draft={`of the combined text of ${id}`}
          mine={change.text}
          theirs={unsaved.theirs ?? ""}
          isLine={change.field === "title"}
          onChoose={(text) => resolveConflict(unsaved, text)}
        />
      ) : (
        <div className={classes.buttons}>
          {archived.length > 0 && mayRestore && <RestoreButton unsaved={unsaved} archived={archived} />}
          <Button size="compact-sm" variant="default" aria-label={`Try again: ${words}`} onClick={() => tryAgain(id)}>
            Try again
          </Button>
          {typed !== null && <CopyButton size="compact-sm" text={typed} label="Copy the text" />}
          <Button size="compact-sm" variant="subtle" color="gray" aria-label={`Discard: ${words}`} onClick={forget}>
            Discard
          </Button>
        </div>
      )}
    </li>
  );
}
