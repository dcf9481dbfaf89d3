// Whom a trusted proxy names in its header. Nobody else is believed, and no proxy that says it twice, or says something else than one e-mail
// address.
import type { IncomingMessage } from "node:http";
import { personEmail } from "../../wire/fields.ts";
import type { Services } from "../pipeline/services.ts";
import { otherEnd } from "../transport/client-address.ts";

type Believing = Pick<Services, "signIn" | "trustedProxies">;

/** The address; undefined where no proxy names anybody; null where what it says can't be read as one address. */
export function readProxyUser(
  { signIn: { proxyHeader }, trustedProxies }: Believing,
  { socket, rawHeaders, headers }: IncomingMessage,
): string | null | undefined {
  if (proxyHeader === null || headers[proxyHeader] === undefined) return undefined;
  if (!otherEnd(socket, trustedProxies).isProxy) return undefined;
  const values = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]!.toLowerCase() === proxyHeader);
  const [value = ""] = values;
  const read = personEmail.safeParse(value);
  // The address with a comma in it would be two to some readers.
  return values.length === 1 && !value.includes(",") && read.success ? read.data : null;
}

/** The address; undefined where there is none to be believed. */
export function proxyUser(services: Believing, request: IncomingMessage): string | undefined {
  return readProxyUser(services, request) ?? undefined;
}
