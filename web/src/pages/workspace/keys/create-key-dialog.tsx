// Creating a key: what it is called, what it may do, and for which apps.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_NAME } from "../../../../../src/wire/limits.ts";
import { post } from "../../../api/client.ts";
import { refusalOf } from "../../../api/field-refusals.ts";
import type { NewKey } from "../../../api/types.ts";
import { DialogForm } from "../../../components/form/dialog-form.tsx";
import { LimitedInput } from "../../../components/form/limited-input.tsx";
import { tooLongText } from "../../../components/form/text-limits.ts";
import { type Grant, GrantFields, grantBody, isWhole } from "../grants/grant-fields.tsx";

export function CreateKeyDialog({ onMade, onClose }: { onMade(key: NewKey): void; onClose(): void }) {
  const [name, setName] = useState("");
  const [grant, setGrant] = useState<Grant>({ role: "tester", apps: null });
  const create = useMutation({
    mutationFn: () => post<NewKey>("/keys", { name, ...grantBody(grant) }),
    onSuccess: onMade,
  });
  const refusal = refusalOf(create.error, ["name"]);
  return (
    <DialogForm
      title="New key"
      refused={refusal.rest}
      send="Create key"
      isSending={create.isPending}
      canSend={name.trim() !== "" && tooLongText(name, MAX_NAME) === undefined && isWhole(grant)}
      onSend={create.mutate}
      onClose={onClose}
    >
      <LimitedInput
        label="Name"
        description="What will use the key. Issues raised with it show this name."
        placeholder="CI"
        required
        data-autofocus
        limit={MAX_NAME}
        value={name}
        error={refusal.at.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <GrantFields value={grant} onChange={setGrant} />
    </DialogForm>
  );
}
