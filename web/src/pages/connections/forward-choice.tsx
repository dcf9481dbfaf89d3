// Which events of issues are sent to a tool.
import { TOOL_NAME } from "../../../../src/wire/connections/tool-names.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { ISSUE_EVENTS, type IssueEvent } from "./connection-text.ts";
import { ListedChoice } from "./listed-choice.tsx";

/** Events that are forwarded by default: comments only where somebody chose them. */
const UNCHOSEN = ISSUE_EVENTS.filter((one) => one !== "commented");

export function ForwardChoice(props: ConnectionProps) {
  return (
    <ListedChoice<IssueEvent>
      {...props}
      setting="forward"
      all={ISSUE_EVENTS}
      unchosen={UNCHOSEN}
      label="What is forwarded"
      hint={({ length }) =>
        length === 0 ? "Nothing is forwarded." : "What came from this tool is not sent back to it."
      }
      said={(kind, isOn) =>
        `${TOOL_NAME[props.connection.tool]} is ${isOn ? "now" : "no longer"} told when an issue is ${DONE[kind]}.`
      }
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
