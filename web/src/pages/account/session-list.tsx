// Where one is signed in, and the way to end it there.
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { del, get } from "../../api/client.ts";
import { useSignOut } from "../../api/session.tsx";
import type { Session } from "../../api/types.ts";
import { ConfirmButton } from "../../components/buttons/confirm-button.tsx";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { Ago, exactText } from "../../components/display/times.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import rows from "../../components/layout/rows.module.css";
import { focusNeighbour } from "../../interaction/focus-neighbour.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";

export const SESSIONS = ["sessions"] as const;

export function SessionList() {
  const signOut = useSignOut();
  const { data, error, refetch } = useQuery({ queryKey: SESSIONS, queryFn: () => get<Session[]>("/sessions") });
  return (
    <Panel
      title="Where you are signed in"
      about="Don't recognise one? Sign it out, and change your password."
      action={
        <ConfirmButton
          label="Sign out everywhere"
          about="in this and every other browser"
          words="You are signed out in every browser, this one too. You can sign in again with your password."
          confirm="Sign out everywhere"
          onConfirm={() => void signOut(true).catch(toastError)}
        />
      }
    >
      {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="Sessions">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function SessionRow({ session: { id, agent, current, created_at, last_seen_at } }: { session: Session }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => del(`/sessions/${id}`),
    onMutate: async () => {
      await client.cancelQueries({ queryKey: SESSIONS });
      client.setQueryData<Session[]>(SESSIONS, (before) => before?.filter((one) => one.id !== id));
      toast({ text: "That browser is signed out." });
    },
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
  const name = agent ?? "Unknown browser";
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.name}>
          <bdi>{name}</bdi>
          {current && <span className={rows.tag}>This browser</span>}
        </div>
        <div className={rows.meta}>
          <span>
            Seen <Ago at={last_seen_at} />
          </span>
          <span title={exactText(created_at)}>
            Signed in <Ago at={created_at} />
          </span>
        </div>
      </div>
      {!current && (
        <div className={rows.actions}>
          <Button
            variant="default"
            size="xs"
            aria-label={`Sign out: ${name}`}
            onClick={(event) => {
              focusNeighbour(event.currentTarget);
              end.mutate();
            }}
          >
            Sign out
          </Button>
        </div>
      )}
    </li>
  );
}
