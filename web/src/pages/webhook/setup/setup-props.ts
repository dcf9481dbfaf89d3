// What every section of the webhook's setup is given.
import type { App, Webhook } from "../../../api/types.ts";

export interface SetupProps {
  app: App;
  webhook: Webhook;
}
