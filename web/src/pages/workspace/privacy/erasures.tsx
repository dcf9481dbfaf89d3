// What was erased: of what kind, when and by whom, and how far it has come. Nothing says who or what it was.
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { pathWith, request } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Erasure, Page } from "../../../api/types.ts";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { Panel } from "../../../components/layout/panel.tsx";
import rows from "../../../components/layout/rows.module.css";

const KINDS: Record<Erasure["kind"], string> = { person: "A person", reporter: "A reporter", app: "An app" };
/** How often progress is asked for. */
const ASK_EVERY_MS = 1_000;

export function Erasures() {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: queryKeys.erasures,
    queryFn: ({ pageParam, signal }) =>
      request<Page<Erasure>>("GET", pathWith("/erasures", { cursor: pageParam }), undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages.some(isGoingOn) ? ASK_EVERY_MS : false),
  });
  const erasures = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Panel title="What was erased" about="Of what kind, when, and by whom. Not who or what it was.">
      {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
      {data !== undefined && erasures.length === 0 && <p className={rows.nothing}>Nothing was erased yet.</p>}
      {erasures.length > 0 && (
        <ul className={rows.rows} aria-label="What was erased">
          {erasures.map((erasure) => (
            <ErasureRow key={erasure.id} erasure={erasure} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
    </Panel>
  );
}

function isGoingOn({ data }: Page<Erasure>): boolean {
  return data.some(({ state }) => state !== "done");
}

function ErasureRow({ erasure }: { erasure: Erasure }) {
  const { kind, state, started_at: at, started_by: by, failed_at: failedAt } = erasure;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.name}>
          {KINDS[kind]}
          {state !== "done" && <span className={rows.tag}>{failedAt === null ? "Going on" : "Failed"}</span>}
        </div>
        <div className={rows.meta}>
          <span>
            <Ago at={at} />
            {by !== null && (
              <>
                {" "}
                by <bdi>{by}</bdi>
              </>
            )}
          </span>
          <span>{standingOf(erasure)}</span>
        </div>
      </div>
    </li>
  );
}

function standingOf({
  kind,
  state,
  steps_done: done,
  steps,
  rows_changed: changed,
  failed_at: failedAt,
}: Erasure): string {
  if (failedAt !== null) return "It is tried again every hour; the server's log says why it failed";
  if (kind === "reporter" && state === "done" && changed === 0) return "Nothing was found";
  if (state === "running") return `${done} of ${steps} steps`;
  if (state === "settling") return "Waits half a minute for what was still being written";
  if (state === "cleaning") return "Cleaning attached files, then the database's own";
  return changed === 1 ? "1 row changed or deleted" : `${changed} rows changed or deleted`;
}
