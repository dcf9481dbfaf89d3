// The platforms of an app: renamed, ordered, added and removed in place.

import { ActionIcon, Button } from "@mantine/core";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { MAX_CODE, MAX_NAME } from "../../../../src/wire/limits.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import type { App } from "../../api/types.ts";
import { platformCode } from "../../components/apps/platform-code.ts";
import { useDraft } from "../../components/behaviour/use-draft.ts";
import { Icon } from "../../components/display/icons.tsx";
import { EditInPlace } from "../../components/form/edit-in-place.tsx";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { Panel } from "../../components/layout/panel.tsx";
import { focusNeighbour } from "../../interaction/focus-neighbour.ts";
import { useChangeApp } from "./change-app.ts";
import classes from "./settings.module.css";

type Platform = App["platforms"][number];

export function PlatformsEditor({ app }: { app: App }) {
  const { platforms } = app;
  const change = useChangeApp(app);
  const list = useRef<HTMLUListElement>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const pending = useRef<{ code: string; step: 1 | -1; to: number } | null>(null);
  // A row that is put elsewhere in the page loses its focus.
  useLayoutEffect(() => {
    if (pending.current === null) return;
    const { code, step, to } = pending.current;
    if (platforms[to]?.code !== code) return;
    pending.current = null;
    const row = list.current?.querySelector(`[data-code="${CSS.escape(code)}"]`);
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>("[data-move]") ?? [];
    const wanted = step === -1 ? up : down;
    (wanted?.disabled === false ? wanted : step === -1 ? down : up)?.focus();
  });

  const put = (to: Platform[], said?: string) =>
    change.mutate({ to: { platforms: to }, ...(said === undefined ? {} : { said }) });
  const move = (code: string, step: 1 | -1) => {
    const at = platforms.findIndex((one) => one.code === code);
    const to = platforms.filter((one) => one.code !== code);
    to.splice(at + step, 0, platforms[at]!);
    put(to);
    setMoved(code);
    pending.current = { code, step, to: at + step };
  };
  const rename = (code: string, label: string) =>
    put(
      platforms.map((one) => (one.code === code ? { code, label } : one)),
      "Platform renamed.",
    );
  const refusal = refusalOf(change.error, ["platforms"]);
  const wrong = refusal.at.platforms ?? refusal.rest;
  const place = moved === null ? -1 : platforms.findIndex(({ code }) => code === moved);
  return (
    <Panel
      title="Platforms"
      about="Every check has a status on each of them. Files, the API and the webhook use the code; it can't be changed later."
    >
      <ul className={classes.list} ref={list} data-list="" tabIndex={-1} aria-label="Platforms">
        {platforms.map(({ code, label }, i) => (
          <li key={code} className={classes.platform} data-code={code}>
            <EditInPlace
              label={`Label of ${code}`}
              value={label}
              limit={MAX_NAME}
              onCommit={(text) => rename(code, text)}
            />
            <code className={classes.code}>
              <bdi>{code}</bdi>
            </code>
            <span className={classes.icons}>
              <ActionIcon
                data-move="up"
                aria-label={`Move ${label} up`}
                disabled={i === 0}
                onClick={() => move(code, -1)}
              >
                <Icon name="up" />
              </ActionIcon>
              <ActionIcon
                data-move="down"
                aria-label={`Move ${label} down`}
                disabled={i === platforms.length - 1}
                onClick={() => move(code, 1)}
              >
                <Icon name="down" />
              </ActionIcon>
              <ActionIcon
                aria-label={`Remove ${label}`}
                disabled={platforms.length === 1}
                onClick={(event) => {
                  focusNeighbour(event.currentTarget);
                  put(
                    platforms.filter((one) => one.code !== code),
                    `${label} is removed.`,
                  );
                }}
              >
                <Icon name="trash" />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
      <p className="sr-only" role="status">
        {place >= 0 && `${platforms[place]!.label} is now ${place + 1} of ${platforms.length}.`}
      </p>
      {wrong !== null && (
        <p className={classes.wrong} role="alert">
          {wrong}
        </p>
      )}
      <AddPlatform
        key={app.id}
        app={app.id}
        taken={platforms.map(({ code }) => code)}
        onAdd={(platform) => put([...platforms, platform], `${platform.label} is added.`)}
      />
    </Panel>
  );
}

interface AddProps {
  app: string;
  taken: string[];
  onAdd(platform: Platform): void;
}

const NOTHING: { label: string; code: string | null } = { label: "", code: null };

/** The form for a platform. It keeps a draft for whoever comes back. */
function AddPlatform({ app, taken, onAdd }: AddProps) {
  const { value, set, forget } = useDraft(`of a new platform of ${app}`, NOTHING);
  const { label, code } = value;
  const field = useRef<HTMLInputElement>(null);
  const made = code ?? (label.trim() === "" ? "" : platformCode(label, taken));
  const isTaken = taken.includes(made.trim());
  const isLong = tooLongText(label, MAX_NAME) !== undefined || tooLongText(made, MAX_CODE) !== undefined;
  const canAdd = label.trim() !== "" && made.trim() !== "" && !isTaken && !isLong;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canAdd) return;
    onAdd({ code: made.trim(), label: label.trim() });
    set(NOTHING);
    forget();
    field.current?.focus();
  };
  return (
    <form className={classes.add} onSubmit={submit}>
      <LimitedInput
        ref={field}
        label="New platform"
        placeholder="Android"
        limit={MAX_NAME}
        value={label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <LimitedInput
        label="Its code"
        placeholder="android"
        limit={MAX_CODE}
        value={made}
        error={isTaken ? "Another platform has this code." : undefined}
        onChange={(event) => set({ code: event.currentTarget.value })}
      />
      <Button type="submit" variant="default" disabled={!canAdd}>
        Add
      </Button>
    </form>
  );
}
