// The check that a filter names.
import { Fault, notFound } from "../../../domain/fault.ts";
import type { App } from "../../../storage/apps/apps.ts";
import { type Check, findCheck, findCheckByRef } from "../../../storage/runbook/checks.ts";
import { unknownCheck } from "../../../storage/runbook/named-check.ts";
import type { Call } from "../../pipeline/route.ts";

/** A check by its id, which is enough by itself, or by its ref within an app. */
export async function findFilterCheck({ services, actor }: Call, app: App | null, name: string): Promise<Check> {
  if (app === null && !name.startsWith("chk_")) {
    throw new Fault("invalid_request", "check: a ref needs app too; without app, give the check's id.");
  }
  const identified = await findCheck(services.reader, actor.reach, name);
  if (identified !== undefined && (app === null || identified.appId === app.id)) return identified;
  if (app === null) throw notFound("check");
  const referred = await findCheckByRef(services.reader, app, name);
  if (referred === undefined) throw await unknownCheck(services.reader, app, name);
  return referred;
}
