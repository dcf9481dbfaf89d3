// A button for what can't be taken back: the first press says what will happen, the second does it.
import { Button, type ButtonProps, Popover } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import classes from "./confirm-button.module.css";

interface Props {
  /** The button's label. */
  label: string;
  /** What the button is about, for screen readers, where several buttons have the same label. */
  about?: string;
  /** Says what will happen when it is pressed once more. */
  words: ReactNode;
  confirm: string;
  /** The end of the button that the text is aligned with. */
  at?: "start" | "end";
  button?: Pick<ButtonProps, "size" | "variant" | "ml">;
  onConfirm(): void;
}

export function ConfirmButton({ label, about, words, confirm, at = "end", button, onConfirm }: Props) {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  const name = about === undefined ? label : `${label}: ${about}`;
  const close = () => {
    setOpened(false);
    target.current?.focus();
  };
  return (
    <Popover opened={opened} onDismiss={close} position={`bottom-${at}`} width={300} trapFocus withinPortal>
      <Popover.Target>
        <Button
          ref={target}
          variant="default"
          size="xs"
          {...button}
          className={classes.target}
          aria-label={name}
          onClick={() => setOpened(!opened)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>
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
              close();
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
