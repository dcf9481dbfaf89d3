// Where somebody is signed in, one row for each browser, with the way to end it there.
import { Button } from "@mantine/core";
import { type QueryKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { del, get } from "../../api/client.ts";
import type { Session } from "../../api/types.ts";
import { focusNeighbour } from "../../interaction/focus-neighbour.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";
import { Failure, Waiting } from "../display/loading-and-failure.tsx";
import { Ago, exactText } from "../display/times.tsx";
import rows from "../layout/rows.module.css";

interface Props {
  /** Where the sessions are read; each is ended below it. */
  path: string;
  queryKey: QueryKey;
}

export function SessionRows(props: Props) {
  const { path, queryKey } = props;
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => get<Session[]>(path) });
  if (data === undefined) return error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />;
  if (data.length === 0) return <p className={rows.nothing}>Signed in nowhere.</p>;
  return (
    <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="Sessions">
      {data.map((session) => (
        <SessionRow key={session.id} session={session} {...props} />
      ))}
    </ul>
  );
}

function SessionRow({ session, path, queryKey }: Props & { session: Session }) {
  const { id, agent, current, created_at, last_seen_at } = session;
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => del(`${path}/${id}`),
    onMutate: async () => {
      await client.cancelQueries({ queryKey });
      client.setQueryData<Session[]>(queryKey, (before) => before?.filter((one) => one.id !== id));
      toast({ text: "That browser is signed out." });
    },
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey }),
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
