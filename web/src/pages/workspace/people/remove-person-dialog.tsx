// Removing a person: what they leave behind is shown first, and the keys that they made can end with them.
import { Button, Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { get } from "../../../api/client.ts";
import type { Person, Ties } from "../../../api/types.ts";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { Dialog, DialogButtons } from "../../../components/layout/dialog.tsx";
import { PEOPLE } from "../grants/access-query-keys.ts";
import { useEndGrant } from "../grants/use-end-grant.ts";
import classes from "../grants/workspace-form.module.css";

export function RemovePersonDialog({ person: { id, name }, onClose }: { person: Person; onClose(): void }) {
  const [endsKeys, setEndsKeys] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [...PEOPLE, id, "ties"],
    queryFn: () => get<Ties>(`/people/${id}/ties`),
    gcTime: 0,
  });
  const remove = useEndGrant(PEOPLE, "/people", id, `${name} is removed.`, endsKeys ? "?revoke_keys=true" : "");
  return (
    <Dialog title={`Remove ${name}`} size="lg" onClose={onClose}>
      <div className={classes.small}>
        <p>
          <bdi>{name}</bdi> is signed out everywhere and can't sign in again. What they did stays, with their name.
        </p>
        {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
        {data !== undefined && <Left ties={data} />}
        {data !== undefined && data.keys.length > 0 && (
          <Checkbox
            label={data.keys.length === 1 ? "Revoke this key, too" : `Revoke these ${data.keys.length} keys, too`}
            description="Programs that use such a key are refused from then on. Keys that somebody else made stay."
            checked={endsKeys}
            onChange={(event) => setEndsKeys(event.currentTarget.checked)}
          />
        )}
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

function Left({ ties: { keys, issues, sections } }: { ties: Ties }) {
  return (
    <>
      {keys.length > 0 && (
        <Listed title="Keys they made, which still work">
          {keys.map((key) => (
            <li key={key.id}>
              <bdi>{key.name}</bdi> ({key.role}),{" "}
              {key.last_used_at === null ? (
                "never used"
              ) : (
                <>
                  used <Ago at={key.last_used_at} />
                </>
              )}
            </li>
          ))}
        </Listed>
      )}
      {issues.total > 0 && (
        <Listed title={`Open issues assigned to them: ${issues.total.toLocaleString("en")}`}>
          {issues.newest.map((issue) => (
            <li key={issue.id}>
              <Link href={`/issues/${issue.id}`}>{issue.code}</Link> <bdi>{issue.text.split("\n", 1)[0]}</bdi>
            </li>
          ))}
          {issues.total > issues.newest.length && <li>and older ones</li>}
        </Listed>
      )}
      {sections.length > 0 && (
        <Listed title="Sections they test in open cycles">
          {sections.map(({ app, cycle, title }) => (
            <li key={`${app} ${cycle} ${title}`}>
              <bdi>{title}</bdi> (<bdi>{app}</bdi>, <bdi>{cycle}</bdi>)
            </li>
          ))}
        </Listed>
      )}
    </>
  );
}

function Listed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.listed}>{children}</ul>
    </div>
  );
}
