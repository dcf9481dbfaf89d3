// A button for what can't be taken back: it first says what will happen, in its place, and does it on the second press.
import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./two-step.module.css";

interface Props {
  /** On the button. */
  label: string;
  /** What will happen. */
  children: ReactNode;
  /** On the button that does it. */
  confirm: string;
  cancel?: string;
  button?: ButtonProps;
  run(): void;
}

export function TwoStep({ label, children, confirm, cancel = "Keep it", button, run }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const wasOpen = useRef(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const doIt = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) doIt.current?.focus();
    else if (wasOpen.current) trigger.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOpen) {
    return (
      <Button ref={trigger} variant="default" {...button} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
    );
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset looks and sounds like a form
    <div
      role="group"
      aria-label={label}
      className={classes.step}
      onKeyDown={(event) => {
        if (event.key === "Escape") setIsOpen(false);
      }}
    >
      <p className={classes.words}>{children}</p>
      <div className={classes.buttons}>
        <Button
          ref={doIt}
          color="red"
          onClick={() => {
            setIsOpen(false);
            run();
          }}
        >
          {confirm}
        </Button>
        <Button variant="default" onClick={() => setIsOpen(false)}>
          {cancel}
        </Button>
      </div>
    </div>
  );
}
