// The app that a route about its webhook names: only a live one has one.
import { Fault } from "../../../domain/fault.ts";
import { type App, getApp } from "../../../storage/apps/apps.ts";
import type { Call } from "../../pipeline/route.ts";

/** Throws `not_found`, `not_live`. */
export async function liveApp({ services, actor, id }: Pick<Call, "services" | "actor" | "id">): Promise<App> {
  const app = await getApp(services.reader, actor.reach, id);
  if (app.mode === "live") return app;
  throw new Fault("not_live", "This app is not in live mode: set its mode to live to use its webhook.");
}
