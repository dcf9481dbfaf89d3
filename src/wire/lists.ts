// The closed lists of the contract that the interface shows, in the order in which it shows them. Like `limits.ts` beside it, this
// file has values that the interface may import.
export { ROLES } from "../domain/access/grant.ts";
export { SIGN_IN_REFUSALS, type SignInRefusal } from "../domain/access/identity.ts";
export { EVENT_TYPES, type EventType } from "../domain/connections/connection.ts";
export { PRIORITIES, type Priority } from "../domain/issues/issue.ts";
export { INBOX_MAIL_CHOICES } from "../domain/mail/inbox-mail-schedule.ts";
export { MAPPING_KEYS, type MappingKey } from "../domain/mapping/mapping-keys.ts";
export { STATUSES } from "../domain/status/platform-status.ts";
export type { Tool } from "../integrations/tool-registry.ts";
