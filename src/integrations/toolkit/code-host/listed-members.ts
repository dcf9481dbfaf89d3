// Who belongs to a public repository, of a host that does not say so of whoever wrote something: those whom the connection lists.
import type { ConnectionSettings } from "../../../domain/connections/connection.ts";

/** Without regard to capitals, as the hosts read user names. */
export function isListedMember({ members }: ConnectionSettings, name: string): boolean {
  const listed = Array.isArray(members) ? members.map((one) => String(one).toLowerCase()) : [];
  return name !== "" && listed.includes(name.toLowerCase());
}
