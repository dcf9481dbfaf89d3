// Who belongs to a public repository, of a host that does not say so of whoever wrote something: those whom the connection lists.
import type { ConnectionSettings } from "../../../domain/connections/connection.ts";

/** Whether a name is on the list of members; capitals make no difference, as on the hosts. */
export function isListedMember({ members }: ConnectionSettings, name: string): boolean {
  const listed = Array.isArray(members) ? members.map((one) => String(one).toLowerCase()) : [];
  return name !== "" && listed.includes(name.toLowerCase());
}
