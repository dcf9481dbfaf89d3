// Into which app a file is imported, and how another tool's export is read.
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useOverview } from "../../api/apps.ts";

export interface ImportForm {
  /** Empty: the app that the file names; `NEW_APP`: one that is created. */
  app: string;
  name: string;
  platforms: string;
  refPrefix: string;
  keepFields: boolean;
  prune: boolean;
}

export const NEW_APP = "new";

interface Props {
  form: ImportForm;
  onChange(change: Partial<ImportForm>): void;
}

export function AppChoice({ form, onChange }: Props) {
  const { data: apps = [] } = useOverview();
  return (
    <>
      <NativeSelect
        label="Import into"
        value={form.app}
        onChange={(event) => onChange({ app: event.currentTarget.value })}
        data={[
          { value: "", label: "The app that the file names" },
          { value: NEW_APP, label: "A new app" },
          ...apps.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {form.app === NEW_APP && (
        <>
          <TextInput
            label="Name of the new app"
            value={form.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Platforms of the new app"
            description="Their codes, with commas between them: web, ios"
            value={form.platforms}
            onChange={(event) => onChange({ platforms: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}

/** Options for files of other tools. */
export function ForeignOptions({ form, onChange }: Props) {
  return (
    <>
      <TextInput
        label="In front of ids"
        description="The ids of the cases become refs. What is written here is put in front of each."
        value={form.refPrefix}
        onChange={(event) => onChange({ refPrefix: event.currentTarget.value })}
      />
      <Checkbox
        label="Keep other fields"
        description="Fields that a check does not have stand at the end of its instructions."
        checked={form.keepFields}
        onChange={(event) => onChange({ keepFields: event.currentTarget.checked })}
      />
    </>
  );
}
