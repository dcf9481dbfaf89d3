// Who sees to an issue: several people, picked in place.

import type { Colleague } from "../data/issue-data.ts";
import classes from "./assignee-picker.module.css";
import { PersonMark } from "./person-mark.tsx";
import { Picker } from "./picker.tsx";

interface AssigneePickerProps {
  /** The names that the issue has. */
  assigned: readonly string[];
  people: readonly Colleague[] | undefined;
  opened: boolean;
  onOpened(opened: boolean): void;
  onAssign(people: Colleague[]): void;
}

export function AssigneePicker({ assigned, people = [], opened, onOpened, onAssign }: AssigneePickerProps) {
  const chosen = assigned.flatMap((name) => people.find((person) => person.name === name) ?? []);
  const toggle = (id: string) => {
    const isOn = chosen.some((person) => person.id === id);
    onAssign(
      isOn ? chosen.filter((person) => person.id !== id) : [...chosen, ...people.filter((one) => one.id === id)],
    );
  };
  return (
    <Picker
      label="Assigned to"
      isMultiple
      options={people.map(({ id, name }) => ({
        value: id,
        label: name,
        sign: (
          <span aria-hidden="true">
            <PersonMark name={name} />
          </span>
        ),
      }))}
      picked={chosen.map(({ id }) => id)}
      opened={opened}
      onOpened={onOpened}
      onPick={toggle}
    >
      {assigned.length === 0 ? (
        "Nobody"
      ) : (
        <span className={classes.people}>
          {assigned.map((name) => (
            <span key={name} className={classes.person}>
              <span aria-hidden="true">
                <PersonMark name={name} />
              </span>
              <bdi>{name}</bdi>
            </span>
          ))}
        </span>
      )}
    </Picker>
  );
}
