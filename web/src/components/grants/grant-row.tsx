// One of a list of grants, with its role and reach: a key, or an invitation.
import type { ReactNode } from "react";
import rows from "../layout/rows.module.css";
import { type Grant, ReachText } from "./grant-fields.tsx";

interface Props {
  id: string;
  name: string;
  grant: Grant;
  /** Further facts about the entry. */
  meta: ReactNode[];
  children: ReactNode;
}

export function GrantRow({ id, name, grant: { role, apps }, meta, children }: Props) {
  return (
    <li className={rows.row} data-row={id}>
      <div className={rows.main}>
        <div className={rows.name}>
          <bdi>{name}</bdi>
          <span className={`${rows.tag} ${rows.role}`}>{role}</span>
        </div>
        <div className={rows.meta}>
          <span>
            Access to <ReachText apps={apps} />
          </span>
          {meta.map((words, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: each has its place
            <span key={i}>{words}</span>
          ))}
        </div>
      </div>
      <div className={rows.actions}>{children}</div>
    </li>
  );
}
