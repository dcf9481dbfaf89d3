// Creating a key: what it is called, what it may do, for which apps, and until when.

import { NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_NAME } from "../../../../../src/wire/limits.ts";
import { post } from "../../../api/client.ts";
import { refusalOf } from "../../../api/field-refusals.ts";
import { endBody, KEY_LIVES } from "../../../api/key-ends.ts";
import type { NewKey } from "../../../api/types.ts";
import { DialogForm } from "../../../components/form/dialog-form.tsx";
import { LimitedInput } from "../../../components/form/limited-input.tsx";
import { tooLongText } from "../../../components/form/text-limits.ts";
import { type Grant, GrantFields, grantBody, isWhole } from "../../../components/grants/grant-fields.tsx";

export function CreateKeyDialog({ onMade, onClose }: { onMade(key: NewKey): void; onClose(): void }) {
  const [name, setName] = useState("");
  const [grant, setGrant] = useState<Grant>({ role: "tester", apps: null });
  const [days, setDays] = useState("");
  const create = useMutation({
    mutationFn: () => post<NewKey>("/keys", { name, ...grantBody(grant), ...endBody(days) }),
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
      <NativeSelect
        label="Expires"
        description="It is refused from then on. You are warned before."
        data={[{ value: "", label: "Never" }, ...KEY_LIVES]}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
