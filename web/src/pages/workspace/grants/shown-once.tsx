// A secret that is shown this once: to copy, and to say that it is kept.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { Icon } from "../../../components/display/icons.tsx";
import classes from "./shown-once.module.css";

export function ShownOnce({
  label,
  secret,
  children,
  done,
  onDone,
}: {
  label: string;
  secret: string;
  children?: ReactNode;
  done: string;
  onDone(): void;
}) {
  return (
    <div className={classes.once}>
      <p className={classes.warning}>
        <Icon name="warning" /> Copy it now: it is not shown again.
      </p>
      <div className={classes.secret}>
        <textarea
          className={classes.text}
          readOnly
          rows={2}
          spellCheck={false}
          aria-label={label}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret} label="Copy" data-autofocus />
      </div>
      {children}
      <div className={classes.buttons}>
        <Button onClick={onDone}>{done}</Button>
      </div>
    </div>
  );
}

/** A line to try the new secret with. */
export function LineToTry({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <div className={classes.secret}>
        <code className={classes.text}>{text}</code>
        <CopyButton text={text} label="Copy" aria-label={`Copy: ${label}`} />
      </div>
    </div>
  );
}
