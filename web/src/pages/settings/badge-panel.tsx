// The public badge of an app: off until an admin switches it on, then with the line to put into a readme.
import { Button, Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { del, get, put } from "../../api/client.ts";
import { queryKeys } from "../../api/query-keys.ts";
import type { App, Badge } from "../../api/types.ts";
import { CopyButton } from "../../components/buttons/copy-button.tsx";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { toast, toastError } from "../../interaction/toasts.tsx";
import classes from "./settings.module.css";

const OFF: Badge = { enabled: false, url: null, markdown: null };

export function BadgePanel({ app }: { app: App }) {
  const client = useQueryClient();
  const path = `/apps/${encodeURIComponent(app.id)}/badge`;
  const queryKey = queryKeys.appPart(app.id, "badge");
  const { data, error, refetch } = useQuery({ queryKey, queryFn: ({ signal }) => get<Badge>(path, {}, signal) });
  const change = useMutation({
    mutationFn: async (on: boolean) => (on ? put<Badge>(path) : del(path).then(() => OFF)),
    onSuccess: (badge) => {
      client.setQueryData(queryKey, badge);
      toast({ text: badge.enabled ? "The badge is on." : "The badge is off, and its address no longer works." });
    },
    onError: toastError,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (
    <Panel
      title="Public badge"
      about="A small image for your README that shows the app's status. Anybody who has its address can see it, and nothing else, not even the app's name."
    >
      {data === undefined ? (
        error === null ? (
          <Waiting label="Loading the badge" />
        ) : (
          <Failure error={error} retry={() => void refetch()} />
        )
      ) : (
        <>
          <Switch
            label="Anybody with the address may see the badge"
            checked={data.enabled}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
          {data.markdown !== null && <Shown url={data.url!} markdown={data.markdown} />}
        </>
      )}
    </Panel>
  );
}

function Shown({ url, markdown }: { url: string; markdown: string }) {
  return (
    <div className={classes.badge}>
      {/* Loaded from this server, whatever its public address: the page may load nothing from elsewhere. */}
      <img src={new URL(url).pathname} alt="The badge as it is now" height={20} />
      <code className={classes.code}>{markdown}</code>
      <div className={classes.buttons}>
        <CopyButton text={markdown} label="Copy Markdown" />
        <Button component="a" variant="default" href={new URL(url).pathname} download="badge.svg">
          Save the image
        </Button>
      </div>
      <p className={classes.note}>If you switch it off and on again, it gets a new address.</p>
    </div>
  );
}
