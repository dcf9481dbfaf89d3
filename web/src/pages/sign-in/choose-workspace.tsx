// One of several workspaces is chosen: after signing in, or to go to another one. A second factor is asked for where that one has it.
import { UnstyledButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { goToWorkspace } from "../../api/own-workspaces.ts";
import type { Me, SignInNeed } from "../../api/types.ts";
import { Icon } from "../../components/display/icons.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import classes from "./choose-workspace.module.css";

interface Props {
  workspaces: readonly { id: string; name: string; current?: boolean }[];
  /** The one that was chosen before this came up. */
  chosen?: string;
  onDone(me: Me): void;
  onNeeds(needs: SignInNeed[]): void;
}

export function ChooseWorkspace({ workspaces, chosen, onDone, onNeeds }: Props) {
  const { mutate, variables, error, isPending } = useMutation({
    mutationFn: goToWorkspace,
    onSuccess: (answer) => ("needs" in answer ? onNeeds(answer.needs) : onDone(answer)),
  });
  const begun = useRef(false);
  useEffect(() => {
    if (chosen === undefined || begun.current) return;
    begun.current = true;
    mutate(chosen);
  }, [chosen, mutate]);
  return (
    <>
      <RefusalAlert text={error === null ? null : "This workspace can't be opened without signing in to it again."} />
      <ul className={classes.list} aria-label="Workspaces">
        {workspaces.map(({ id, name, current }, i) => (
          <li key={id}>
            <UnstyledButton
              className={classes.one}
              // The first is chosen with Enter alone, the others with the arrow keys' neighbour, Tab.
              autoFocus={i === 0 && chosen === undefined}
              aria-current={current ? "true" : undefined}
              disabled={isPending}
              onClick={() => mutate(id)}
            >
              <bdi className={classes.name}>{name}</bdi>
              <span className={classes.state}>
                {isPending && variables === id ? "Opening …" : current ? "You are here" : <Icon name="right" />}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
