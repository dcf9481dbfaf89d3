// The connections of an app with other tools: all of them, or the one that the address names. For admins.
import { useHasRole } from "../../api/session.tsx";
import { Empty, Failure, Missing, Waiting } from "../../components/display/loading-and-failure.tsx";
import { useCurrentApp } from "../../shell/app-frame.tsx";
import { useConnections } from "./connection-data.ts";
import { ConnectionList } from "./connection-list.tsx";
import { ConnectionView } from "./connection-view.tsx";

export function ConnectionsPage({ connection: id }: { connection?: string | undefined }) {
  const app = useCurrentApp();
  const mayConfigure = useHasRole("admin");
  const { data, error, refetch } = useConnections(app.id, mayConfigure);
  if (!mayConfigure) {
    return <Empty title="Connections are for admins">Ask an admin to connect a tool to this app.</Empty>;
  }
  if (data === undefined) {
    return error === null ? <Waiting /> : <Failure error={error} retry={() => void refetch()} />;
  }
  if (id === undefined) return <ConnectionList app={app} connections={data} />;
  const found = data.find((one) => one.id === id);
  if (found !== undefined) return <ConnectionView key={id} app={app} connection={found} />;
  return (
    <Missing title="There is no such connection" ways={[["All connections", `/apps/${app.id}/connections`]]}>
      It may have been removed.
    </Missing>
  );
}
