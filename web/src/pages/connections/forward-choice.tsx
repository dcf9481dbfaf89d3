// Which events of issues are sent to a tool.

import { TOOL_NAME } from "../../../../src/wire/lists.ts";
import { useOptimisticChoice } from "../../components/behaviour/use-optimistic-choice.ts";
import { CheckChips } from "../../components/form/check-chips.tsx";
import { useConnectionSetting } from "./connection-data.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { FORWARD_KIND_LABEL, ISSUE_EVENTS, type IssueEvent } from "./connection-text.ts";

const OPTIONS = ISSUE_EVENTS.map((value) => ({ value, label: FORWARD_KIND_LABEL[value] }));

/** What is forwarded without the setting: comments only where somebody has chosen them. */
const UNCHOSEN = ISSUE_EVENTS.filter((one) => one !== "commented");

export function ForwardChoice({ app, connection }: ConnectionProps) {
  const { forward } = connection.settings as { forward?: readonly IssueEvent[] };
  const set = useConnectionSetting(app.id, connection);
  const [chosen, choose] = useOptimisticChoice<readonly IssueEvent[]>(forward ?? UNCHOSEN);
  const toggle = (kind: IssueEvent) => {
    const isOn = chosen.includes(kind);
    const next = ISSUE_EVENTS.filter((one) => (one === kind ? !isOn : chosen.includes(one)));
    const said = `${TOOL_NAME[connection.tool]} is ${isOn ? "no longer" : "now"} told when an issue is ${DONE[kind]}.`;
    choose(next, set({ settings: { forward: next.join() === UNCHOSEN.join() ? null : next } }, said));
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

const DONE: Record<IssueEvent, string> = {
  raised: "raised",
  fixed: "fixed",
  reopened: "reopened",
  confirmed: "confirmed as fixed",
  commented: "commented on",
};
