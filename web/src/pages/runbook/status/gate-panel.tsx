// The release gate: what it is asked, whether it is open, and if not, why. What was asked is remembered for the app.
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { MAX_GATE_ALLOWED } from "../../../../../src/wire/limits.ts";
import { get } from "../../../api/client.ts";
import { useConnected } from "../../../api/live-updates.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Gate } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { Failure } from "../../../components/display/loading-and-failure.tsx";
import { ToggleChips } from "../../../components/form/toggle-chips.tsx";
import type { RunbookOutline } from "../data/runbook.ts";
import classes from "./gate.module.css";

interface GateThresholds {
  percent: number;
  max_failed: number;
  max_open: number;
  platforms: string[];
}

type Threshold = Exclude<keyof GateThresholds, "platforms">;

const STRICT: GateThresholds = { percent: 100, max_failed: 0, max_open: 0, platforms: [] };
const FIELDS: { name: Threshold; label: string; max: number; unit?: string }[] = [
  { name: "percent", label: "Tested, at least", max: 100, unit: "%" },
  { name: "max_failed", label: "Failed, at most", max: MAX_GATE_ALLOWED },
  { name: "max_open", label: "Open issues, at most", max: MAX_GATE_ALLOWED },
];

export function GatePanel({ runbook, onLeave }: { runbook: RunbookOutline; onLeave(): void }) {
  const { app, cycle, platforms } = runbook;
  const [asked, setAsked] = useLocalStorage<GateThresholds>({
    key: `retest-gate-${app.id}`,
    defaultValue: STRICT,
    getInitialValueInEffect: false,
  });
  const change = (part: Partial<GateThresholds>) => setAsked((before) => ({ ...before, ...part }));
  // A platform that is gone would be refused.
  const chosen = asked.platforms.filter((code) => platforms.some((platform) => platform.code === code));
  const params = { ...asked, platforms: undefined, platform: chosen.join(","), cycle: cycle?.id };
  const connected = useConnected();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.appPart(app.id, "gate", params),
    queryFn: ({ signal }) => get<Gate>(`/apps/${encodeURIComponent(app.id)}/gate`, params, signal),
    placeholderData: (before) => before,
  });
  return (
    <div className={classes.panel}>
      <h2 className={classes.title}>Release gate</h2>
      <div role="status">
        {/* An old answer would contradict what was recorded since. */}
        {!connected ? (
          <p className={classes.away}>
            The server can't be reached, so whether it is good enough to ship is not known now. The gate is asked again
            once the server is back.
          </p>
        ) : error !== null ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          data !== undefined && <Answer gate={data} only={chosen} onLeave={onLeave} />
        )}
      </div>
      <div className={classes.fields}>
        {FIELDS.map((field) => (
          <NumberField
            key={field.name}
            {...field}
            value={asked[field.name]}
            onChange={(value) => change({ [field.name]: value })}
          />
        ))}
      </div>
      {platforms.length > 1 && (
        <div className={classes.platforms}>
          <span className={classes.label}>{chosen.length === 0 ? "All platforms" : "Only these platforms"}</span>
          <ToggleChips
            label="Platforms that must be ready"
            options={platforms.map(({ code, label }) => ({ value: code, label }))}
            chosen={chosen}
            onToggle={(code) =>
              change({
                platforms: chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code],
              })
            }
          />
        </div>
      )}
    </div>
  );
}

type Reason = Gate["reasons"][number];

/** Where what keeps the gate closed is to be found. */
function placeOf({ app, cycle }: Gate, rule: Reason["rule"], only: readonly string[]): string {
  // A list shows one platform, or all of them.
  const platform: Record<string, string> = only.length === 1 ? { platform: only[0]! } : {};
  const home = `/apps/${app.id}`;
  if (rule === "max_open") return `${home}/issues?${new URLSearchParams(platform)}`;
  const status = rule === "max_failed" ? "failed" : "untested,needs_retest";
  return `${home}?${new URLSearchParams({ ...(cycle && { cycle: cycle.id }), status, ...platform })}`;
}

function Answer({ gate, only, onLeave }: { gate: Gate; only: readonly string[]; onLeave(): void }) {
  const isOpen = gate.result === "pass";
  return (
    <>
      <p className={classes.result} data-status={isOpen ? "passed" : "failed"}>
        <Icon name={isOpen ? "check" : "close"} />
        {isOpen ? "Pass: good enough to ship" : "Fail: not ready to ship"}
      </p>
      {gate.reasons.length > 0 && (
        <ul className={classes.reasons}>
          {gate.reasons.map(({ rule, message }) => (
            <li key={rule}>
              <Link href={placeOf(gate, rule, only)} className={classes.reason} onClick={onLeave}>
                {message}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface NumberProps {
  label: string;
  max: number;
  unit?: string;
  value: number;
  onChange(value: number): void;
}

/** A number that is asked for as soon as it is a valid one. */
function NumberField({ label, max, unit, value, onChange }: NumberProps) {
  const [text, setText] = useState<string | null>(null);
  const isGood = (typed: string) => /^\d{1,6}$/.test(typed) && Number(typed) <= max;
  return (
    <label className={classes.field}>
      <span className={classes.label}>{label}</span>
      <span className={classes.number}>
        <input
          type="text"
          inputMode="numeric"
          value={text ?? String(value)}
          aria-invalid={text !== null && !isGood(text)}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            if (isGood(currentTarget.value)) onChange(Number(currentTarget.value));
          }}
          onBlur={() => setText(null)}
        />
        {unit}
      </span>
    </label>
  );
}
