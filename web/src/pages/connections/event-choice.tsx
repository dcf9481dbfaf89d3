// Which events a program is told of.
import { EVENT_TYPES, type EventType } from "../../../../src/wire/lists.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { FORWARD_KIND_LABEL } from "./connection-text.ts";
import { ListedChoice } from "./listed-choice.tsx";

export function EventChoice(props: ConnectionProps) {
  return (
    <ListedChoice<EventType>
      {...props}
      setting="types"
      all={EVENT_TYPES}
      unchosen={EVENT_TYPES}
      label="What it is told of"
      hint={({ length }) =>
        length === 0 ? "It is told of nothing." : "Each is sent as it happens, one after the other."
      }
      said={(type, isOn) =>
        `Your program is ${isOn ? "now" : "no longer"} told of this: ${FORWARD_KIND_LABEL[type].toLowerCase()}.`
      }
    />
  );
}
