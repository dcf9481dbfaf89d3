// Creating a key: what it is called, what it may do, and for which apps.
import { Alert, Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/refusal.ts";
import type { NewKey } from "../../api/types.ts";
import { Dialog, DialogButtons } from "../../parts/dialog.tsx";
import { type Grant, isWhole, ReachFields, RoleFields } from "./grant-fields.tsx";
import classes from "./workspace-form.module.css";

export function CreateKeyDialog({ onMade, onClose }: { onMade(key: NewKey): void; onClose(): void }) {
  const [name, setName] = useState("");
  const [grant, setGrant] = useState<Grant>({ role: "tester", apps: null });
  const create = useMutation({
    mutationFn: () =>
      post<NewKey>("/keys", { name, role: grant.role, ...(grant.apps === null ? {} : { apps: grant.apps }) }),
    onSuccess: onMade,
  });
  const refusal = refusalOf(create.error, ["name"]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title="New key" onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        {refusal.rest !== null && (
          <Alert color="red" role="alert">
            {refusal.rest}
          </Alert>
        )}
        <TextInput
          label="Name"
          description="What uses it. Issues it raises bear this name."
          placeholder="CI"
          required
          data-autofocus
          maxLength={200}
          value={name}
          error={refusal.at.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <RoleFields value={grant.role} onChange={(role) => setGrant({ ...grant, role })} />
        <ReachFields value={grant.apps} onChange={(apps) => setGrant({ ...grant, apps })} />
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={name.trim() === "" || !isWhole(grant)}>
            Create key
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
