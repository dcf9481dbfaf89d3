// What a cycle is called, and the build that it is about.
import { MAX_BUILD, MAX_NAME } from "../../../../src/wire/limits.ts";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";

interface NameAndBuild {
  name: string;
  build: string;
}

interface Props {
  value: NameAndBuild;
  /** Why the server refused a field. */
  errors: Partial<Record<"name" | "build", string>>;
  onChange(value: NameAndBuild): void;
}

export function CycleNameFields({ value, errors, onChange }: Props) {
  return (
    <>
      <LimitedInput
        label="Name"
        placeholder="Release 1.5"
        required
        data-autofocus
        limit={MAX_NAME}
        value={value.name}
        error={errors.name}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <LimitedInput
        label="Build"
        description="Optional. Results of other builds then don't count for the cycle, unless they name it."
        placeholder="1.5.0-rc.1"
        limit={MAX_BUILD}
        value={value.build}
        error={errors.build}
        onChange={(event) => onChange({ ...value, build: event.currentTarget.value })}
      />
    </>
  );
}

/** Whether a cycle can have this name and build. */
export function isNameAndBuild({ name, build }: NameAndBuild): boolean {
  const isLong = tooLongText(name, MAX_NAME) !== undefined || tooLongText(build, MAX_BUILD) !== undefined;
  return name.trim() !== "" && !isLong;
}
