// The plan, and how much of it this month has used.
import { useQuery } from "@tanstack/react-query";
import { get } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Workspace } from "../../../api/types.ts";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { exactText } from "../../../components/display/times.tsx";
import { Panel, Panels } from "../../../components/layout/panel.tsx";
import classes from "./plan-part.module.css";

const number = new Intl.NumberFormat("en");
const month = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

export function PlanPart() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.workspace("plan"),
    queryFn: () => get<Workspace>("/workspace"),
    // Issues are raised all the time, and nothing tells this page.
    staleTime: 0,
  });
  if (data === undefined) return error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />;
  const { plan, usage } = data;
  const change = `retest workspace plan ${plan === "free" ? "unlimited" : "free"}`;
  return (
    <Panels>
      <Panel title={`Issues in ${month.format(new Date(`${usage.month}-01T00:00:00Z`))}`}>
        <Usage usage={usage} />
      </Panel>
      <Panel title={plan === "free" ? "The free plan" : "The unlimited plan"}>
        <p className={classes.words}>
          {usage.limit === null
            ? "There is no monthly limit."
            : `${number.format(usage.limit)} issues may be raised each month, by people, keys and the webhook together. At the limit new issues are refused until next month. Everything else works as before.`}
        </p>
        <p className={classes.words}>The plan is changed on the server's command line:</p>
        <div className={classes.command}>
          <code>{change}</code>
          <CopyButton text={change} aria-label="Copy the command" />
        </div>
      </Panel>
      <Panel title="In this workspace">
        <dl className={classes.holdings}>
          {(["apps", "people", "keys"] as const).map((what) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{number.format(data[what])}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </Panels>
  );
}

function Usage({ usage: { issues, limit, resets_at } }: { usage: Workspace["usage"] }) {
  if (limit === null) {
    return (
      <p className={classes.count}>
        <strong>{number.format(issues)}</strong> raised
      </p>
    );
  }
  const share = limit === 0 ? 1 : Math.min(1, issues / limit);
  const state = share >= 1 ? "full" : share >= 0.8 ? "near" : "fine";
  return (
    <div className={classes.usage} data-state={state}>
      <p className={classes.count}>
        <strong>{number.format(issues)}</strong> of {number.format(limit)} raised
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in their own way */}
      <div
        className={classes.meter}
        role="meter"
        aria-label="Issues raised this month"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(issues, limit)}
        aria-valuetext={`${issues} of ${limit}`}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p className={classes.words}>
        {state === "full" && "The limit is reached: new issues are refused. "}
        {state === "near" && "Most of this month's issues are used. "}
        <span title={exactText(resets_at)}>Counting starts again on {day.format(new Date(resets_at))} (UTC).</span>
      </p>
    </div>
  );
}
