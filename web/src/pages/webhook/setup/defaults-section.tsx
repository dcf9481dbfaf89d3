// What an issue gets when its payload doesn't say.
import { NativeSelect } from "@mantine/core";
import type { Webhook } from "../../../api/types.ts";
import { useAhead } from "../../../parts/use-ahead.ts";
import { useSetting } from "../webhook-data.ts";
import classes from "./defaults-section.module.css";
import { Section } from "./section.tsx";
import setup from "./setup.module.css";
import type { SetupProps } from "./setup-part.tsx";

type Priority = NonNullable<Webhook["default_priority"]>;

const PRIORITY_WORD: Record<Priority, string> = { urgent: "Urgent", high: "High", medium: "Medium", low: "Low" };

export function DefaultsSection({ app, webhook }: SetupProps) {
  const set = useSetting(app.id);
  const [chosen, choose] = useAhead(webhook.default_platforms);
  const [priority, choosePriority] = useAhead(webhook.default_priority);
  const toggle = (code: string, label: string) => {
    const isOn = chosen.includes(code);
    const next = app.platforms.map((one) => one.code).filter((one) => (one === code ? !isOn : chosen.includes(one)));
    const said =
      next.length === 0
        ? "By default every platform is meant now."
        : `${label} is ${isOn ? "no longer" : "now"} a default platform.`;
    choose(next, set({ default_platforms: next }, said));
  };
  const prioritise = (value: Priority | null) => {
    const said = value === null ? "There is no default priority now." : `The default priority is ${value} now.`;
    choosePriority(value, set({ default_priority: value }, said));
  };
  const priorities = [
    { value: "", label: "None" },
    ...Object.entries(PRIORITY_WORD).map(([value, label]) => ({ value, label })),
  ];
  return (
    <Section title="Defaults" hint="For payloads that name no platform of this app, or no priority that is recognised.">
      <div className={classes.defaults}>
        <fieldset className={classes.platforms}>
          <legend>Default platforms</legend>
          <div className={classes.chips}>
            {app.platforms.map(({ code, label }) => (
              <label key={code} className={classes.chip}>
                <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code, label)} />
                <bdi>{label}</bdi>
              </label>
            ))}
          </div>
          <p className={setup.hint}>
            {chosen.length === 0 ? "None chosen: every platform is meant." : "Only these are meant."}
          </p>
        </fieldset>
        <NativeSelect
          label="Default priority"
          data={priorities}
          value={priority ?? ""}
          onChange={({ currentTarget: { value } }) => prioritise(value === "" ? null : (value as Priority))}
        />
      </div>
    </Section>
  );
}
