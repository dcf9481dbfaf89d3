// Adding a connection: which tool, and what to call it. What it needs is filled in afterwards, beside the steps.
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { refusalOf } from "../../api/refusal.ts";
import type { Connection } from "../../api/types.ts";
import { CardChoice } from "../../parts/card-choice.tsx";
import { DialogForm } from "../../parts/dialog-form.tsx";
import { TOOL_WORD, type Tool } from "../../parts/tool-words.ts";
import classes from "./connections.module.css";
import { useAddConnection } from "./connections-data.ts";
import { TOOL_FACTS } from "./tool-facts.ts";

const TOOLS = (Object.keys(TOOL_FACTS) as Tool[]).map((value) => ({
  value,
  label: TOOL_WORD[value],
  hint: <InAndOut tool={value} />,
}));

interface Props {
  /** The id. */
  app: string;
  onAdded(connection: Connection): void;
  onClose(): void;
}

export function AddConnection({ app, onAdded, onClose }: Props) {
  const [tool, setTool] = useState<Tool | null>(null);
  const [name, setName] = useState("");
  const add = useAddConnection(app, onAdded);
  const refusal = refusalOf(add.error, ["name"]);
  const send = () => {
    if (tool !== null) add.mutate({ tool, ...(name.trim() === "" ? {} : { name: name.trim() }) });
  };
  return (
    <DialogForm
      title="Add a connection"
      size="lg"
      refused={refusal.rest}
      send="Add connection"
      isSending={add.isPending}
      canSend={tool !== null}
      onSend={send}
      onClose={onClose}
    >
      <CardChoice label="Tool" options={TOOLS} value={tool} wide onChange={(one: Tool) => setTool(one)} />
      <TextInput
        label="Name"
        description="If there are several with one tool. Left empty, it is called by the tool's name."
        placeholder={tool === null ? "" : TOOL_WORD[tool]}
        maxLength={200}
        value={name}
        error={refusal.at.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

/** What a tool does here, in a line each way. */
export function InAndOut({ tool }: { tool: Tool }) {
  const { in: heard, out } = TOOL_FACTS[tool];
  return (
    <span className={classes.ways}>
      <span>
        <b>In:</b> {heard}
      </span>
      {out !== null && (
        <span>
          <b>Out:</b> {out}
        </span>
      )}
    </span>
  );
}
