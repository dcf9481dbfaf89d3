// How the statuses went over the last days, or since a cycle was started: a line for each, with its word, and the numbers as a table.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../../api/client.ts";
import { useConnected } from "../../../api/live-updates.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Counts, Cycle, Status } from "../../../api/types.ts";
import { STATUS_LABEL } from "../../../components/display/status.tsx";
import classes from "./trend-and-burn-down.module.css";

type Day = Counts & { day: string };

const DAYS = 30;
interface Line {
  status: Status;
  dash?: string;
}
const LINES: Line[] = [
  { status: "passed" },
  { status: "failed", dash: "5 3" },
  { status: "needs_retest", dash: "1.5 3" },
];
/** The lines of a cycle: there one first wants to know what is left. */
const BURNDOWN: Line[] = [{ status: "untested", dash: "8 2" }, ...LINES];
const WIDTH = 600;
const HEIGHT = 72;
const PAD = 5;
const date = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });

export function Trend({ app, cycle }: { app: string; cycle: Cycle | undefined }) {
  const connected = useConnected();
  const { data: days, error } = useQuery({
    queryKey: queryKeys.appPart(app, "trend", cycle?.id ?? DAYS),
    queryFn: ({ signal }) =>
      cycle === undefined
        ? get<Day[]>(`/apps/${encodeURIComponent(app)}/trend`, { days: DAYS }, signal)
        : get<Day[]>(`/cycles/${cycle.id}/burndown`, {}, signal),
  });
  if (days === undefined) {
    const away = "The server can't be reached: the trend is shown once the server is back.";
    const words = connected ? error?.message : away;
    return (
      <div className={classes.trend} role="status">
        {words !== undefined && <p className={classes.young}>{words}</p>}
      </div>
    );
  }
  return (
    <section className={classes.trend} aria-label="Trend">
      {days.length < 2 ? (
        <p className={classes.young}>
          The trend has a point for each day.{" "}
          {cycle?.status === "closed" ? "This cycle took only one." : "It starts today; lines appear from tomorrow."}
        </p>
      ) : (
        <Chart days={days} lines={cycle === undefined ? LINES : BURNDOWN} isOver={cycle?.status === "closed"} />
      )}
    </section>
  );
}

function Chart({ days, lines, isOver }: { days: Day[]; lines: Line[]; isOver: boolean }) {
  const most = Math.max(1, ...days.flatMap((day) => lines.map(({ status }) => day[status])));
  const x = (i: number) => PAD + (i * (WIDTH - 2 * PAD)) / (days.length - 1);
  const y = (count: number) => HEIGHT - PAD - (count * (HEIGHT - 2 * PAD)) / most;
  const last = days.at(-1)!;
  return (
    <>
      <figure className={classes.figure}>
        <svg
          className={classes.chart}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${lines.map(({ status }) => STATUS_LABEL[status]).join(", ")} over ${days.length} days; the numbers are in the table.`}
        >
          <path className={classes.ground} d={`M0 ${HEIGHT - 1}H${WIDTH}`} />
          {lines.map(({ status, dash }) => (
            <path
              key={status}
              className={classes.line}
              data-status={status}
              strokeDasharray={dash}
              d={days.map((day, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(day[status]).toFixed(1)}`).join("")}
            />
          ))}
        </svg>
        <figcaption className={classes.days}>
          <span>{dayText(days[0]!.day)}</span>
          <span>{isOver ? dayText(last.day) : "Today"}</span>
        </figcaption>
      </figure>
      <ul className={classes.legend}>
        {lines.map(({ status, dash }) => (
          <li key={status}>
            <svg width="22" height="6" aria-hidden="true">
              <path className={classes.line} data-status={status} strokeDasharray={dash} d="M0 3H22" />
            </svg>
            {STATUS_LABEL[status]} <strong>{last[status].toLocaleString("en")}</strong>
          </li>
        ))}
        <li>
          <Numbers days={days} lines={lines} />
        </li>
      </ul>
    </>
  );
}

function Numbers({ days, lines }: { days: Day[]; lines: Line[] }) {
  return (
    <details className={classes.numbers}>
      <summary>Numbers</summary>
      <div className={classes.sheet}>
        <table>
          <caption className="sr-only">Trend by day, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {lines.map(({ status }) => (
                <th key={status} scope="col">
                  {STATUS_LABEL[status]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayText(day.day)}</th>
                {lines.map(({ status }) => (
                  <td key={status}>{day[status].toLocaleString("en")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function dayText(day: string): string {
  return date.format(new Date(`${day}T00:00:00Z`));
}
