// One person: role and reach are changed in place.
import { Button, NativeSelect, Popover } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ROLES } from "../../../../../src/wire/lists.ts";
import { get, patch } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useMe } from "../../../api/session.tsx";
import type { Person, PersonLeftovers, Role } from "../../../api/types.ts";
import { useOptimisticChoice } from "../../../components/behaviour/use-optimistic-choice.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { type Grant, isWhole, ReachFields, ReachText, ROLE_LABEL } from "../../../components/grants/grant-fields.tsx";
import rows from "../../../components/layout/rows.module.css";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { PEOPLE } from "../grants/access-query-keys.ts";
import classes from "../grants/workspace-form.module.css";
import { LowerAdminDialog } from "./lower-admin-dialog.tsx";
import { RemovePersonDialog } from "./remove-person-dialog.tsx";
import { SignInDialog } from "./sign-in-dialog.tsx";

const ROLE_CHOICES = ROLES.map((value) => ({ value, label: ROLE_LABEL[value] }));

export function PersonRow({ person }: { person: Person }) {
  const { id, name, email, role, created_at } = person;
  const isMe = useMe().id === id;
  const change = useChangePerson(person);
  const [lowered, setLowered] = useState<{ to: Partial<Grant>; ties: PersonLeftovers } | null>(null);
  /** Whoever made keys as an admin of everything is not lowered without a look at them. */
  const changeTo = async (to: Partial<Grant>) => {
    if (isFullAdmin(person) && !isFullAdmin({ ...person, ...to })) {
      const ties = await get<PersonLeftovers>(`/people/${id}/ties`).catch((error: unknown) => {
        toastError(error);
        return null;
      });
      if (ties === null) return;
      if (ties.keys.length > 0) return setLowered({ to, ties });
    }
    // What fails here was said already.
    await change.mutateAsync(to).catch(() => {});
  };
  const [opened, setOpened] = useState<"sign-in" | "remove" | null>(null);
  const [shownRole, ahead] = useOptimisticChoice(role);
  return (
    <li className={rows.row} data-row={id}>
      <div className={rows.main}>
        <div className={rows.name}>
          <bdi>{name}</bdi>
          {isMe && <span className={rows.tag}>You</span>}
        </div>
        <div className={rows.meta}>
          <bdi>{email}</bdi>
          <span>
            Joined <Ago at={created_at} />
          </span>
          {person.second_factor && <span>Second factor</span>}
        </div>
      </div>
      {isMe ? (
        // Taking the workspace away from oneself is done by somebody else.
        <div className={rows.meta}>
          <span>
            <span className={rows.role}>{role}</span>, access to <ReachText apps={person.apps} />
          </span>
        </div>
      ) : (
        <div className={`${rows.actions} ${classes.controls}`}>
          <NativeSelect
            size="xs"
            aria-label={`Role of ${name}`}
            value={shownRole}
            data={ROLE_CHOICES}
            className={classes.role}
            onChange={(event) => {
              const to = event.currentTarget.value as Role;
              ahead(to, changeTo({ role: to }));
            }}
          />
          <PersonReach person={person} onSave={(apps) => void changeTo({ apps })} />
          {lowered !== null && (
            <LowerAdminDialog
              person={person}
              ties={lowered.ties}
              onChange={(endsKeys) => change.mutate({ ...lowered.to, endsKeys })}
              onClose={() => setLowered(null)}
            />
          )}
          <Button variant="default" size="xs" aria-label={`Sign-in: ${name}`} onClick={() => setOpened("sign-in")}>
            Sign-in
          </Button>
          {opened === "sign-in" && <SignInDialog person={person} onClose={() => setOpened(null)} />}
          <Button variant="default" size="xs" aria-label={`Remove: ${name}`} onClick={() => setOpened("remove")}>
            Remove
          </Button>
          {opened === "remove" && <RemovePersonDialog person={person} onClose={() => setOpened(null)} />}
        </div>
      )}
    </li>
  );
}

function isFullAdmin({ role, apps }: Grant): boolean {
  return role === "admin" && apps === null;
}

function PersonReach({ person, onSave }: { person: Person; onSave(apps: string[] | null): void }) {
  const [opened, setOpened] = useState(false);
  const [apps, setApps] = useState(person.apps);
  const open = () => {
    setApps(person.apps);
    setOpened(!opened);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={320} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.reach}
          justify="space-between"
          rightSection={<Icon name="down" size={12} />}
          onClick={open}
        >
          <span className="sr-only">Apps of {person.name}: </span>
          <ReachText apps={person.apps} capital />
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Apps of ${person.name}`}>
        <div className={classes.small}>
          <ReachFields value={apps} onChange={setApps} />
          <div className={classes.buttons}>
            <Button variant="default" size="xs" onClick={() => setOpened(false)}>
              Cancel
            </Button>
            <Button
              size="xs"
              disabled={!isWhole({ role: person.role, apps })}
              onClick={() => {
                setOpened(false);
                onSave(apps);
              }}
            >
              Save
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

type Change = Partial<Grant> & { isUndo?: boolean; endsKeys?: boolean };

function useChangePerson({ id, name }: Person) {
  const client = useQueryClient();
  const set = (part: Partial<Person>) =>
    client.setQueryData<Person[]>(PEOPLE, (before) =>
      before?.map((one) => (one.id === id ? { ...one, ...part } : one)),
    );
  const change = useMutation({
    mutationFn: ({ isUndo: _, endsKeys, ...to }: Change) =>
      patch<Person>(`/people/${id}`, endsKeys === true ? { ...to, revoke_keys: true } : to),
    onMutate: async ({ isUndo: _, endsKeys: __, ...to }) => {
      await client.cancelQueries({ queryKey: PEOPLE });
      const before = client.getQueryData<Person[]>(PEOPLE)?.find((one) => one.id === id);
      set(to);
      return before;
    },
    onError: (error, _to, before) => {
      if (before !== undefined) set(before);
      toastError(error);
    },
    onSuccess: (after, { isUndo, endsKeys, ...to }, before) => {
      set(after);
      if (isUndo === true || before === undefined) return;
      const back = to.role === undefined ? { apps: before.apps } : { role: before.role };
      const what = to.role === undefined ? "access of" : "role of";
      const text = `The ${what} ${name} is changed.`;
      // A key that was revoked does not come back.
      if (endsKeys === true) toast({ text: `${text} The keys that they made are revoked.` });
      else toast({ text, undo: () => change.mutate({ ...back, isUndo: true }) });
    },
    onSettled: (_after, _error, { endsKeys }) =>
      client.invalidateQueries({ queryKey: endsKeys === true ? queryKeys.workspace() : PEOPLE }),
  });
  return change;
}
