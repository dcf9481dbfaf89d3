// The people of the workspace, and those who are invited.

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { INVITATION_DAYS } from "../../../../../src/wire/limits.ts";
import { get } from "../../../api/client.ts";
import type { Invitation, Person } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Panel, Panels } from "../../../components/layout/panel.tsx";
import rows from "../../../components/layout/rows.module.css";
import { useCommands } from "../../../interaction/commands.tsx";
import { useShortcuts } from "../../../interaction/shortcuts.tsx";
import { INVITATIONS, PEOPLE } from "../grants/access-query-keys.ts";
import { FactorDemand } from "./factor-demand.tsx";
import { InvitationRow } from "./invitation-row.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { PersonRow } from "./person-row.tsx";

export function PeoplePart() {
  const people = useQuery({ queryKey: PEOPLE, queryFn: () => get<Person[]>("/people") });
  const invitations = useQuery({ queryKey: INVITATIONS, queryFn: () => get<Invitation[]>("/invitations") });
  const [isInviting, setInviting] = useState(false);
  const invite = () => setInviting(true);
  useShortcuts([{ keys: ["c"], label: "Invite somebody", group: "People", run: invite }]);
  useCommands([{ label: "Invite somebody", run: invite }]);
  return (
    <Panels>
      <Panel
        title="People"
        about="Changes take effect at once."
        action={
          <Button leftSection={<Icon name="plus" />} onClick={invite}>
            Invite
          </Button>
        }
      >
        {people.data === undefined && <Missing {...people} />}
        {people.data !== undefined && (
          <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="People">
            {people.data.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        )}
      </Panel>
      <FactorDemand />
      <Panel
        title="Invitations"
        about={`Links that nobody has used yet. Each works once, within ${INVITATION_DAYS} days.`}
      >
        {invitations.data === undefined && <Missing {...invitations} />}
        {invitations.data?.length === 0 && (
          <p className={rows.nothing}>
            There are no open invitations. An invitation is a link that you pass on, or that is mailed if mail is set
            up.
          </p>
        )}
        {invitations.data !== undefined && invitations.data.length > 0 && (
          <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="Invitations">
            {invitations.data.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </Panel>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Panels>
  );
}

function Missing({ error, refetch }: { error: Error | null; refetch(): unknown }) {
  return error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />;
}
