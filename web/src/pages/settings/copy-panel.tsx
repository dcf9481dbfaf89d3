// Near the end of an app's settings: a new app that is a copy of this one.

import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { MAX_NAME } from "../../../../src/wire/limits.ts";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { App } from "../../api/types.ts";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { Panel } from "../../components/layout/panel.tsx";
import { toast } from "../../interaction/toasts.tsx";
import classes from "./settings.module.css";

interface Copy {
  name: string;
  with_not_applicable: boolean;
}

export function CopyPanel({ app }: { app: App }) {
  const client = useQueryClient();
  const [, go] = useLocation();
  const [name, setName] = useState("");
  const [withMarks, setWithMarks] = useState(true);
  const copy = useMutation({
    mutationFn: (wanted: Copy) => post<App>(`/apps/${encodeURIComponent(app.id)}/copy`, wanted),
    onSuccess: (made) => {
      client.setQueryData(queryKeys.app(made.id), made);
      void client.invalidateQueries({ queryKey: queryKeys.overview });
      toast({ text: `${made.name} is created, as a copy of ${app.name}.` });
      go(`/apps/${made.id}`);
    },
  });
  const canSend = name.trim() !== "" && tooLongText(name, MAX_NAME) === undefined && !copy.isPending;
  const refusal = refusalOf(copy.error, ["name"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) copy.mutate({ name, with_not_applicable: withMarks });
  };
  return (
    <Panel
      title="Copy"
      about="Creates an app with the same platforms, repositories, sections and checks. Results, issues, the webhook and connections are not copied."
    >
      <form className={classes.form} onSubmit={submit}>
        <LimitedInput
          label="Name of the copy"
          limit={MAX_NAME}
          value={name}
          error={refusal.at.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label="Also copy what is marked N/A"
          checked={withMarks}
          onChange={(event) => setWithMarks(event.currentTarget.checked)}
        />
        <RefusalAlert text={refusal.rest} />
        <div>
          <Button type="submit" variant="default" disabled={!canSend} loading={copy.isPending}>
            Copy this app
          </Button>
        </div>
      </form>
    </Panel>
  );
}
