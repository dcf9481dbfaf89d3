// Removing a person: what they leave behind is shown first, and the keys that they made can end with them.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../../api/client.ts";
import type { Person, PersonLeftovers } from "../../../api/types.ts";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Dialog, DialogButtons } from "../../../components/layout/dialog.tsx";
import { PEOPLE } from "../grants/access-query-keys.ts";
import { useEndGrant } from "../grants/use-end-grant.ts";
import classes from "../grants/workspace-form.module.css";
import { LeftoversList } from "./person-leftovers.tsx";

export function RemovePersonDialog({ person: { id, name }, onClose }: { person: Person; onClose(): void }) {
  const [endsKeys, setEndsKeys] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...PEOPLE, id, "ties"],
    queryFn: () => get<PersonLeftovers>(`/people/${id}/ties`),
    gcTime: 0,
  });
  const remove = useEndGrant({
    list: PEOPLE,
    path: "/people",
    id,
    query: endsKeys ? "?revoke_keys=true" : "",
    said: `${name} is removed.`,
  });
  return (
    <Dialog title={`Remove ${name}`} size="lg" onClose={onClose}>
      <div className={classes.small}>
        <p>
          <bdi>{name}</bdi> is signed out everywhere and can't sign in again. What they did stays, with their name. It
          can be erased afterwards, under “Personal data”.
        </p>
        {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
        {data !== undefined && <LeftoversList ties={data} endsKeys={endsKeys} onEndsKeys={setEndsKeys} />}
        <DialogButtons>
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            color="red"
            disabled={data === undefined}
            onClick={() => {
              onClose();
              remove();
            }}
          >
            Remove person
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
