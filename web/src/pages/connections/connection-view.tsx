// One connection: how it does, its URL, what to do in the tool, what it holds, what it sends, and what came of that.

import { useMutation } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { TOOL_FORMS } from "../../../../src/wire/connections/tool-forms.ts";
import { TOOL_NAME } from "../../../../src/wire/connections/tool-names.ts";
import { MAX_NAME } from "../../../../src/wire/limits.ts";
import { del } from "../../api/client.ts";
import type { Connection } from "../../api/types.ts";
import { ConfirmButton } from "../../components/buttons/confirm-button.tsx";
import { Icon } from "../../components/display/icons.tsx";
import { useTicks } from "../../components/display/times.tsx";
import { EditInPlace } from "../../components/form/edit-in-place.tsx";
import { ReportDefaults } from "../../components/form/report-defaults.tsx";
import base from "../../components/layout/section.module.css";
import { Section } from "../../components/layout/section.tsx";
import { maskedUrl } from "../../components/secret/private-url.tsx";
import { Snippet } from "../../components/tool-setup/snippet.tsx";
import { Steps } from "../../components/tool-setup/steps.tsx";
import { toast, toastError } from "../../interaction/toasts.tsx";
import { connectionsPath, useConnectionSetting, useReplaceConnection } from "./connection-data.ts";
import type { ConnectionProps } from "./connection-props.ts";
import { ConnectionStateMark } from "./connection-state-mark.tsx";
import { toolInWords } from "./connection-text.ts";
import { ConnectionUrlSection } from "./connection-url-section.tsx";
import classes from "./connections.module.css";
import { EventChoice } from "./event-choice.tsx";
import { FieldsForm } from "./fields-form.tsx";
import { ForwardChoice } from "./forward-choice.tsx";
import { ForwardsSection } from "./forwards-section.tsx";
import { LastHeard, LastSent } from "./last-activity.tsx";
import { PausedNote } from "./paused-note.tsx";

export function ConnectionView({ app, connection }: ConnectionProps) {
  const { tool, state } = connection;
  const { in: heard, out, inFields, outFields, raises, isProgram } = TOOL_FORMS[tool];
  const word = toolInWords(tool);
  return (
    <div className={classes.page}>
      <Head app={app} connection={connection} />
      {state === "paused" && <PausedNote app={app.id} connection={connection} />}
      <ConnectionUrlSection app={app} connection={connection} />
      <StepsSection connection={connection} />
      {heard !== null && (
        <Section title={`From ${word}`} hint={heard}>
          <FieldsForm
            app={app}
            connection={connection}
            fields={inFields}
            label={`From ${word}`}
            purpose={`to receive anything from ${word}`}
          />
        </Section>
      )}
      {out !== null && (
        <Section title={`To ${word}`} hint={out}>
          <FieldsForm
            app={app}
            connection={connection}
            fields={outFields}
            label={`To ${word}`}
            purpose={`to send anything to ${word}`}
          />
          {isProgram ? (
            <EventChoice app={app} connection={connection} />
          ) : (
            <ForwardChoice app={app} connection={connection} />
          )}
        </Section>
      )}
      {raises && <DefaultsSection app={app} connection={connection} />}
      {out !== null && <ForwardsSection app={app} connection={connection} />}
      <RemoveSection app={app} connection={connection} />
    </div>
  );
}

function StepsSection({ connection: { tool, url, setup } }: { connection: Connection }) {
  const { steps, manifest } = setup;
  const copies = url === null ? [] : [{ phrase: "this connection's URL", label: "Copy the URL", text: url }];
  if (manifest !== null) copies.push({ phrase: "the manifest below", label: "Copy the manifest", text: manifest });
  return (
    <Section title="Steps" hint={`Do this in ${toolInWords(tool)}, and enter what the form below asks for.`}>
      <Steps steps={steps} copies={copies} />
      {manifest !== null && url !== null && (
        <Snippet label="App manifest" text={manifest} shown={manifest.replaceAll(url, maskedUrl(url))} />
      )}
    </Section>
  );
}

function Head({ app, connection }: ConnectionProps) {
  const { name, tool, state } = connection;
  const set = useConnectionSetting(app.id, connection);
  useTicks();
  return (
    <header className={classes.head}>
      <Link href={`/apps/${app.id}/connections`} className={base.go}>
        <Icon name="left" /> All connections
      </Link>
      <div className={classes.headLine}>
        <h2 className={classes.title}>
          {TOOL_NAME[tool]} <ConnectionStateMark connection={connection} />
        </h2>
        <div className={classes.name}>
          <span aria-hidden="true">Name</span>
          <EditInPlace
            label="Name of this connection"
            value={name}
            limit={MAX_NAME}
            onCommit={(text) => void set({ name: text }, `The connection is called ${text} now.`)}
          />
        </div>
      </div>
      <div className={classes.lasts} aria-live="polite">
        <LastHeard connection={connection} />
        {state !== "paused" && <LastSent connection={connection} />}
      </div>
    </header>
  );
}

function DefaultsSection({ app, connection }: ConnectionProps) {
  const set = useConnectionSetting(app.id, connection);
  const { default_platforms, default_priority } = connection.settings as Partial<
    Parameters<typeof ReportDefaults>[0]["value"]
  >;
  return (
    <Section title="Defaults" hint="Used for issues from this tool that name no platform of this app, or no priority.">
      <ReportDefaults
        platforms={app.platforms}
        value={{ default_platforms: default_platforms ?? [], default_priority: default_priority ?? null }}
        onChange={(settings, said) => set({ settings }, said)}
      />
    </Section>
  );
}

function RemoveSection({ app, connection: { id, name, tool, url } }: ConnectionProps) {
  const [, go] = useLocation();
  const replaceConnection = useReplaceConnection(app.id);
  const remove = useMutation({
    mutationFn: () => del(connectionsPath(app.id, `/${id}`)),
    onSuccess: () => {
      go(`/apps/${app.id}/connections`);
      replaceConnection(id, null);
      toast({ text: `The connection ${name} is removed.` });
    },
    onError: toastError,
  });
  return (
    <Section title="Remove" hint={`Issues stay here, and everything in ${toolInWords(tool)} stays there.`}>
      <div className={base.actions}>
        <ConfirmButton
          label="Remove the connection"
          words={
            <>
              {url === null ? "Nothing more is sent to " : "The URL of "}
              <bdi>{name}</bdi>
              {url === null ? "" : " stops working at once"}. Its credentials and log are deleted, and unsent messages
              are dropped. This can't be undone.
            </>
          }
          confirm="Remove it"
          at="start"
          button={{ size: "sm" }}
          onConfirm={() => remove.mutate()}
        />
      </div>
    </Section>
  );
}
