// The keys of the workspace: who may call the API, as what, and when they last did.
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../../api/client.ts";
import { hasExpired, needsRenewal } from "../../../api/key-ends.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Key, NewKey } from "../../../api/types.ts";
import { ConfirmButton } from "../../../components/buttons/confirm-button.tsx";
import { Icon } from "../../../components/display/icons.tsx";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { Ago } from "../../../components/display/times.tsx";
import { GrantRow } from "../../../components/grants/grant-row.tsx";
import { Dialog } from "../../../components/layout/dialog.tsx";
import { Panel, Panels } from "../../../components/layout/panel.tsx";
import rows from "../../../components/layout/rows.module.css";
import { useCommands } from "../../../interaction/commands.tsx";
import { useShortcuts } from "../../../interaction/shortcuts.tsx";
import { KEYS } from "../grants/access-query-keys.ts";
import { LineToTry, ShownOnce } from "../grants/shown-once.tsx";
import { useEndGrant } from "../grants/use-end-grant.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { RotateKey } from "./rotate-key.tsx";

export function KeysPart() {
  const { data, error, refetch } = useQuery({ queryKey: KEYS, queryFn: () => get<Key[]>("/keys") });
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<NewKey | null>(null);
  const client = useQueryClient();
  const create = () => setCreating(true);
  useShortcuts([{ keys: ["c"], label: "New key", group: "Keys", run: create }]);
  useCommands([{ label: "New key", run: create }]);
  const show = (key: NewKey) => {
    setCreating(false);
    setMade(key);
    void client.invalidateQueries({ queryKey: queryKeys.workspace() });
  };
  return (
    <Panels>
      <Panel
        title="Keys"
        about="A key lets a script or another tool call the API. Anybody who has the key can use it."
        action={
          <Button leftSection={<Icon name="plus" />} onClick={create}>
            New key
          </Button>
        }
      >
        {data === undefined && (error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />)}
        {data?.length === 0 && <p className={rows.nothing}>No keys yet. Create one to call the API.</p>}
        {data !== undefined && data.length > 0 && (
          <ul className={rows.rows} data-list="" tabIndex={-1} aria-label="Keys">
            {data.map((key) => (
              <KeyRow key={key.id} of={key} onRotated={show} />
            ))}
          </ul>
        )}
      </Panel>
      {isCreating && <CreateKeyDialog onMade={show} onClose={() => setCreating(false)} />}
      {made !== null && <NewKeyDialog made={made} onClose={() => setMade(null)} />}
    </Panels>
  );
}

function KeyRow({ of, onRotated }: { of: Key; onRotated(key: NewKey): void }) {
  const { id, name, created_at, created_by, expires_at, last_used_at } = of;
  const revoke = useEndGrant({ list: KEYS, path: "/keys", id, said: `The key ${name} is revoked.` });
  const used =
    last_used_at === null ? (
      "Never used"
    ) : (
      <>
        Used <Ago at={last_used_at} />
      </>
    );
  const created = (
    <>
      {of.assistant ? "An assistant, let in" : "Created"}{" "}
      {created_by !== null && (
        <>
          by <bdi>{created_by}</bdi>{" "}
        </>
      )}
      <Ago at={created_at} />
    </>
  );
  const ends = expires_at !== null && (
    <span className={needsRenewal(of) ? rows.warning : undefined}>
      {needsRenewal(of) && <Icon name="warning" size={14} />} {hasExpired(of) ? "Expired" : "Expires"}{" "}
      <Ago at={expires_at} />
    </span>
  );
  return (
    <GrantRow id={id} name={name} grant={of} meta={ends ? [used, created, ends] : [used, created]}>
      {!of.assistant && <RotateKey of={of} onRotated={onRotated} />}
      <ConfirmButton
        label="Revoke"
        about={name}
        words={
          <>
            Whoever uses <bdi>{name}</bdi> is refused from now on. This can't be undone.
          </>
        }
        confirm="Revoke key"
        onConfirm={revoke}
      />
    </GrantRow>
  );
}

function NewKeyDialog({ made, onClose }: { made: NewKey; onClose(): void }) {
  const line = `curl ${location.origin}/api/v1/me -H 'Authorization: Bearer ${made.key}'`;
  return (
    // The dialog is closed only by saying that the key is stored: it is not shown again.
    <Dialog
      title={`Key: ${made.name}`}
      size="lg"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <ShownOnce label="The key" secret={made.key} done="I have stored it" onDone={onClose}>
        <LineToTry label="To try it:" text={line} />
      </ShownOnce>
    </Dialog>
  );
}
