// What ties a person to the workspace, and whether the keys that they made are to be revoked.
import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { PersonLeftovers } from "../../../api/types.ts";
import { Ago } from "../../../components/display/times.tsx";
import classes from "../grants/workspace-form.module.css";

interface LeftoversListProps {
  ties: PersonLeftovers;
  endsKeys: boolean;
  onEndsKeys(endsKeys: boolean): void;
}

export function LeftoversList({ ties, endsKeys, onEndsKeys }: LeftoversListProps) {
  const { length } = ties.keys;
  return (
    <>
      <Left ties={ties} />
      {length > 0 && (
        <Checkbox
          label={length === 1 ? "Revoke this key, too" : `Revoke these ${length} keys, too`}
          description="Programs that use such a key are refused from then on. Keys that somebody else made stay."
          checked={endsKeys}
          onChange={(event) => onEndsKeys(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

function Left({ ties: { keys, issues, sections } }: { ties: PersonLeftovers }) {
  return (
    <>
      {keys.length > 0 && (
        <Listed title="Keys they made, which still work">
          {keys.map((key) => (
            <li key={key.id}>
              <bdi>{key.name}</bdi> ({key.role}),{" "}
              {key.last_used_at === null ? (
                "never used"
              ) : (
                <>
                  used <Ago at={key.last_used_at} />
                </>
              )}
            </li>
          ))}
        </Listed>
      )}
      {issues.total > 0 && (
        <Listed title={`Open issues assigned to them: ${issues.total.toLocaleString("en")}`}>
          {issues.newest.map((issue) => (
            <li key={issue.id}>
              <Link href={`/issues/${issue.id}`}>{issue.code}</Link> <bdi>{issue.text.split("\n", 1)[0]}</bdi>
            </li>
          ))}
          {issues.total > issues.newest.length && <li>and older ones</li>}
        </Listed>
      )}
      {sections.length > 0 && (
        <Listed title="Sections they test in open cycles">
          {sections.map(({ app, cycle, title }) => (
            <li key={`${app} ${cycle} ${title}`}>
              <bdi>{title}</bdi> (<bdi>{app}</bdi>, <bdi>{cycle}</bdi>)
            </li>
          ))}
        </Listed>
      )}
    </>
  );
}

function Listed({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.listed}>{children}</ul>
    </div>
  );
}
