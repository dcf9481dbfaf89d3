// Where the code of an app is. With two or more, a fix may cover only what its repository is built for.

import { ActionIcon, Button } from "@mantine/core";
import { type FormEvent, useRef } from "react";
import { MAX_NAME } from "../../../../src/wire/limits.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import type { App } from "../../api/types.ts";
import { useDraft } from "../../components/behaviour/use-draft.ts";
import { Icon } from "../../components/display/icons.tsx";
import { EditInPlace } from "../../components/form/edit-in-place.tsx";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { ToggleChips } from "../../components/form/toggle-chips.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { focusNeighbour } from "../../interaction/focus-neighbour.ts";
import { useChangeApp } from "./change-app.ts";
import classes from "./settings.module.css";

type Repository = App["repositories"][number];

export function RepositoriesEditor({ app }: { app: App }) {
  const { repositories, platforms } = app;
  const change = useChangeApp(app);
  const put = (to: Repository[], said?: string) =>
    change.mutate({ to: { repositories: to }, ...(said === undefined ? {} : { said }) });
  const edit = (repo: string, part: Partial<Repository>) =>
    put(repositories.map((one) => (one.repo === repo ? { ...one, ...part } : one)));
  const refusal = refusalOf(change.error, ["repositories"]);
  const wrong = refusal.at.repositories ?? refusal.rest;
  return (
    <Panel
      title="Repositories"
      about="Optional. With two or more, a fix may cover only the platforms that its repository is built for."
    >
      {repositories.length > 0 && (
        <ul className={classes.list} data-list="" tabIndex={-1} aria-label="Repositories">
          {repositories.map(({ repo, platforms: codes }) => (
            <li key={repo} className={classes.repository}>
              <div className={classes.line}>
                <EditInPlace
                  label={`Name of ${repo}`}
                  value={repo}
                  limit={MAX_NAME}
                  onCommit={(text) => edit(repo, { repo: text })}
                />
                <ActionIcon
                  aria-label={`Remove ${repo}`}
                  onClick={(event) => {
                    focusNeighbour(event.currentTarget);
                    put(
                      repositories.filter((one) => one.repo !== repo),
                      `${repo} is removed.`,
                    );
                  }}
                >
                  <Icon name="trash" />
                </ActionIcon>
              </div>
              <ToggleChips
                label={`Platforms of ${repo}`}
                options={platforms.map(({ code, label }) => ({ value: code, label }))}
                chosen={codes}
                onToggle={(code) =>
                  edit(repo, {
                    platforms: codes.includes(code)
                      ? codes.filter((one) => one !== code)
                      : platforms.map((one) => one.code).filter((one) => one === code || codes.includes(one)),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {wrong !== null && (
        <p className={classes.wrong} role="alert">
          {wrong}
        </p>
      )}
      <AddRepository
        key={app.id}
        app={app.id}
        taken={repositories.map(({ repo }) => repo)}
        onAdd={(repo) => put([...repositories, { repo, platforms: [] }], `${repo} is added.`)}
      />
    </Panel>
  );
}

interface AddProps {
  app: string;
  taken: string[];
  onAdd(repo: string): void;
}

/** The form for a repository. It keeps a draft for whoever comes back. */
function AddRepository({ app, taken, onAdd }: AddProps) {
  const { value, set, forget } = useDraft(`of a new repository of ${app}`, { repo: "" });
  const { repo } = value;
  const field = useRef<HTMLInputElement>(null);
  const isTaken = taken.includes(repo.trim());
  const canAdd = repo.trim() !== "" && !isTaken && tooLongText(repo, MAX_NAME) === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!canAdd) return;
    onAdd(repo.trim());
    set({ repo: "" });
    forget();
    field.current?.focus();
  };
  return (
    <form className={classes.add} onSubmit={submit}>
      <LimitedInput
        ref={field}
        label="New repository"
        placeholder="harbour/ios"
        limit={MAX_NAME}
        value={repo}
        error={isTaken ? "It is in the list already." : undefined}
        onChange={(event) => set({ repo: event.currentTarget.value })}
      />
      <Button type="submit" variant="default" disabled={!canAdd}>
        Add
      </Button>
    </form>
  );
}
