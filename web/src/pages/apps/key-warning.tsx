// For admins who see to keys: which of them expire soon, or have.
import { Alert } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { get } from "../../api/client.ts";
import { hasExpired, needsRenewal } from "../../api/key-ends.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { Key } from "../../api/types.ts";
import { Icon } from "../../components/display/icons.tsx";
import { Ago } from "../../components/display/times.tsx";
import classes from "./apps-page.module.css";

const SHOWN = 3;
const STALE_MS = 300_000;

export function KeyWarning() {
  const { data = [] } = useQuery({
    queryKey: queryKeys.workspace("keys"),
    queryFn: () => get<Key[]>("/keys"),
    staleTime: STALE_MS,
  });
  const ending = data.filter((key) => needsRenewal(key)).toSorted((a, b) => (a.expires_at! < b.expires_at! ? -1 : 1));
  if (ending.length === 0) return null;
  return (
    <Alert className={classes.warning} color="yellow" icon={<Icon name="warning" />} role="status">
      {ending.length === 1 ? "A key needs" : `${ending.length} keys need`} to be rotated:{" "}
      {ending.slice(0, SHOWN).map((key, i) => (
        <span key={key.id}>
          {i > 0 && ", "}
          <bdi>{key.name}</bdi> {hasExpired(key) ? "expired" : "expires"} <Ago at={key.expires_at!} />
        </span>
      ))}
      {ending.length > SHOWN && ` and ${ending.length - SHOWN} more`}. <Link href="/workspace/keys">See the keys</Link>
    </Alert>
  );
}
