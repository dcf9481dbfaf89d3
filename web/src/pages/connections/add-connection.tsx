// Adding a connection: which tool. What it needs is filled in afterwards, beside the steps.
import { useState } from "react";
import { TOOL_FORMS } from "../../../../src/wire/connections/tool-forms.ts";
import { TOOL_NAME } from "../../../../src/wire/connections/tool-names.ts";
import type { Tool } from "../../../../src/wire/lists.ts";
import type { Connection } from "../../api/types.ts";
import { CardChoice } from "../../components/form/card-choice.tsx";
import { DialogForm } from "../../components/form/dialog-form.tsx";
import { useAddConnection } from "./connection-data.ts";
import { ISSUE_EVENTS } from "./connection-text.ts";
import classes from "./connections.module.css";

const TOOLS = (Object.keys(TOOL_FORMS) as Tool[]).map((value) => ({
  value,
  label: TOOL_NAME[value],
  hint: <InAndOut tool={value} />,
}));

interface Props {
  /** The id of the app. */
  app: string;
  /** Names that other connections have. */
  taken: readonly string[];
  onAdded(connection: Connection): void;
  onClose(): void;
}

export function AddConnection({ app, taken, onAdded, onClose }: Props) {
  const [tool, setTool] = useState<Tool | null>(null);
  const add = useAddConnection(app, onAdded);
  const send = () => {
    if (tool === null) return;
    // A new connection with a tool that has comments of its own is told of ours; whoever sets it up sees that, and can choose otherwise.
    const settings = TOOL_FORMS[tool].hearsComments ? { forward: ISSUE_EVENTS } : {};
    add.mutate({ tool, name: freeName(TOOL_NAME[tool], taken), settings });
  };
  return (
    <DialogForm
      title="Add a connection"
      size="lg"
      refused={add.error?.message ?? null}
      send="Add connection"
      isSending={add.isPending}
      canSend={tool !== null}
      onSend={send}
      onClose={onClose}
    >
      <CardChoice label="Tool" options={TOOLS} value={tool} wide onChange={(one: Tool) => setTool(one)} />
    </DialogForm>
  );
}

/** What a tool does here, in a line each way. */
function InAndOut({ tool }: { tool: Tool }) {
  const { in: heard, out } = TOOL_FORMS[tool];
  return (
    <span className={classes.ways}>
      {heard !== null && (
        <span>
          <b>In:</b> {heard}
        </span>
      )}
      {out !== null && (
        <span>
          <b>Out:</b> {out}
        </span>
      )}
    </span>
  );
}

/** A free name: connections with one tool are numbered until somebody names them better. */
function freeName(word: string, taken: readonly string[]): string {
  let name = word;
  for (let count = 2; taken.includes(name); count++) name = `${word} ${count}`;
  return name;
}
