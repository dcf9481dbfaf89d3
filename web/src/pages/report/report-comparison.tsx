// What has changed against another cycle, the newly failed first.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { App, Comparison, Cycle, Status } from "../../api/types.ts";
import { Empty, Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { StatusMark } from "../../components/display/status.tsx";
import classes from "./report.module.css";

const KINDS = [
  ["newly_failed", "Newly failed"],
  ["still_failing", "Still failing"],
  ["no_longer_tested", "No longer tested"],
  ["newly_passed", "Newly passed"],
] as const;

interface Props {
  cycle: Cycle;
  /** The id or name of the other one, as the address has it. */
  other: string;
  platforms: App["platforms"];
}

export function ReportComparison({ cycle, other, platforms }: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.appPart(cycle.app.id, "compare", cycle.id, other),
    queryFn: ({ signal }) => get<Comparison>(`/cycles/${cycle.id}/compare`, { with: other }, signal),
  });
  if (data === undefined) {
    return error === null ? (
      <Waiting label="Comparing the cycles" />
    ) : (
      <Failure
        error={error}
        retry={() => void refetch()}
        missing={
          <Empty title="There is no such cycle to compare with">
            The address of this report asks for a comparison with <bdi>“{other}”</bdi>, and this app has no such cycle.
          </Empty>
        }
      />
    );
  }
  const isSame = KINDS.every(([kind]) => data.counts[kind] === 0);
  return (
    <section className={classes.part} aria-label="Comparison">
      <h3>
        Compared with <bdi>{data.with.name}</bdi>
      </h3>
      {isSame && <p className={classes.soft}>Nothing failed, passed or was left out that was not so there.</p>}
      {KINDS.map(
        ([kind, title]) =>
          data.counts[kind] > 0 && (
            <table key={kind} className={`${classes.table} ${classes.compared}`}>
              <caption className={classes.caption}>
                {title}: {data.counts[kind].toLocaleString("en")}
                {data[kind].length < data.counts[kind] &&
                  `, of which ${data[kind].length.toLocaleString("en")} are listed`}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Check</th>
                  <th scope="col">Platform</th>
                  <th scope="col">Before</th>
                  <th scope="col">Now</th>
                </tr>
              </thead>
              <tbody>
                {data[kind].map(({ check, platform, before, now }) => (
                  <tr key={`${check.id} ${platform}`}>
                    <th scope="row">
                      <span className={classes.ref}>{check.ref}</span> <bdi>{check.title}</bdi>
                    </th>
                    <td>
                      <bdi>{platforms.find(({ code }) => code === platform)?.label ?? platform}</bdi>
                    </td>
                    <td>
                      <Reading status={before} />
                    </td>
                    <td>
                      <Reading status={now} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ),
      )}
    </section>
  );
}

function Reading({ status }: { status: Status | null }) {
  return status === null ? <span className={classes.soft}>Not in it</span> : <StatusMark status={status} />;
}
