// A dialog that is filled in and sent. What was refused without naming a field stands above the fields.
import { Alert, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog, DialogButtons } from "../layout/dialog.tsx";
import classes from "./dialog-form.module.css";

interface Props {
  title: string;
  size?: "md" | "lg";
  refused: string | null;
  /** The label of the button that sends the form. */
  send: string;
  /** Whether sending can't be undone. */
  isFinal?: boolean;
  isSending: boolean;
  canSend: boolean;
  onSend(): void;
  onClose(): void;
  children: ReactNode;
}

export function DialogForm({
  title,
  size = "md",
  refused,
  send,
  isFinal = false,
  isSending,
  canSend,
  onSend,
  onClose,
  children,
}: Props) {
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        {refused !== null && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        {children}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" {...(isFinal ? { color: "red" } : {})} loading={isSending} disabled={!canSend}>
            {send}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
