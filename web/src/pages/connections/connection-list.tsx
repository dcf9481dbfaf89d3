// The connections of an app: which tools, and how each of them does.
import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { TOOL_NAME } from "../../../../src/wire/connections/tool-names.ts";
import type { App, Connection } from "../../api/types.ts";
import { Icon } from "../../components/display/icons.tsx";
import { Empty } from "../../components/display/loading-and-failure.tsx";
import { useTicks } from "../../components/display/times.tsx";
import { Panel, Panels } from "../../components/layout/panel.tsx";
import rows from "../../components/layout/rows.module.css";
import { useCommands } from "../../interaction/commands.tsx";
import { useShortcuts } from "../../interaction/shortcuts.tsx";
import { AddConnection } from "./add-connection.tsx";
import { ConnectionStateMark } from "./connection-state-mark.tsx";
import classes from "./connections.module.css";
import { LastHeard, LastSent } from "./last-activity.tsx";
import { PausedNote } from "./paused-note.tsx";

export function connectionHref(app: string, id: string): string {
  return `/apps/${app}/connections/${id}`;
}

export function ConnectionList({ app, connections }: { app: App; connections: readonly Connection[] }) {
  const [isAdding, setAdding] = useState(false);
  const [, go] = useLocation();
  useTicks();
  const add = () => setAdding(true);
  useShortcuts([{ keys: ["c"], label: "Add a connection", group: "Connections", run: add }]);
  useCommands([
    { label: "Add a connection", run: add },
    ...connections.map(({ id, name }) => ({
      id,
      label: `Connection: ${name}`,
      run: () => go(connectionHref(app.id, id)),
    })),
  ]);
  const button = (
    <Button leftSection={<Icon name="plus" />} onClick={add}>
      Add a connection
    </Button>
  );
  return (
    <Panels>
      {connections.length === 0 ? (
        <Empty title="No tool is connected yet" action={button}>
          Connect the tools your team works in. Chat messages and errors become issues here, merged pull requests fix
          them, and channels and issue trackers hear about every change.
        </Empty>
      ) : (
        <Panel
          title="Connections"
          about="Tools that raise and fix issues of this app, or hear about them."
          action={button}
        >
          <ul className={rows.rows} aria-label="Connections">
            {connections.map((connection) => (
              <Row key={connection.id} app={app} connection={connection} />
            ))}
          </ul>
        </Panel>
      )}
      {isAdding && (
        <AddConnection
          app={app.id}
          taken={connections.map(({ name }) => name)}
          onAdded={({ id }) => go(connectionHref(app.id, id))}
          onClose={() => setAdding(false)}
        />
      )}
    </Panels>
  );
}

function Row({ app, connection }: { app: App; connection: Connection }) {
  const { id, name, tool, state } = connection;
  return (
    <li className={rows.row}>
      <div className={rows.main}>
        <div className={rows.name}>
          <Link href={connectionHref(app.id, id)} className={classes.link}>
            <bdi>{name}</bdi>
          </Link>
          {name !== TOOL_NAME[tool] && <span className={rows.tag}>{TOOL_NAME[tool]}</span>}
          <ConnectionStateMark connection={connection} />
        </div>
        <div className={rows.meta}>
          <LastHeard connection={connection} />
          {state !== "paused" && <LastSent connection={connection} />}
        </div>
        {state === "paused" && <PausedNote app={app.id} connection={connection} />}
      </div>
    </li>
  );
}
