// Who tests which sections of a cycle.
import { NativeSelect } from "@mantine/core";
import { useState } from "react";
import { refusalOf } from "../../api/field-refusals.ts";
import type { App, Cycle } from "../../api/types.ts";
import { Icon } from "../../components/display/icons.tsx";
import { DialogForm } from "../../components/form/dialog-form.tsx";
import { usePeopleOf } from "../issues/data/issue-data.ts";
import { useChangeCycle } from "./change-cycles.ts";
import classes from "./testers-dialog.module.css";

interface Props {
  cycle: Cycle;
  /** The app's sections. */
  sections: App["sections"];
  onClose(): void;
}

type Tester = { section: string; person: string };

export function TestersDialog({ cycle, sections, onClose }: Props) {
  const { data: people = [] } = usePeopleOf(cycle.app.id);
  const [testers, setTesters] = useState<readonly Tester[]>(() =>
    cycle.testers.map(({ section, person }) => ({ section: section.id, person: person.id })),
  );
  const change = useChangeCycle(cycle, "has its testers", onClose);
  const refusal = refusalOf(change.error, ["testers"]);
  const inScope = new Set(cycle.sections?.map(({ id }) => id));
  const shown = sections.filter(({ id }) => cycle.sections === null || inScope.has(id));
  // One who has left since is still known by name.
  const names = new Map([...cycle.testers.map(({ person }) => person), ...people].map(({ id, name }) => [id, name]));
  return (
    <DialogForm
      title={`Testers of ${cycle.name}`}
      size="lg"
      refused={refusal.rest ?? refusal.at.testers ?? null}
      send="Save"
      isSending={change.isPending}
      canSend
      onSend={() => change.mutate({ testers: [...testers] })}
      onClose={onClose}
    >
      <ul className={classes.sections} aria-label="Sections">
        {shown.map(({ id, title }) => {
          const own = testers.filter(({ section }) => section === id);
          const free = people.filter((person) => own.every((one) => one.person !== person.id));
          return (
            <li key={id} className={classes.section}>
              <span className={classes.title}>
                <bdi>{title}</bdi>
              </span>
              {own.map((tester) => (
                <button
                  key={tester.person}
                  type="button"
                  className={classes.tester}
                  aria-label={`Remove ${names.get(tester.person)} from ${title}`}
                  onClick={() => setTesters(testers.filter((one) => one !== tester))}
                >
                  <bdi>{names.get(tester.person)}</bdi>
                  <Icon name="close" size={12} />
                </button>
              ))}
              {free.length > 0 && (
                <NativeSelect
                  size="xs"
                  aria-label={`Add a tester to ${title}`}
                  value=""
                  data={[{ value: "", label: "Add…" }, ...free.map(({ id: value, name }) => ({ value, label: name }))]}
                  onChange={({ currentTarget }) =>
                    setTesters([...testers, { section: id, person: currentTarget.value }])
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
    </DialogForm>
  );
}
