// All keys that do something on this page.
import { Kbd, Modal } from "@mantine/core";
import { keyLabel, useShownShortcuts } from "../interaction/shortcuts.tsx";
import classes from "./shortcut-help.module.css";

export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const shortcuts = useShownShortcuts();
  const groups = [...new Set(shortcuts.map(({ group }) => group))].reverse();
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={classes.title}>{group}</h3>
            <dl className={classes.keys}>
              {shortcuts
                .filter((one) => one.group === group)
                .map(({ keys, label }) => (
                  <div key={label} className={classes.row}>
                    <dt>{label}</dt>
                    <dd>
                      {keys.map((key) => (
                        <Kbd key={key}>{keyLabel(key)}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
