// The statements of those who work in the background, whoever asks meanwhile.

/** What senders look for, what the live hub and the limits across servers follow, and where audit logs end, as a server that started logs it. */
const BACKGROUND =
  /from (?:gate_watch|connection where next_at|notification|mail|inbox_entry|inbox_mail|audit_head)\b.*(?:due|next_at|pending|unmailed|last_at)/s;

/** Whether the secret key is still the one, and whose a key or a session is, which is known for a while: looked at now and then. */
const NOW_AND_THEN = [
  "select sealed from secret_check",
  "select keys_revision from workspace",
  "select k.id, k.workspace_id, k.name",
  "select s.hash, s.person_id",
];

export function isBackground(text: string): boolean {
  return BACKGROUND.test(text) || NOW_AND_THEN.some((start) => text.startsWith(start));
}
