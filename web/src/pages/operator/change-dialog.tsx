// What an operator changes of a workspace: its name, its plan, and what it may send and keep.
import { NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { patch } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { OperatedWorkspace } from "../../api/types.ts";
import { useConfirmFirst } from "../../components/form/confirm-first.tsx";
import { DialogForm } from "../../components/form/dialog-form.tsx";
import { toast } from "../../interaction/toasts.tsx";
import classes from "./operator-page.module.css";

type Limits = OperatedWorkspace["limits"];

const MB = 1_000_000;
const PLANS = ["free", "unlimited"] as const;
const LIMITS = [
  { field: "requests_a_minute", label: "Requests a minute", about: "Of all its keys and people together.", unit: 1 },
  { field: "deliveries_a_minute", label: "Deliveries a minute", about: "Of all its webhooks together.", unit: 1 },
  { field: "live_streams", label: "Live streams", about: "Open pages that follow along.", unit: 1 },
  { field: "file_bytes", label: "Files, in MB", about: "Of all attached files together.", unit: MB },
] as const;

export function ChangeDialog({ workspace, onClose }: { workspace: OperatedWorkspace; onClose(): void }) {
  const client = useQueryClient();
  const { call, dialog } = useConfirmFirst();
  const [name, setName] = useState(workspace.name);
  const [plan, setPlan] = useState(workspace.plan);
  const [typed, setTyped] = useState(() => typedOf(workspace.limits));
  const change = useMutation({
    mutationFn: () => {
      const body = { name, plan, limits: limitsOf(typed) };
      return call(() => patch<OperatedWorkspace>(`/operator/workspaces/${workspace.id}`, body));
    },
    onSuccess: (after) => {
      if (after === undefined) return;
      void client.invalidateQueries({ queryKey: queryKeys.operated() });
      toast({ text: `${after.name} was changed. Its audit log says so.` });
      onClose();
    },
  });
  const fields = ["name", ...LIMITS.map(({ field }) => `limits.${field}`)];
  const { at, rest } = refusalOf(change.error, fields);
  return (
    <>
      <DialogForm
        title={`Change ${workspace.name}`}
        size="lg"
        refused={rest}
        send="Save"
        isSending={change.isPending}
        canSend={name.trim() !== "" && LIMITS.every(({ field }) => /^\d*$/.test(typed[field].trim()))}
        onSend={() => change.mutate()}
        onClose={onClose}
      >
        <TextInput
          label="Name"
          required
          value={name}
          error={at.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label="Plan"
          description="On the plan free the issues of a month are limited."
          data={[...PLANS]}
          value={plan}
          onChange={(event) => setPlan(event.currentTarget.value as OperatedWorkspace["plan"])}
        />
        <div className={classes.fields}>
          {LIMITS.map(({ field, label, about }) => (
            <TextInput
              key={field}
              label={label}
              description={`${about} Empty: as for every workspace.`}
              inputMode="numeric"
              value={typed[field]}
              error={/^\d*$/.test(typed[field].trim()) ? at[`limits.${field}`] : "A whole number, or nothing."}
              onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
            />
          ))}
        </div>
      </DialogForm>
      {dialog}
    </>
  );
}

function typedOf(limits: Limits): Record<keyof Limits, string> {
  const texts = LIMITS.map(({ field, unit }) => {
    const limit = limits[field];
    return [field, limit === null ? "" : String(Math.round(limit / unit))];
  });
  return Object.fromEntries(texts) as Record<keyof Limits, string>;
}

function limitsOf(typed: Record<keyof Limits, string>): Limits {
  const numbers = LIMITS.map(({ field, unit }) => {
    const text = typed[field].trim();
    return [field, text === "" ? null : Number(text) * unit];
  });
  return Object.fromEntries(numbers) as Limits;
}
