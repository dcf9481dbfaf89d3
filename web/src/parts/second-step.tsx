// A button for what can't be taken back: the first press says what will happen, the second does it.
import { Button, Popover } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import classes from "./second-step.module.css";

export function SecondStep({
  label,
  about,
  words,
  confirm,
  onConfirm,
}: {
  /** What the button says. */
  label: string;
  /** What the button is about, for those who only hear it. */
  about: string;
  /** What will happen. */
  words: ReactNode;
  confirm: string;
  onConfirm(): void;
}) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpened(false);
    button.current?.focus();
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <Button
          ref={button}
          variant="default"
          size="xs"
          className={classes.target}
          aria-label={`${label}: ${about}`}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`${label}: ${about}`}>
        <div className={classes.words}>{words}</div>
        <div className={classes.buttons}>
          <Button variant="default" size="xs" className={classes.target} data-autofocus onClick={close}>
            Cancel
          </Button>
          <Button
            color="red"
            size="xs"
            className={classes.target}
            onClick={() => {
              setOpened(false);
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
