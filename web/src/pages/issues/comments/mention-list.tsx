// People to mention, below the field in which somebody types `@` and the beginning of a name. The field keeps the keys.
import type { Colleague } from "../data/issue-data.ts";
import { PersonMark } from "../fields/person-mark.tsx";
import classes from "./mention-list.module.css";

interface ListProps {
  id: string;
  people: readonly Colleague[];
  active: number;
  onActive(index: number): void;
  onPick(person: Colleague): void;
}

export function MentionList({ id, people, active, onActive, onPick }: ListProps) {
  return (
    <div className={classes.list} id={id} role="listbox" aria-label="People to mention">
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the keys
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className={classes.option}
          onMouseMove={() => onActive(index)}
          // The field must not lose the focus before the click arrives.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
        >
          <PersonMark name={person.name} />
          <bdi aria-hidden="true">{person.name}</bdi>
        </div>
      ))}
    </div>
  );
}
