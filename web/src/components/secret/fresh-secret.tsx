// A secret that was just made, shown where it belongs until somebody says that it is stored.
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { CopyButton } from "../buttons/copy-button.tsx";
import section from "../layout/section.module.css";
import classes from "./fresh-secret.module.css";

interface Props {
  label: string;
  secret: string;
  onStored(): void;
  /** Explains what the secret is for. */
  children: ReactNode;
}

export function FreshSecret({ label, secret, onStored, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset looks and sounds like a form
    <div ref={box} className={classes.shown} role="group" aria-label={label} tabIndex={-1}>
      <p>
        <strong>Copy it now: it is not shown again.</strong> {children}
      </p>
      <code className={classes.secret}>{secret}</code>
      <div className={section.actions}>
        <CopyButton text={secret} label="Copy secret" variant="filled" />
        <Button variant="default" onClick={onStored}>
          I have stored it
        </Button>
      </div>
    </div>
  );
}
