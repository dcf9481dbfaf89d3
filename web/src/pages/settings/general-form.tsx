// An app's name, the letters its issues are called by, and its mode.

import { Alert, Button } from "@mantine/core";
import { type FormEvent, useContext, useState } from "react";
import { MAX_NAME, MAX_PREFIX } from "../../../../src/wire/limits.ts";
import { keepDraft, readDraft } from "../../api/drafts.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import type { App } from "../../api/types.ts";
import { ModeChoice } from "../../components/apps/mode-choice.tsx";
import { CopyButton } from "../../components/buttons/copy-button.tsx";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { Panel } from "../../components/layout/panel.tsx";
import { AppGone, useHoldPage } from "../../interaction/hold-page.ts";
import { type AppChange, useChangeApp } from "./change-app.ts";
import classes from "./settings.module.css";

type Draft = Partial<Pick<App, "name" | "prefix" | "mode">>;

export function GeneralForm({ app }: { app: App }) {
  // Only what was touched: the rest follows what others change meanwhile. It is kept until it is saved or discarded.
  const kept = `of the settings of ${app.id}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(kept) ?? {});
  const keep = (next: Draft) => {
    setDraft(next);
    keepDraft(kept, Object.keys(changed(app, next)).length === 0 ? null : next);
  };
  const change = useChangeApp(app);
  const { name, prefix, mode } = { ...app, ...draft };
  const to = changed(app, draft);
  const isChanged = Object.keys(to).length > 0;
  // The page stays, with what was typed, when somebody archives the app meanwhile.
  const isGone = useContext(AppGone);
  useHoldPage(isChanged);
  const isLong = tooLongText(name, MAX_NAME) !== undefined || tooLongText(prefix, MAX_PREFIX) !== undefined;
  const canSave = isChanged && name.trim() !== "" && !isLong && !isGone;
  const refusal = refusalOf(change.error, ["name", "prefix", "mode"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canSave) return;
    // The settings are saved even if the page was left meanwhile; why they were refused stands above the fields.
    change.mutateAsync({ to, said: "Settings saved." }).then(
      () => keep({}),
      () => {},
    );
  };
  const edit = (part: Draft) => keep({ ...draft, ...part });
  return (
    <Panel title="General">
      <form className={classes.form} onSubmit={submit}>
        <RefusalAlert text={refusal.rest} />
        {isGone && isChanged && (
          <Alert color="red" role="alert" title="This app was archived while you were writing.">
            <CopyButton size="compact-sm" text={Object.values(to).join("\n")} label="Copy what you changed" />
          </Alert>
        )}
        <div className={classes.pair}>
          <LimitedInput
            label="Name"
            required
            limit={MAX_NAME}
            value={name}
            error={refusal.at.name}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
          <LimitedInput
            label="Prefix"
            description={`Issue codes begin with it, for example ${/^[A-Z]{2,5}$/.test(prefix) ? prefix : app.prefix}-12.`}
            inputWrapperOrder={["label", "input", "description", "error"]}
            required
            limit={MAX_PREFIX}
            value={prefix}
            error={refusal.at.prefix}
            onChange={(event) => edit({ prefix: event.currentTarget.value.toUpperCase() })}
          />
        </div>
        <ModeChoice value={mode} onChange={(value) => edit({ mode: value })} />
        {to.mode !== undefined && (
          <p className={classes.note} role="status">
            {to.mode === "live"
              ? "The app gets a webhook page, and issues may be raised without a check."
              : "The webhook stops accepting deliveries, and every new issue needs a check. Nothing is lost."}
          </p>
        )}
        <div className={classes.buttons}>
          <Button type="submit" disabled={!canSave} loading={change.isPending}>
            Save
          </Button>
          {isChanged && (
            <Button
              variant="default"
              onClick={() => {
                keep({});
                change.reset();
              }}
            >
              Discard
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

function changed(app: App, draft: Draft): AppChange {
  const fields = Object.entries(draft).filter(([field, value]) => app[field as keyof Draft] !== value);
  return Object.fromEntries(fields) as AppChange;
}
