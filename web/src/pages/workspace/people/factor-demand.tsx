// Whether everybody in the workspace has to have a second factor.
import { Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, patch } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { ME } from "../../../api/session.tsx";
import type { Workspace } from "../../../api/types.ts";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Panel } from "../../../components/layout/panel.tsx";
import { toast, toastError } from "../../../interaction/toasts.tsx";

export function FactorDemand() {
  const client = useQueryClient();
  const queryKey = queryKeys.workspace("plan");
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => get<Workspace>("/workspace") });
  const change = useMutation({
    mutationFn: (isRequired: boolean) =>
      patch<Workspace>("/workspace", { second_factor: isRequired ? "required" : "optional" }),
    onSuccess: (after) => {
      client.setQueryData(queryKey, after);
      const isRequired = after.second_factor === "required";
      toast({ text: isRequired ? "Everybody needs a second factor now." : "A second factor is left to each person." });
      // Whoever demands it may have none themselves.
      void client.invalidateQueries({ queryKey: ME });
    },
    onError: toastError,
  });
  return (
    <Panel title="Signing in" about="Keys are not affected.">
      {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
      {data !== undefined && (
        <Switch
          label="Everybody needs a second factor"
          description="Whoever has none sets one up before anything else, you too."
          checked={(change.isPending ? change.variables : data.second_factor === "required") === true}
          disabled={change.isPending}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      )}
    </Panel>
  );
}
