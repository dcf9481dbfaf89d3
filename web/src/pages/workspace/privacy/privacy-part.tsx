// Personal data: whom and what can be erased, and what was.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { get } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { RemovedPerson } from "../../../api/types.ts";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Ago, useTicks } from "../../../components/display/times.tsx";
import { Panel, Panels } from "../../../components/layout/panel.tsx";
import rows from "../../../components/layout/rows.module.css";
import { EraseDialog } from "../../../components/privacy/erase-dialog.tsx";
import { Erasures } from "./erasures.tsx";
import classes from "./privacy-part.module.css";

export function PrivacyPart() {
  const [isErasing, setErasing] = useState(false);
  return (
    <Panels>
      <RemovedPeople />
      <Panel
        title="Reporters"
        about="People outside the team, whom issues name as their reporter. Their address stands on the issue, where they can be erased, too."
        action={
          <Button variant="default" onClick={() => setErasing(true)}>
            Erase a reporter…
          </Button>
        }
      >
        {isErasing && <EraseDialog kind="reporter" subject={null} name={null} onClose={() => setErasing(false)} />}
      </Panel>
      <Panel
        title="Apps"
        about={
          <>
            Archived apps can be restored or erased below{" "}
            <Link href="/" className={classes.link}>
              the list of all apps
            </Link>
            .
          </>
        }
      >
        {null}
      </Panel>
      <Erasures />
    </Panels>
  );
}

function RemovedPeople() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.removedPeople,
    queryFn: () => get<RemovedPerson[]>("/people/removed"),
    staleTime: 0,
  });
  useTicks();
  let content: ReactNode;
  if (data === undefined) {
    content = error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />;
  } else if (data.length === 0) {
    content = (
      <p className={rows.nothing}>
        Nobody is here. Whoever is removed under{" "}
        <Link href="/workspace/people" className={classes.link}>
          People
        </Link>{" "}
        can be erased afterwards.
      </p>
    );
  } else {
    content = (
      <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="Removed people">
        {data.map((person) => (
          <RemovedRow key={person.id} person={person} />
        ))}
      </ul>
    );
  }
  return (
    <Panel
      title="Removed people"
      about="They can't sign in any more. Their name and e-mail address are kept until they are erased."
    >
      {content}
    </Panel>
  );
}

function RemovedRow({ person: { id, name, email, removed_at: at } }: { person: RemovedPerson }) {
  const [isErasing, setErasing] = useState(false);
  return (
    <li className={rows.row} data-row={id}>
      <div className={rows.main}>
        <div className={rows.name}>
          <bdi>{name}</bdi>
        </div>
        <div className={rows.meta}>
          <bdi>{email}</bdi>
          <span>
            Removed <Ago at={at} />
          </span>
        </div>
      </div>
      <div className={rows.actions}>
        <Button variant="default" size="xs" aria-label={`Erase: ${name}`} onClick={() => setErasing(true)}>
          Erase…
        </Button>
        {isErasing && (
          <EraseDialog kind="person" subject={email} name={email} person={name} onClose={() => setErasing(false)} />
        )}
      </div>
    </li>
  );
}
