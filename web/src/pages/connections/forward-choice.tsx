// Of what a tool is told.

import { useAhead } from "../../components/behaviour/use-optimistic-choice.ts";
import { TOOL_WORD } from "../../components/display/tool-names.ts";
import { CheckChips } from "../../components/form/check-chips.tsx";
import { useSetting } from "./connection-data.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { HAPPENINGS, type Happening, KIND_WORD } from "./connection-text.ts";

const OPTIONS = HAPPENINGS.map((value) => ({ value, label: KIND_WORD[value] }));

export function ForwardChoice({ app, connection }: ConnectionProps) {
  const { forward } = connection.settings as { forward?: readonly Happening[] };
  const set = useSetting(app.id, connection);
  const [chosen, choose] = useAhead<readonly Happening[]>(forward ?? HAPPENINGS);
  const toggle = (kind: Happening) => {
    const isOn = chosen.includes(kind);
    const next = HAPPENINGS.filter((one) => (one === kind ? !isOn : chosen.includes(one)));
    const said = `${TOOL_WORD[connection.tool]} is ${isOn ? "no longer" : "now"} told when an issue is ${DONE[kind]}.`;
    // Without the setting everything is forwarded, also what may come later.
    choose(next, set({ settings: { forward: next.length === HAPPENINGS.length ? null : next } }, said));
  };
  return (
    <CheckChips
      label="What is forwarded"
      options={OPTIONS}
      chosen={chosen}
      hint={chosen.length === 0 ? "Nothing is forwarded." : "What came from this tool is not sent back to it."}
      onToggle={toggle}
    />
  );
}

const DONE: Record<Happening, string> = {
  raised: "raised",
  fixed: "fixed",
  reopened: "reopened",
  confirmed: "confirmed as fixed",
};
