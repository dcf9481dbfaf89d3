// The priority of an issue, picked in place.
import { PRIORITIES, type Priority } from "../../../../../src/wire/lists.ts";
import type { Issue } from "../../../api/types.ts";
import { PRIORITY_LABEL, PriorityMark } from "./issue-labels.tsx";
import { Picker } from "./picker.tsx";

const NONE = "none";

interface PriorityPickerProps {
  value: Issue["priority"];
  opened: boolean;
  onOpened(opened: boolean): void;
  onPick(priority: Issue["priority"]): void;
}

export function PriorityPicker({ value, opened, onOpened, onPick }: PriorityPickerProps) {
  const options = [
    ...PRIORITIES.map((priority) => ({
      value: priority,
      label: PRIORITY_LABEL[priority],
      sign: <SilentMark priority={priority} />,
    })),
    { value: NONE, label: "No priority" },
  ];
  return (
    <Picker
      label="Priority"
      options={options}
      picked={[value ?? NONE]}
      opened={opened}
      onOpened={onOpened}
      onPick={(picked) => onPick(picked === NONE ? null : (picked as Priority))}
    >
      {value === null ? "None" : <PriorityMark priority={value} withWord />}
    </Picker>
  );
}

/** The mark of a priority, silent for screen readers: the word is beside it. */
function SilentMark({ priority }: { priority: Priority }) {
  return (
    <span aria-hidden="true">
      <PriorityMark priority={priority} />
    </span>
  );
}
