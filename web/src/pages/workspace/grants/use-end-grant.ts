// Ends one of a list for good: a key, a person, an invitation. It leaves the list, and the focus goes to its neighbour.
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { del } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { focusNeighbour } from "../../../interaction/focus-neighbour.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";

interface EndedGrant {
  /** The list that it leaves, and the path under which the API has it. */
  list: QueryKey;
  path: string;
  /** Its row has the id as `data-row`. */
  id: string;
  /** Added to the address, with its question mark. */
  query?: string;
  /** What is said once it is done. */
  said: string;
}

/** Gives what ends a grant. */
export function useEndGrant({ list, path, id, query = "", said }: EndedGrant): () => void {
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
