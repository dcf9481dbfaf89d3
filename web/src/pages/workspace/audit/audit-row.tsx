// One entry of the audit log: a sentence, and the rest of it on demand.
import { useState } from "react";
import type { AuditEntry } from "../../../api/types.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { exactText } from "../../../components/display/times.tsx";
import classes from "./audit-part.module.css";
import { auditText } from "./audit-text.ts";

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const BY_KIND: Record<AuditEntry["actor"]["kind"], string | null> = {
  person: null,
  key: "key",
  command_line: null,
  operator: null,
  system: null,
};

export function AuditRow({ entry, app }: { entry: AuditEntry; app: string | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const { id, at, actor } = entry;
  const { done, target, how } = auditText(entry);
  const isElsewhere = app !== undefined && target !== app;
  const kind = BY_KIND[actor.kind];
  return (
    <li className={classes.entry}>
      <button type="button" className={classes.line} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time className={classes.time} dateTime={at} title={exactText(at)}>
          {clock.format(new Date(at))}
        </time>
        <span className={classes.sentence}>
          <strong>
            <bdi>{actorName(actor)}</bdi>
          </strong>
          {kind !== null && <span className={classes.soft}> ({kind})</span>} {done}
          {target !== null && (
            <>
              {" "}
              <strong>
                <bdi>{target}</bdi>
              </strong>
            </>
          )}
          {isElsewhere && (
            <span className={classes.soft}>
              {" "}
              in <bdi>{app}</bdi>
            </span>
          )}
          {how !== null && (
            <span className={classes.soft}>
              {how.startsWith("as ") ? " " : ": "}
              <bdi>{how}</bdi>
            </span>
          )}
        </span>
        <span className={classes.chevron}>
          <Icon name={isOpen ? "up" : "down"} size={14} />
        </span>
      </button>
      {isOpen && <Details key={id} entry={entry} />}
    </li>
  );
}

function actorName({ kind, name }: AuditEntry["actor"]): string {
  if (kind === "command_line") return "The command line";
  if (kind === "operator") return "An operator of this server";
  if (kind === "system") return "The server";
  return name === "unknown" ? "Somebody unknown" : name;
}

function Details({ entry }: { entry: AuditEntry }) {
  const { at, actor, address, request_id, action, target, details } = entry;
  const facts: [string, string | null][] = [
    ["When", exactText(at)],
    ["Action", action],
    ["From address", address],
    ["Request", request_id],
    ["Done by", actor.id],
    ["Target", target === null ? null : `${target.kind} ${target.id}`],
    ...Object.entries(details).map(([name, value]): [string, string] => [
      name.replaceAll("_", " "),
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  ];
  return (
    <dl className={classes.details}>
      {facts.map(
        ([name, value], i) =>
          value !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry never changes, and its details may bear any name
            <div key={i}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
