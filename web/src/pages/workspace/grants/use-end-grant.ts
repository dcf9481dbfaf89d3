// Ends one of a list for good: a key, a person, an invitation. It leaves the list, and the focus goes to its neighbour.
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { del } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { focusNeighbour } from "../../../interaction/focus-neighbour.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";

/** Ends a grant with an undo; its row has the id as `data-row`. */
export function useEndGrant(list: QueryKey, path: string, id: string, said: string, query = ""): () => void {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => del(`${path}/${id}${query}`),
    onSuccess: () => {
      focusNeighbour(document.querySelector(`[data-row="${CSS.escape(id)}"] button`));
      client.setQueryData<{ id: string }[]>(list, (before) => before?.filter((one) => one.id !== id));
      toast({ text: said });
    },
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.workspace() }),
  });
  return mutate;
}
