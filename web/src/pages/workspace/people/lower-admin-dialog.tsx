// An admin of everything gets a lower role, or only some apps: the keys that they made may reach more, and can be revoked with it.
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Person, PersonLeftovers } from "../../../api/types.ts";
import { Dialog, DialogButtons } from "../../../components/layout/dialog.tsx";
import classes from "../grants/workspace-form.module.css";
import { LeftoversList } from "./person-leftovers.tsx";

interface LowerAdminDialogProps {
  person: Person;
  ties: PersonLeftovers;
  onChange(endsKeys: boolean): void;
  onClose(): void;
}

export function LowerAdminDialog({ person: { name }, ties, onChange, onClose }: LowerAdminDialogProps) {
  const [endsKeys, setEndsKeys] = useState(false);
  return (
    <Dialog title={`Change ${name}`} size="lg" onClose={onClose}>
      <div className={classes.small}>
        <p>
          <bdi>{name}</bdi> will not be an admin of every app any more. Keys that they made may reach more than they do.
        </p>
        <LeftoversList ties={ties} endsKeys={endsKeys} onEndsKeys={setEndsKeys} />
        <DialogButtons>
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => {
              onClose();
              onChange(endsKeys);
            }}
          >
            Change person
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
