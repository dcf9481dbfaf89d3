// A role, and the apps it holds for: of keys, invitations and people alike.
import { Checkbox, Radio } from "@mantine/core";
import { ROLES } from "../../../../src/wire/lists.ts";
import { useOverview } from "../../api/apps.ts";
import type { Role } from "../../api/types.ts";
import classes from "./grant-fields.module.css";

export interface Grant {
  role: Role;
  /** Ids of apps; null means every app. */
  apps: string[] | null;
}

export const ROLE_LABEL: Record<Role, string> = { viewer: "Viewer", tester: "Tester", admin: "Admin" };

const ROLE_DESCRIPTION: Record<Role, string> = {
  viewer: "Sees runbooks and issues.",
  tester: "Also records results, and raises, edits and confirms issues.",
  admin: "Also changes runbooks and settings, and marks issues fixed.",
};

interface GrantFieldsProps {
  value: Grant;
  onChange(grant: Grant): void;
  /** Roles that can be given. */
  roles?: readonly Role[];
  /** Whether whoever gives it reaches only some apps. */
  isScoped?: boolean;
}

export function GrantFields({ value, onChange, roles = ROLES, isScoped = false }: GrantFieldsProps) {
  return (
    <>
      <RoleFields roles={roles} value={value.role} onChange={(role) => onChange({ ...value, role })} />
      <ReachFields isScoped={isScoped} value={value.apps} onChange={(apps) => onChange({ ...value, apps })} />
    </>
  );
}

/** A grant in a request; leaving out the apps means all of them. */
export function grantBody({ role, apps }: Grant): object {
  return apps === null ? { role } : { role, apps };
}

interface RoleFieldsProps {
  roles: readonly Role[];
  value: Role;
  onChange(role: Role): void;
}

function RoleFields({ roles, value, onChange }: RoleFieldsProps) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <div className={classes.choices}>
        {roles.map((role) => (
          <Radio key={role} value={role} label={ROLE_LABEL[role]} description={ROLE_DESCRIPTION[role]} />
        ))}
      </div>
    </Radio.Group>
  );
}

interface ReachFieldsProps {
  value: string[] | null;
  onChange(apps: string[] | null): void;
  isScoped?: boolean;
}

export function ReachFields({ value, onChange, isScoped = false }: ReachFieldsProps) {
  const { data: apps = [] } = useOverview();
  return (
    <div className={classes.reach}>
      {!isScoped && (
        <Radio.Group
          label="Access to"
          value={value === null ? "every" : "some"}
          onChange={(reach) => onChange(reach === "every" ? null : [])}
        >
          <div className={classes.choices}>
            <Radio value="every" label="Every app, including new ones" />
            <Radio value="some" label="Only some apps" />
          </div>
        </Radio.Group>
      )}
      {isScoped && <span className={classes.label}>Access to</span>}
      {value !== null && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend of its own
        <div className={classes.apps} data-alone={isScoped || undefined} role="group" aria-label="Apps">
          {apps.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={<bdi>{name}</bdi>}
              checked={value.includes(id)}
              onChange={(event) =>
                onChange(event.currentTarget.checked ? [...value, id] : value.filter((one) => one !== id))
              }
            />
          ))}
          {apps.length === 0 && <p className={classes.none}>There are no apps yet.</p>}
        </div>
      )}
    </div>
  );
}

/** Whether the grant is complete: limited to some apps, it needs at least one. */
export function isWhole({ apps }: Grant): boolean {
  return apps === null || apps.length > 0;
}

/** The reach in words. An app that nobody reaches any more has no name. */
export function ReachText({ apps, capital = false }: { apps: readonly string[] | null; capital?: boolean }) {
  const { data } = useOverview();
  if (apps === null) return <>{capital ? "Every app" : "every app"}</>;
  const names = apps.flatMap((id) => data?.find((app) => app.id === id)?.name ?? []);
  if (names.length === 0) return <>{apps.length === 1 ? "1 app" : `${apps.length} apps`}</>;
  const shown = names.length > 3 ? names.slice(0, 2) : names;
  return (
    <span title={names.join(", ")}>
      {shown.map((name, i) => (
        <span key={name}>
          {i > 0 && ", "}
          <bdi>{name}</bdi>
        </span>
      ))}
      {names.length > shown.length && ` and ${names.length - shown.length} more`}
    </span>
  );
}
