// The assistants that one has let in, and the way to end them.

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { del, get } from "../../api/client.ts";
import { ASSISTANTS } from "../../api/session.tsx";
import type { Key } from "../../api/types.ts";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { Ago } from "../../components/display/times.tsx";
import { GrantRow } from "../../components/grants/grant-row.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import rows from "../../components/layout/rows.module.css";
import { focusNeighbour } from "../../interaction/focus-neighbour.ts";
import { toast, toastError } from "../../interaction/toasts.tsx";

export function AssistantList() {
  const { data, error, refetch } = useQuery({ queryKey: ASSISTANTS, queryFn: () => get<Key[]>("/assistants") });
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => del(`/assistants/${id}`),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: ASSISTANTS });
      client.setQueryData<Key[]>(ASSISTANTS, (before) => before?.filter((one) => one.id !== id));
      toast({ text: "The assistant is signed out." });
    },
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: ASSISTANTS }),
  });
  return (
    <Panel
      title="Assistants"
      about="Programs that you let in. They work under their own names, within the role and the apps that you gave them."
    >
      {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
      {data?.length === 0 && <p className={rows.nothing}>You have let no assistant in.</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="Assistants">
          {data.map(({ id, name, role, apps, created_at, last_used_at }) => (
            <GrantRow
              key={id}
              id={id}
              name={name}
              grant={{ role, apps }}
              meta={[
                <>
                  Let in <Ago at={created_at} />
                </>,
                last_used_at === null ? (
                  "Not used yet"
                ) : (
                  <>
                    Used <Ago at={last_used_at} />
                  </>
                ),
              ]}
            >
              <Button
                variant="default"
                size="xs"
                aria-label={`End: ${name}`}
                onClick={(event) => {
                  focusNeighbour(event.currentTarget);
                  end.mutate(id);
                }}
              >
                End
              </Button>
            </GrantRow>
          ))}
        </ul>
      )}
    </Panel>
  );
}
