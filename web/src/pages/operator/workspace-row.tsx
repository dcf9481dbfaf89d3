// One workspace as its operator sees it: plan, use and limits.
import type { ReactNode } from "react";
import type { OperatedWorkspace } from "../../api/types.ts";
import { Ago, exactText } from "../../components/display/times.tsx";
import rows from "../../components/layout/rows.module.css";
import classes from "./operator-page.module.css";

const number = new Intl.NumberFormat("en");
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

export function WorkspaceRow({ workspace, action }: { workspace: OperatedWorkspace; action: ReactNode }) {
  const { id, name, plan, created_at, use } = workspace;
  return (
    <li className={classes.row} data-row={id}>
      <div className={classes.top}>
        <h2 className={classes.name}>
          <bdi>{name}</bdi>
          <span className={rows.tag}>{plan}</span>
        </h2>
        {action}
      </div>
      <p className={classes.meta}>
        <span>{id}</span>
        <span title={exactText(created_at)}>Made {day.format(new Date(created_at))}</span>
        {use !== null && (
          <span>
            {use.last_activity_at === null ? (
              "Nothing done yet"
            ) : (
              <>
                Last active <Ago at={use.last_activity_at} />
              </>
            )}
          </span>
        )}
        {use === null ? (
          <span>Not counted yet</span>
        ) : (
          <span>
            Counted <Ago at={use.counted_at} />
          </span>
        )}
      </p>
      <dl className={classes.figures}>
        {figuresOf(workspace).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function figuresOf({ use, limits, file_bytes }: OperatedWorkspace): [string, string][] {
  const ofUse: [string, string][] =
    use === null
      ? []
      : [
          ["People", number.format(use.people)],
          ["Apps", number.format(use.apps)],
          ["Keys", number.format(use.keys)],
          ["Issues this month", ofLimit(use.issues_of_month, use.allowance)],
          ["Issues in all", number.format(use.issues)],
          ["Deliveries this month", number.format(use.deliveries_of_month)],
        ];
  const files = limits.file_bytes === null ? bytes(file_bytes) : `${bytes(file_bytes)} of ${bytes(limits.file_bytes)}`;
  const { requests_a_minute: requests, deliveries_a_minute: deliveries, live_streams: streams } = limits;
  const ofLimits = [
    ["Requests a minute", requests],
    ["Deliveries a minute", deliveries],
    ["Live streams", streams],
  ] as const;
  return [
    ...ofUse,
    ["Files", files],
    ...ofLimits.flatMap(([label, limit]): [string, string][] =>
      limit === null ? [] : [[label, `at most ${number.format(limit)}`]],
    ),
  ];
}

function ofLimit(n: number, limit: number | null): string {
  return limit === null ? number.format(n) : `${number.format(n)} of ${number.format(limit)}`;
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

function bytes(n: number): string {
  const power = n < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(n) / 3));
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(n / 1_000 ** power)} ${UNITS[power]}`;
}
