// What an issue is in other tools.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Item } from "../../../api/types.ts";

/** An issue's items in other tools; empty until known. */
export function useItems(issue: string): readonly Item[] {
  const { data = [] } = useQuery({
    queryKey: queryKeys.issuePart(issue, "items"),
    queryFn: ({ signal }) => get<Item[]>(`/issues/${issue}/items`, {}, signal),
  });
  return data;
}
