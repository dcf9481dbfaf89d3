// One person: role and reach are changed in place.
import { Button, NativeSelect, Popover } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ROLES } from "../../../../../src/wire/lists.ts";
import { patch } from "../../../api/client.ts";
import { useMe } from "../../../api/session.tsx";
import type { Person, Role } from "../../../api/types.ts";
import { useOptimisticChoice } from "../../../components/behaviour/use-optimistic-choice.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { Ago } from "../../../components/display/times.tsx";
import rows from "../../../components/layout/rows.module.css";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { PEOPLE } from "../grants/access-query-keys.ts";
import { type Grant, isWhole, ReachFields, ReachText, ROLE_LABEL } from "../grants/grant-fields.tsx";
import classes from "../grants/workspace-form.module.css";
import { RemovePersonDialog } from "./remove-person-dialog.tsx";
import { SignInDialog } from "./sign-in-dialog.tsx";

const ROLE_CHOICES = ROLES.map((value) => ({ value, label: ROLE_LABEL[value] }));

export function PersonRow({ person }: { person: Person }) {
  const { id, name, email, role, created_at } = person;
  const isMe = useMe().id === id;
  const change = useChangePerson(person);
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
        <div className={rows.actions}>
          <NativeSelect
            size="xs"
            aria-label={`Role of ${name}`}
            value={shownRole}
            data={ROLE_CHOICES}
            className={classes.role}
            onChange={(event) => {
              const to = event.currentTarget.value as Role;
              ahead(to, change.mutateAsync({ role: to }));
            }}
          />
          <PersonReach person={person} onSave={(apps) => change.mutate({ apps })} />
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

function useChangePerson({ id, name }: Person) {
  const client = useQueryClient();
  const set = (part: Partial<Person>) =>
    client.setQueryData<Person[]>(PEOPLE, (before) =>
      before?.map((one) => (one.id === id ? { ...one, ...part } : one)),
    );
  const change = useMutation({
    mutationFn: (to: Partial<Grant> & { isUndo?: boolean }) => {
      const { isUndo: _, ...body } = to;
      return patch<Person>(`/people/${id}`, body);
    },
    onMutate: async ({ isUndo: _, ...to }) => {
      await client.cancelQueries({ queryKey: PEOPLE });
      const before = client.getQueryData<Person[]>(PEOPLE)?.find((one) => one.id === id);
      set(to);
      return before;
    },
    onError: (error, _to, before) => {
      if (before !== undefined) set(before);
      toastError(error);
    },
    onSuccess: (after, { isUndo, ...to }, before) => {
      set(after);
      if (isUndo === true || before === undefined) return;
      const back = to.role === undefined ? { apps: before.apps } : { role: before.role };
      const what = to.role === undefined ? "access of" : "role of";
      toast({ text: `The ${what} ${name} is changed.`, undo: () => change.mutate({ ...back, isUndo: true }) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: PEOPLE }),
  });
  return change;
}
