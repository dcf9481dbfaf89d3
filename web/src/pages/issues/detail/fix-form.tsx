// Fixes an issue on an app with several repositories: on which platforms, and by which pull request.
import { Button, TextInput } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { App, Issue } from "../../../api/types.ts";
import type { Fix, IssueActions } from "../data/issue-actions.ts";
import type { PlatformState } from "../data/platform-state.ts";
import { httpLink } from "../fields/issue-labels.tsx";
import { PlatformChoice } from "../fields/platform-choice.tsx";
import classes from "./fix-form.module.css";

interface FixFormProps {
  issue: Issue;
  app: App;
  states: readonly PlatformState[];
  actions: IssueActions;
  onDone(): void;
}

export function FixForm({ issue, app, states, actions, onDone }: FixFormProps) {
  const open = states.filter(({ kind }) => kind === "open");
  const [codes, setCodes] = useState(() => open.map(({ code }) => code));
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const link = useRef<HTMLInputElement>(null);
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  const submit = async () => {
    const fix = fixOf(codes, open.length, address.trim(), app);
    if (fix === null) {
      setError(
        "Enter the address of a pull request, such as https://github.com/lantern/ios/pull/7, or leave it empty.",
      );
      link.current?.focus();
      return;
    }
    setBusy(true);
    const { current } = form;
    const isDone = await actions.fix(fix);
    setBusy(false);
    if (!isDone) return;
    onDone();
    current?.closest("article")?.querySelector("h2")?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
    else if (event.key === "Escape") onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isPartly = codes.length < open.length || issue.fixed_on.length > 0;
  return (
    <form
      ref={form}
      className={classes.form}
      aria-label="Fix the issue"
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PlatformChoice legend="Fixed on" platforms={open} value={codes} onChange={setCodes} withAll={false} />
      <TextInput
        ref={link}
        label="Pull request"
        description="Its address, if there is one"
        placeholder="https://"
        type="url"
        error={error}
        value={address}
        onChange={(event) => {
          setAddress(event.currentTarget.value);
          setError(null);
        }}
      />
      <p className={classes.hint}>
        {codes.length === 0
          ? "Choose at least one platform."
          : codes.length < open.length
            ? "The issue stays open on the other platforms."
            : isPartly
              ? "No platform stays open, so the issue is fixed."
              : "The issue is fixed everywhere. Its platforms then need a retest."}
      </p>
      <div className={classes.buttons}>
        <Button type="submit" loading={busy} disabled={codes.length === 0}>
          Mark as fixed
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Null when the address is none of a pull request. */
function fixOf(codes: string[], open: number, address: string, app: App): Fix | null {
  const isWhole = codes.length === open;
  if (address === "") return isWhole ? {} : { platforms: codes };
  const url = httpLink(address);
  const [, path, number] =
    /^https?:\/\/[^/]+\/(.+?)\/(?:-\/)?(?:pull|pulls|pull-requests|merge_requests)\/(\d+)/.exec(url ?? "") ?? [];
  if (url === null || path === undefined) return null;
  const own = app.repositories.find(({ repo }) => repo.toLowerCase() === path.toLowerCase());
  return { platforms: codes, pull_request: { number: Number(number), url, repo: own?.repo ?? path } };
}
