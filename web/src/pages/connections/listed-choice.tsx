// A setting that lists what a connection is told of, as chips to switch on and off.
import { useOptimisticChoice } from "../../components/behaviour/use-optimistic-choice.ts";
import { CheckChips } from "../../components/form/check-chips.tsx";
import { useConnectionSetting } from "./connection-data.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { FORWARD_KIND_LABEL } from "./connection-text.ts";

interface Props<Kind extends keyof typeof FORWARD_KIND_LABEL> extends ConnectionProps {
  setting: string;
  all: readonly Kind[];
  /** The choice that holds until one is made. */
  unchosen: readonly Kind[];
  label: string;
  hint(chosen: readonly Kind[]): string;
  /** The message after one is switched. */
  said(kind: Kind, isOn: boolean): string;
}

export function ListedChoice<Kind extends keyof typeof FORWARD_KIND_LABEL>(props: Props<Kind>) {
  const { app, connection, setting, all, unchosen, label, hint, said } = props;
  const set = useConnectionSetting(app.id, connection);
  const held = connection.settings[setting] as readonly Kind[] | undefined;
  const [chosen, choose] = useOptimisticChoice<readonly Kind[]>(held ?? unchosen);
  const toggle = (kind: Kind) => {
    const isOn = !chosen.includes(kind);
    const next = all.filter((one) => (one === kind ? isOn : chosen.includes(one)));
    const value = next.join() === unchosen.join() ? null : next;
    choose(next, set({ settings: { [setting]: value } }, said(kind, isOn)));
  };
  return (
    <CheckChips
      label={label}
      options={all.map((value) => ({ value, label: FORWARD_KIND_LABEL[value] }))}
      chosen={chosen}
      hint={hint(chosen)}
      onToggle={toggle}
    />
  );
}
