// Addresses that an admin enters and that we call: they are checked when they are saved.
import { Fault } from "../../domain/fault.ts";
import { bareHost, checkNotifyUrl } from "../../lib/network/public-address.ts";
import { checkResolved } from "../../lib/network/resolve-public.ts";
import type { Services } from "./services.ts";

/** Throws `invalid_request` for a URL that may not be called. A name that doesn't resolve yet may later. */
export async function requireReceiver(
  { notifyAllowedHosts, lookup }: Pick<Services, "notifyAllowedHosts" | "lookup">,
  field: string,
  text: string,
): Promise<void> {
  const checked = checkNotifyUrl(text, notifyAllowedHosts);
  if (!checked.ok) throw new Fault("invalid_request", `${field}: ${checked.why}`);
  const { url, exempt } = checked;
  if ((await checkResolved(bareHost(url), lookup, { exempt })) === "private_address") {
    throw new Fault("invalid_request", `${field}: its host has an address that is not public; use a public one.`);
  }
}
