// A new secret for a key, and how long the old one still works.

import { Button, NativeSelect, Popover } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_OVERLAP_DAYS, MAX_OVERLAP_SECONDS } from "../../../../../src/wire/limits.ts";
import { post } from "../../../api/client.ts";
import { endBody, hasExpired, KEY_LIVES, needsRenewal } from "../../../api/key-ends.ts";
import type { Key, NewKey } from "../../../api/types.ts";
import { sinceText } from "../../../components/display/times.tsx";
import { toastError } from "../../../interaction/toasts.tsx";
import classes from "../grants/workspace-form.module.css";

const OVERLAPS = [
  { value: "0", label: "Not at all" },
  { value: "3600", label: "For 1 hour" },
  { value: "86400", label: "For 1 day" },
  { value: `${MAX_OVERLAP_SECONDS}`, label: `For ${MAX_OVERLAP_DAYS} days` },
];

export function RotateKey({ of, onRotated }: { of: Key; onRotated(key: NewKey): void }) {
  const [opened, setOpened] = useState(false);
  const [overlap, setOverlap] = useState("86400");
  // A key that was to be renewed is renewed, unless somebody says otherwise.
  const [days, setDays] = useState(needsRenewal(of) ? "90" : "");
  const rotate = useMutation({
    mutationFn: () => post<NewKey>(`/keys/${of.id}/rotate`, { overlap_seconds: Number(overlap), ...endBody(days) }),
    onSuccess: (key) => {
      setOpened(false);
      onRotated(key);
    },
    onError: toastError,
  });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" size="xs" aria-label={`Rotate: ${of.name}`} onClick={() => setOpened(!opened)}>
          Rotate
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Rotate: ${of.name}`}>
        <div className={classes.small}>
          <p>
            <bdi>{of.name}</bdi> gets a new secret, shown once. Its name, role and apps stay the same.
          </p>
          <NativeSelect
            label="The old secret still works"
            data={OVERLAPS}
            value={overlap}
            onChange={(event) => setOverlap(event.currentTarget.value)}
          />
          {of.expires_at !== null && (
            <NativeSelect
              label="The key expires"
              data={[
                ...(hasExpired(of) ? [] : [{ value: "", label: `As before, ${sinceText(of.expires_at)}` }]),
                ...KEY_LIVES,
              ]}
              value={days}
              onChange={(event) => setDays(event.currentTarget.value)}
            />
          )}
          <div className={classes.buttons}>
            <Button variant="default" size="xs" onClick={() => setOpened(false)}>
              Cancel
            </Button>
            <Button size="xs" loading={rotate.isPending} onClick={() => rotate.mutate()}>
              Rotate key
            </Button>
          </div>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
