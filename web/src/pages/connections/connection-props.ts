// What every part of a connection's page is given.
import type { App, Connection } from "../../api/types.ts";

export interface ConnectionProps {
  app: App;
  connection: Connection;
}
